import type { Hono } from 'hono';
import pg from 'pg';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { textReader } from '#product/content/render-text.ts';
import { catalogueReader } from '#product/discovery/catalogue.ts';
import { publicPages } from '#product/discovery/public-pages.ts';
import { publish } from '#product/discovery/testing/discovery.ts';
import { DEMONSTRATION } from '#product/shared/operator.ts';
import { watchChanges } from '#server/postgres/change-watch.ts';
import { openBreakableConnection } from '#server/postgres/testing/breakable-connection.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { createPage } from '#server/web/page.ts';
import type { PageFile } from '#server/web/page-files.ts';

const database = await openTestDatabase('product');
const { pool } = database;
const logger = pino({ level: 'silent' });
const siteUrl = () => 'https://loge.example';

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const files = new Map(
  Object.entries({
    '/index.html':
      '<html><head><title>Loge</title><meta name="description" content=""><!--loge-config--></head><body><div id="root"><!--loge-first--><!--/loge-first--></div></body></html>',
    '/first-lines.json': JSON.stringify({
      help: { html: '[[text]]', living: false, css: '', styles: [], scripts: [] },
    }),
  }).map(([path, text]): [string, PageFile] => [
    path,
    { type: '', body: Buffer.from(text), etag: '""', immutable: false, br: null, gzip: null },
  ]),
);

/** One process that serves documents, and the queries that it has asked so far. */
async function startProcess(connection: pg.ClientConfig = database.connection) {
  const own = new pg.Pool({ ...database.connection, max: 10 });
  let queries = 0;
  own.on('acquire', () => {
    queries += 1;
  });
  const changes = await watchChanges({ connection, channel: 'documents_changed', logger });
  const now = () => new Date();
  const page: Hono = createPage(files, {
    config: { supabaseUrl: null, publishableKey: 'key', providers: [] },
    catalogue: await catalogueReader(own),
    pages: publicPages(own, textReader(own, { operator: DEMONSTRATION, siteUrl, now }), now),
    siteUrl,
    changes,
  });
  closing.push(async () => {
    await changes.close();
    await own.end();
  });
  return {
    changes,
    queries: () => queries,
    ask: async (path: string) => {
      const answer = await page.request(path);
      return `${answer.status} ${await answer.text()}`;
    },
  };
}

const anouk = await publish(pool, {
  name: 'Anouk Karsenti',
  categories: ['musique'],
  offers: [{ cents: 2500 }],
});
await pool.query("update public.streamers set handle = 'anouk' where id = $1", [anouk]);

/** What a document shows, the statement that changes it, and what the document then has. */
const CHANGES = [
  [
    '/streamer/anouk',
    'the words of a page',
    "update public.streamers set headline = 'Au piano' where id = $1",
    'Au piano',
  ],
  [
    '/streamer/anouk',
    'a price',
    'update public.offers set price_cents = 4100 where streamer_id = $1',
    '"price":41',
  ],
  [
    '/streamer/anouk',
    'a link',
    "insert into public.streamer_links (streamer_id, platform, url) values ($1, 'website', 'https://anouk.example')",
    'https://anouk.example',
  ],
  [
    '/streamer/anouk',
    'the name of a category',
    "update public.categories set label = 'Chansons' where id = 'musique' and $1::uuid is not null",
    'Chansons',
  ],
  [
    '/',
    'the name of a language',
    "update public.languages set label = 'Français de France' where id = 'fr' and $1::uuid is not null",
    'Français de France',
  ],
  [
    '/streamer/anouk',
    'a page that is withheld',
    'update public.streamers set withheld_at = now() where id = $1',
    '404 ',
  ],
  [
    '/streamer/anouk',
    'a page that is shown again',
    'update public.streamers set withheld_at = null where id = $1',
    '200 ',
  ],
] as const;

test('whoever changes something finds it in the next document, and the other processes show it as soon as they hear of it', async () => {
  const mine = await startProcess();
  const other = await startProcess();
  for (const [path, what, statement, shown] of CHANGES) {
    expect(await mine.ask(path), what).not.toContain(shown);
    expect(await other.ask(path), what).not.toContain(shown);
    await pool.query(statement, [anouk]);
    mine.changes.wrote();
    expect(await mine.ask(path), what).toContain(shown);
    await expect.poll(() => other.ask(path), { message: what }).toContain(shown);
  }
});

test('a text of the house shows what is in force, and the terms that it names', async () => {
  const { ask, changes } = await startProcess();
  expect(await ask('/aide')).not.toContain('Nous gardons');
  await pool.query(
    `insert into public.text_versions (slug, version, body, effective_at, reason, created_at)
     values ('aide', (select coalesce(max(version), 0) + 1 from public.text_versions where slug = 'aide'), 'Nous gardons {{commission}}', now(), 'Essai', now())`,
  );
  changes.wrote();
  expect(await ask('/aide')).toMatch(/Nous gardons \d/);
  await pool.query(
    `insert into public.platform_settings overriding system value select (jsonb_populate_record(s, jsonb_build_object('version', s.version + 1, 'fee_basis_points', 1234))).*
     from public.platform_settings s order by version desc limit 1`,
  );
  changes.wrote();
  expect(await ask('/aide')).toContain('Nous gardons 12,34');
});

test('two hundred who come at once for a document that nobody has read share one reading of the database', async () => {
  const { ask, queries } = await startProcess();
  await ask('/nulle-part'); // with what every document holds
  const before = queries();
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask('/streamer/anouk')));
  expect(new Set(answers).size).toBe(1);
  expect(queries() - before).toBe(1);
});

test('a page that is not in the table of pages costs no query, wherever it is asked for', async () => {
  const { ask, queries } = await startProcess();
  const [first] = await Promise.all([ask('/nulle-part'), ask('/ailleurs')]);
  const before = queries();
  for (let at = 0; at < 100; at += 1) expect(await ask(`/nulle-part/${at}?q=${at}`)).toBe(first);
  expect(queries()).toBe(before);
});

test('while changes cannot be heard of, one’s own are shown all the same', async () => {
  const proxy = await openBreakableConnection(database.connection);
  const { ask, changes } = await startProcess(proxy.connection);
  await ask('/streamer/anouk');
  await proxy.takeAway();
  for (const headline of ['Une', 'Deux', 'Trois'].map((word) => `${word} fois`)) {
    await pool.query('update public.streamers set headline = $2 where id = $1', [anouk, headline]);
    changes.wrote();
    expect(await ask('/streamer/anouk')).toContain(headline);
  }
  await proxy.bringBack();
  await proxy.close();
});

test('addresses that differ in nothing that a document shows have one name', () => {
  const { nameOf } = publicPages(pool, async () => '');
  const name = (address: string) => {
    const url = new URL(address, siteUrl());
    return nameOf(url.pathname, url.searchParams);
  };
  for (const [one, other] of [
    ['/', '/?utm_source=x'],
    ['/browse?free=week', '/browse?language=fr&sort=soonest'],
    ['/browse?category=echecs', '/browse?free=week&category=echecs'],
    ['/streamer/anouk', '/streamer/anouk?offer=1'],
    ['/book-session/anouk', '/book-session/anouk?from=x'],
    ['/book-session/anouk?step=2', '/book-session/anouk?payment=1'],
    ['/nulle-part', '/ailleurs/1?a'],
  ] as const)
    expect(name(one), other).toBe(name(other));
  const apart = [
    ...['/', '/browse', '/browse?free=week', '/browse?category=echecs', '/browse?category=', '/nulle-part'],
    ...['/streamer/anouk', '/s/anouk', '/book-session/anouk', '/book-session/anouk?offer=1'],
    ...['/book-session/anouk?offer=', '/book-session/anouk?step=2', '/book-session/anouk?offer=1&step=2'],
  ];
  expect(new Set(apart.map(name)).size).toBe(apart.length);
});
