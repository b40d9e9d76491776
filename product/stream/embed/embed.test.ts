import { beforeAll, expect, test } from 'vitest';
import { type Fixture, openFixture } from '#product/booking/testing/fixture.ts';
import { ask, codeOf, openProduct, send } from '#product/testing/product-server.ts';
import { getKit, setSites } from '../contract.ts';
import { createEmbeds } from './embed-routes.ts';

const product = await openProduct();
const { pool } = product.database;
const app = createEmbeds({ pool, siteUrl: product.deps.siteUrl });
let fixture: Fixture;
let handle: string;

beforeAll(async () => {
  fixture = await openFixture(product, { priceCents: 2500 });
  const [row] = await product.rows('select handle from public.streamers where id = $1', [
    fixture.streamer.id,
  ]);
  handle = row?.handle;
});

const frameAncestors = (response: Response) =>
  /frame-ancestors ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1];

test('the script that other sites include has at most 6 KB, and keeps nothing in the browser', async () => {
  const response = await app.request('/embed.js');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('set-cookie')).toBeNull();
  const text = await response.text();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6 * 1024);
  expect(text).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|eval/);
  // It is a script: the types are gone, and the comments.
  expect(() => new Function(text)).not.toThrow();
  expect(text).not.toContain('/*');
  const etag = response.headers.get('etag') ?? '';
  expect((await app.request('/embed.js', { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('the booker is shown by the sites that its streamer allows, and by no other', async () => {
  expect(frameAncestors(await app.request(`/embed/${handle}`))).toBe("'self'");
  const typed = ['monsite.fr', ' https://MonSite.fr/blog ', 'http://localhost:4321/x'];
  const sites = ['https://monsite.fr', 'http://localhost:4321'];
  expect(await ask(fixture.streamer, setSites, { sites: typed })).toEqual({ sites });
  expect(await ask(fixture.streamer, getKit, {})).toMatchObject({ sites });
  const response = await app.request(`/embed/${handle}`);
  expect(frameAncestors(response)).toBe(`'self' ${sites.join(' ')}`);
  expect(response.headers.get('set-cookie')).toBeNull();
  const html = await response.text();
  expect(html).toContain('Réserver avec Streamer');
  expect(html).toContain('25\u00a0€');
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links)
    expect(link).toMatch(new RegExp(`^http://loge\\.test/book-session/${handle}(?:\\?offer=|$)`));
  expect(html).not.toContain(fixture.streamer.id);
  expect(html).not.toContain(fixture.streamer.email);
});

test('a site that is none is refused at its place, and nothing is changed', async () => {
  const before = await ask(fixture.streamer, getKit, {});
  const { refusal } = await send(fixture.streamer, setSites, {
    sites: ['https://bien.fr', 'http://ouvert.fr'],
  });
  expect(refusal).toMatchObject({
    code: 'invalid_input',
    fields: { 'sites.1': expect.stringContaining('https') },
  });
  const many = Array.from({ length: 21 }, (_, at) => `https://site-${String(at)}.fr`);
  expect(await codeOf(fixture.streamer, setSites, { sites: many })).toBe('invalid_input');
  expect(await ask(fixture.streamer, getKit, {})).toEqual(before);
  expect(await codeOf(await product.join(), setSites, { sites: [] })).toBe('forbidden');
});

test.each(['published_at = null', 'withheld_at = now()', "away_until = 'infinity'"])(
  'of a streamer whom nobody sees their site says so: %s',
  async (sql) => {
    await pool.query(`update public.streamers set ${sql} where id = $1`, [fixture.streamer.id]);
    const response = await app.request(`/embed/${handle}`);
    expect([response.status, frameAncestors(response)]).toEqual([
      404,
      "'self' https://monsite.fr http://localhost:4321",
    ]);
    expect(await response.text()).toContain('n’est pas publiée en ce moment');
    await pool.query(
      'update public.streamers set published_at = now(), withheld_at = null, away_until = null where id = $1',
      [fixture.streamer.id],
    );
  },
);

test.each(['personne', 'x', '%00', '__proto__', 'A'.repeat(300)])('of %s there is nothing', async (named) => {
  const response = await app.request(`/embed/${named}`);
  expect([response.status, frameAncestors(response)]).toEqual([404, "'none'"]);
  expect(await response.text()).toContain('Réservation fermée');
});
