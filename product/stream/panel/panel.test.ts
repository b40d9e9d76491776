import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { type Fixture, openFixture } from '#product/booking/testing/fixture.ts';
import { openProduct } from '#product/testing/product-server.ts';
import { createPanels, REDRAWN_AFTER_SECONDS } from './panel-routes.ts';

const product = await openProduct();
const { pool } = product.database;
const app = createPanels({
  pool,
  siteUrl: product.deps.siteUrl,
  now: () => new Date(Date.now() + product.clock.ahead),
});
let fixture: Fixture;
let path: string;
const panel = async (headers: Record<string, string> = {}) => {
  const response = await app.request(path, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes, digest: createHash('sha256').update(bytes).digest('hex') };
};

beforeAll(async () => {
  fixture = await openFixture(product, { priceCents: 0 });
  const [row] = await product.rows('select handle from public.streamers where id = $1', [
    fixture.streamer.id,
  ]);
  path = `/panel/${row?.handle}.png`;
});

test('the next places are a picture as Twitch takes it, drawn again at most each five minutes', async () => {
  const first = await panel();
  expect(first.response.status).toBe(200);
  expect(first.response.headers.get('cache-control')).toBe(`public, max-age=${REDRAWN_AFTER_SECONDS}`);
  const { format, width = 0, height = 0 } = await sharp(first.bytes).metadata();
  expect([format, width]).toEqual(['png', 640]);
  expect(height).toBeLessThanOrEqual(1_200);
  expect(first.bytes.length).toBeLessThan(200_000);
  // The first places are taken away: the picture is true again once it is five minutes old.
  await pool.query('update public.streamers set notice_minutes = 2880 where id = $1', [fixture.streamer.id]);
  expect((await panel()).digest).toBe(first.digest);
  product.clock.ahead += REDRAWN_AFTER_SECONDS * 1_000;
  const second = await panel();
  expect(second.digest).not.toBe(first.digest);
  const again = await panel({ 'if-none-match': second.response.headers.get('etag') ?? '' });
  expect([again.response.status, again.bytes.length]).toEqual([304, 0]);
});

test.each(['published_at = null', 'withheld_at = now()', "away_until = 'infinity'"])(
  'whom nobody sees has no picture, though one was drawn: %s',
  async (sql) => {
    const before = 'published_at = now(), withheld_at = null, away_until = null';
    expect((await panel()).response.status).toBe(200);
    await pool.query(`update public.streamers set ${sql} where id = $1`, [fixture.streamer.id]);
    const { response, bytes } = await panel();
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(bytes.toString()).toContain('n’est pas publiée');
    await pool.query(`update public.streamers set ${before} where id = $1`, [fixture.streamer.id]);
  },
);

test.each(['/panel/personne.png', '/panel/x.png', '/panel/%2e%2e.png', '/panel/personne.jpg'])(
  '%s is nothing',
  async (at) => expect((await app.request(at)).status).toBe(404),
);
