import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { publicPages } from './public-pages.ts';
import { publish } from './testing/discovery.ts';

const database = await openTestDatabase('product');
const pages = publicPages(database.pool, async (slug) => `<p>${slug}</p>`);
const anouk = await publish(database.pool, {
  name: 'Anouk Karsenti',
  headline: 'Jeux de rythme',
  categories: ['musique'],
  rating: { average: 4.5, count: 12 },
  offers: [
    { title: 'Cours', cents: 2500 },
    { title: 'Essai', cents: 0 },
  ],
});
beforeAll(async () => {
  await database.pool.query("update public.streamers set handle = 'anouk' where id = $1", [anouk]);
});

const describePath = (path: string) => {
  const url = new URL(path, 'https://loge.example');
  return pages.describe(url.pathname, url.searchParams);
};

test('a profile is described under its handle in any case and under its id, and has one address', async () => {
  for (const path of ['/streamer/anouk', `/streamer/${anouk}`, '/streamer/ANOUK']) {
    expect(await describePath(path), path).toMatchObject({
      status: 200,
      title: 'Anouk Karsenti\u202f: Musique · Loge',
      canonical: '/streamer/anouk',
      kind: 'profile',
    });
  }
  const { description, jsonLd } = (await describePath('/streamer/anouk'))!;
  expect(description).toMatch(/^Jeux de rythme\. Sessions dès 25\s€/);
  expect(jsonLd).toMatchObject({
    '@graph': [
      {},
      { '@type': 'Person', name: 'Anouk Karsenti' },
      {
        offers: { lowPrice: 0, highPrice: 25, offerCount: 2 },
        aggregateRating: { ratingValue: 4.5, reviewCount: 12 },
      },
    ],
  });
});

test('a handle that looks like somebody’s id does not lead to them', async () => {
  const other = await publish(database.pool, { name: 'Faux Jumeau' });
  await database.pool.query('update public.streamers set handle = $2 where id = $1', [other, anouk]);
  expect(await describePath(`/streamer/${anouk}`)).toMatchObject({ canonical: '/streamer/anouk' });
});

test('the short address shows the card of the profile, and leads search engines to it', async () => {
  const profile = await describePath('/streamer/anouk');
  expect(await describePath('/s/anouk')).toMatchObject({
    status: 200,
    title: profile?.title,
    canonical: '/streamer/anouk',
    image: profile?.image,
    jsonLd: null,
  });
});

test.each([
  '/streamer/personne',
  '/s/personne',
  '/s',
  '/book-session/personne',
  '/nulle-part',
  '/streamer/%ff',
  '/streamer/%00',
  '/streamer/a/b',
])('%s is nothing', async (path) => {
  expect(await describePath(path)).toMatchObject({ status: 404, canonical: null });
});

test('a streamer who cannot be seen is in neither the document nor the sitemap', async () => {
  const hidden = await publish(database.pool, { name: 'Nina Cachée' });
  for (const sql of [
    'published_at = null',
    'published_at = now(), withheld_at = now()',
    "withheld_at = null, away_until = 'infinity'",
  ]) {
    await database.pool.query(`update public.streamers set ${sql} where id = $1`, [hidden]);
    expect(await describePath(`/streamer/${hidden}`), sql).toMatchObject({ status: 404 });
    expect(
      (await pages.list()).some(({ path }) => path.includes('nina')),
      sql,
    ).toBe(false);
  }
});

test('the list comes with its first cards, in the order of the search, and a profile with its pictures', async () => {
  const banner = `/storage/v1/object/public/covers/${anouk}/1`;
  await database.pool.query(
    'update public.streamers set banner_url = $2, featured_at = now() where id = $1',
    [anouk, banner],
  );
  const profile = await describePath('/streamer/anouk');
  expect(profile?.first?.words).toMatchObject({
    name: 'Anouk Karsenti',
    cover: `/storage/v1/render/image/public/covers/${anouk}/1?width=1280&height=448`,
    face: expect.stringContaining('data:image/gif'),
  });
  const list = await describePath('/browse');
  expect(list?.first?.list?.[0]).toMatchObject({
    name: 'Anouk Karsenti',
    about: 'Musique · FR',
    cover: `/storage/v1/render/image/public/covers/${anouk}/1?width=640&height=224&max_bytes=25000`,
  });
  expect((await describePath('/browse?free=week'))?.first?.list).toBeUndefined();
});

test('of the filters only a category makes a page of its own', async () => {
  expect(await describePath('/browse?category=echecs&free=week')).toMatchObject({
    canonical: '/browse?category=echecs',
    title: 'Échecs et stratégie\u202f: streamers à réserver · Loge',
  });
  expect(await describePath('/browse?q=x&category=<b>')).toMatchObject({ canonical: '/browse' });
});

test('pages behind the guard exist, and are not to be indexed', async () => {
  expect(await describePath('/viewer-dashboard/bookings')).toMatchObject({ status: 200, canonical: null });
  expect(await describePath('/book-session/anouk')).toMatchObject({ status: 200, canonical: null });
});

test('the booker comes with the name and the offers, of which the one in its address is chosen', async () => {
  const first = (await describePath('/book-session/anouk'))?.first;
  expect(first).toMatchObject({
    look: 'booker',
    words: { name: 'Anouk Karsenti', title: 'Cours', price: '25,00\u00a0€', isBeside: 'yes' },
    list: [
      { title: 'Cours', isChosen: 'yes' },
      { title: 'Essai', price: 'Gratuit', isChosen: 'no' },
    ],
  });
  const { rows } = await database.pool.query("select id from public.offers where title = 'Essai'");
  const asked = await describePath(`/book-session/anouk?offer=${rows[0].id}`);
  expect(asked?.first?.words).toMatchObject({ title: 'Essai', isChosen: 'yes' });
  // A place that is held already, all offers open, or an offer that is gone: other boxes than these.
  for (const query of [`booking=${anouk}`, 'step=offer', `offer=${anouk}`])
    expect((await describePath(`/book-session/anouk?${query}`))?.first?.look, query).toBe('frame');
});

test('the sitemap lists the public pages, the categories and every visible streamer', async () => {
  const list = await pages.list();
  expect(list.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', '/browse', '/browse?category=musique', '/streamer/anouk']),
  );
  expect(list.find(({ path }) => path === '/streamer/anouk')?.lastModified).toBeInstanceOf(Date);
});
