import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { createLinkPictures } from './link-pictures.ts';
import { publicPages } from './public-pages.ts';
import { publish } from './testing/discovery.ts';

const database = await openTestDatabase('product');
const pages = publicPages(database.pool, async () => null);
const RAW = { raw: { width: 300, height: 100, channels: 3 } } as const;
const COVER = '/storage/v1/object/public/covers/anouk/1';

/** What was read of the server itself, since the test began. */
const read: string[] = [];
beforeEach(() => {
  read.length = 0;
});
const warnings: unknown[] = [];
const logger = { warn: (...said: unknown[]) => void warnings.push(said) };
const links = createLinkPictures({
  pool: database.pool,
  logger,
  readPicture: async (path) => {
    read.push(path);
    if (path !== COVER) return null;
    return sharp({ create: { width: 1280, height: 448, channels: 3, background: '#2050d0' } })
      .webp()
      .toBuffer();
  },
});

const id = await publish(database.pool, {
  name: 'Anouk Karsenti',
  headline: 'Jeux de rythme & « mélodies » <de> nuit',
  categories: ['musique'],
  rating: { average: 4.5, count: 12 },
  offers: [{ title: 'Cours', cents: 2500 }],
});
await database.pool.query("update public.streamers set handle = 'anouk', banner_url = $2 where id = $1", [
  id,
  COVER,
]);

/** The red and the blue of a part of a picture, on average, and the most red in it. */
async function lightOf(picture: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const { channels } = await sharp(await sharp(picture).extract(part).png().toBuffer()).stats();
  return { red: channels[0]?.mean ?? 0, blue: channels[2]?.mean ?? 0, brightest: channels[0]?.max ?? 0 };
}
const COVERED = { left: 600, top: 20, width: 400, height: 100 };

const set = (sql: string) => database.pool.query(`update public.streamers set ${sql} where id = $1`, [id]);
const addressNow = async () =>
  (await pages.describe('/streamer/anouk', new URLSearchParams()))?.image ?? 'no picture';
const get = async (address: string, headers: Record<string, string> = {}) =>
  links.request(address, { headers });

test('a profile has a picture of 1200 by 630 with its cover, under 300 KB, that is not sent again while it is the same', async () => {
  const address = await addressNow();
  expect(address).toMatch(/^\/link-picture\/anouk\.jpg\?v=[\w-]{16}$/);
  const answer = await get(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBeLessThan(300_000);
  const { width, height, format } = await sharp(bytes).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
  const covered = await lightOf(bytes, COVERED);
  expect(covered.blue).toBeGreaterThan(covered.red + 60);
  // Letters: something bright stands where the name is.
  expect((await lightOf(bytes, { left: 64, top: 350, width: 500, height: 90 })).brightest).toBeGreaterThan(
    220,
  );
  const etag = answer.headers.get('etag') ?? '';
  expect((await get(address, { 'if-none-match': etag })).status).toBe(304);
});

test('two hundred who ask for a new picture at once wait for one drawing', async () => {
  await set("headline = 'Une autre promesse'");
  const address = await addressNow();
  const answers = await Promise.all(Array.from({ length: 200 }, () => get(address)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(read.filter((path) => path === COVER)).toHaveLength(1);
});

test('a profile that changes has another address, and the old one shows it as it is now', async () => {
  const before = await addressNow();
  const old = await get(before);
  await set("headline = 'Encore une autre', banner_url = null");
  const after = await addressNow();
  expect(after).not.toBe(before);
  const shown = await get(before, { 'if-none-match': old.headers.get('etag') ?? '' });
  expect(shown.status).toBe(200);
  // The cover that was removed is gone.
  const { red, blue } = await lightOf(Buffer.from(await shown.arrayBuffer()), COVERED);
  expect(red).toBeGreaterThan(blue);
});

test.each([
  ['is not published', 'published_at = null'],
  ['is withheld', 'published_at = now(), withheld_at = now()'],
  ['is suspended', "withheld_at = null, away_until = 'infinity'"],
])('a profile that %s has no picture, not even one that was drawn before', async (_how, sql) => {
  await set('published_at = now(), withheld_at = null, away_until = null');
  const address = await addressNow();
  expect((await get(address)).status).toBe(200);
  await set(sql);
  const answer = await get(address);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

/**
 * What is no picture of this site: everybody who looks at a profile asks for what it names, and so
 * does this server when it draws the picture of a link.
 */
const ELSEWHERE = [
  '/link-picture/anouk.jpg',
  '/storage/v1/object/public/covers/../../../../../link-picture/anouk.jpg',
  '/storage/v1/object/public/covers/%2e%2e/%2e%2e/auth/v1/health',
  '/storage/v1/object/public/covers/.//a',
  '/storage/v1/object/public/evidence/a/b',
  '/storage/v1/object/authenticated/attachments/a/b',
  '/demo/a.webp?token=1',
  '/demo/a.webp#a',
  '/auth/v1/health',
  '/auth/v1/verify?token=a&type=signup',
  '/rest/v1/profiles',
  '/gone',
  '/demo/',
  '//elsewhere.example/a.png',
];
test.each(ELSEWHERE)('a profile cannot name %s as its face or cover', async (path) => {
  for (const sql of [
    'update public.streamers set banner_url = $2 where id = $1',
    'update public.profiles set avatar_url = $2 where id = $1',
  ])
    await expect(database.pool.query(sql, [id, path])).rejects.toMatchObject({ code: '23514' });
});

test.each([
  '/storage/v1/object/public/avatars/0b5e/0b5e-1',
  '/storage/v1/object/public/covers/a/b.webp',
  '/demo/aissatou-diallo-cover.webp',
  '/avatars/streamer.svg',
])('a profile names %s as its face and cover', async (path) => {
  await database.pool.query('update public.streamers set banner_url = $2 where id = $1', [id, path]);
  await database.pool.query('update public.profiles set avatar_url = $2 where id = $1', [id, path]);
  await database.pool.query('update public.profiles set avatar_url = null where id = $1', [id]);
});

test('a drawing of a role as the cover is asked for by nobody who draws a link picture', async () => {
  await set("published_at = now(), withheld_at = null, away_until = null, headline = 'Sans couverture'");
  await database.pool.query("update public.streamers set banner_url = '/avatars/a.svg' where id = $1", [id]);
  const asked: string[] = [];
  const own = createLinkPictures({
    pool: database.pool,
    logger,
    readPicture: async (path) => {
      asked.push(path);
      return null;
    },
  });
  expect((await own.request('/link-picture/anouk.jpg')).status).toBe(200);
  expect(asked).toEqual([]);
});

test.each([
  ['that is no picture', Buffer.from('not a picture at all')],
  ['that ends in its middle', (await sharp(randomBytes(90_000), RAW).png().toBuffer()).subarray(0, 40_000)],
])('a cover and a face %s are left out, and it is said', async (_how, broken) => {
  await set("published_at = now(), withheld_at = null, away_until = null, headline = 'Images illisibles'");
  await database.pool.query('update public.streamers set banner_url = $2, avatar_url = $3 where id = $1', [
    id,
    COVER,
    '/storage/v1/object/public/avatars/anouk/1',
  ]);
  warnings.length = 0;
  const own = createLinkPictures({ pool: database.pool, logger, readPicture: async () => broken });
  const answer = await own.request('/link-picture/anouk.jpg');
  expect(answer.status).toBe(200);
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
  expect(warnings).toHaveLength(2);
});

test('a cover that the storage cannot send now is left out, and is there again with the next request', async () => {
  await set("published_at = now(), withheld_at = null, away_until = null, headline = 'Stockage absent'");
  await database.pool.query('update public.streamers set banner_url = $2, avatar_url = null where id = $1', [
    id,
    COVER,
  ]);
  warnings.length = 0;
  let isAway = true;
  const own = createLinkPictures({
    pool: database.pool,
    logger,
    readPicture: async () => {
      if (isAway) throw new Error('the storage is away');
      return sharp({ create: { width: 1280, height: 448, channels: 3, background: '#2050d0' } })
        .webp()
        .toBuffer();
    },
  });
  const without = await own.request('/link-picture/anouk.jpg');
  expect([without.status, without.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(without.headers.get('etag')).toBeNull();
  const bare = await lightOf(Buffer.from(await without.arrayBuffer()), COVERED);
  expect(bare.red).toBeGreaterThan(bare.blue);
  expect(warnings).toHaveLength(1);
  isAway = false;
  const answer = await own.request('/link-picture/anouk.jpg');
  const covered = await lightOf(Buffer.from(await answer.arrayBuffer()), COVERED);
  expect(covered.blue).toBeGreaterThan(covered.red + 60);
});

test('a file that is removed or replaced while its profile still names it is not shown from memory', async () => {
  const name = `${id}/1`;
  const url = `/storage/v1/object/public/covers/${name}`;
  const store = (version: string) =>
    database.pool.query(
      `insert into storage.objects (bucket_id, name, owner_id, version) values ('covers', $1, $2, $3)
       on conflict (bucket_id, name) do update set version = excluded.version`,
      [name, id, version],
    );
  await store('first');
  await set(`published_at = now(), withheld_at = null, away_until = null, banner_url = '${url}'`);
  const first = await addressNow();
  await store('second');
  const second = await addressNow();
  await database.pool.query("delete from storage.objects where bucket_id = 'covers' and name = $1", [name]);
  const third = await addressNow();
  expect(new Set([first, second, third]).size).toBe(3);
});

test('an address that names nobody is nothing', async () => {
  for (const path of ['/link-picture/personne.jpg', '/link-picture/..%2f.jpg', '/link-picture/anouk.png'])
    expect((await get(path)).status, path).toBe(404);
});
