import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insertBooked, insertOffer, openStreamer } from '#product/availability/testing/marketplace.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import {
  addEntry,
  countUses,
  mergeCategories,
  mergeLanguages,
  orderEntries,
  renameEntry,
  retireEntry,
  setPicture,
} from './contract.ts';
import { finishMerges } from './finish-merges.ts';

const product = await openProduct();
const { rows } = product;
const admin = await product.join({ role: 'admin' });
const streamer = await product.join({ role: 'streamer' });
await openStreamer(product.database.pool, streamer.id, { hours: [] });
const reason = 'Vu avec l’équipe';

async function addCategory(): Promise<string> {
  const id = `essai-${randomUUID().slice(0, 8)}`;
  await ask(admin, addEntry, { list: 'categories', id, label: `Essai ${id.slice(6)}`, reason });
  return id;
}
const finish = () =>
  finishMerges({ pool: product.database.pool, now: new Date(), signal: new AbortController().signal });
const logOf = (action: string, subject: string) =>
  rows('select before, after, reason from public.audit_log where action = $1 and subject_id = $2', [
    action,
    subject,
  ]);
const offerIn = (category: string) =>
  rows(
    `insert into offers (streamer_id, title, category, duration_minutes, price_cents) values ($1, 'Essai', $2, 30, 500) returning category`,
    [streamer.id, category],
  );

test('one is added at the end, once, under a name of its own', async () => {
  const id = await addCategory();
  const [last] = await rows('select id from categories order by position desc limit 1');
  expect(last).toEqual({ id });
  const again = { list: 'categories' as const, id, label: 'Autre nom', reason };
  expect(await codeOf(admin, addEntry, again)).toBe('entry_exists');
  expect(await codeOf(admin, addEntry, { ...again, id: `${id}-2`, label: 'musique' })).toBe('label_taken');
  expect(await codeOf(admin, addEntry, { ...again, list: 'languages', id: 'breton' })).toBe('invalid_input');
  expect(await codeOf(streamer, addEntry, again)).toBe('forbidden');
  expect(await logOf('catalogue/add-entry', id)).toMatchObject([{ before: null, reason }]);
});

test('a new name is in the log beside the old one', async () => {
  const id = await addCategory();
  const label = `Renommée ${id.slice(6)}`;
  await ask(admin, renameEntry, { list: 'categories', id, label, reason });
  expect(await logOf('catalogue/rename-entry', id)).toMatchObject([{ after: { label } }]);
  expect(await codeOf(admin, renameEntry, { list: 'languages', id: 'xx', label, reason })).toBe('not_found');
});

test('an order is taken as a whole, and refused when the list has changed meanwhile', async () => {
  const ids = (await rows('select id from languages where merged_into is null order by position, id')).map(
    ({ id }) => id,
  );
  const turned = ids.toReversed();
  await ask(admin, orderEntries, { list: 'languages', ids: turned, reason });
  expect(
    (await rows('select id from languages where merged_into is null order by position')).map(({ id }) => id),
  ).toEqual(turned);
  expect(await codeOf(admin, orderEntries, { list: 'languages', ids: ids.slice(1), reason })).toBe(
    'try_again',
  );
  await ask(admin, orderEntries, { list: 'languages', ids, reason });
});

test('one that is retired gets no new offer, and is offered again', async () => {
  const id = await addCategory();
  const request = { list: 'categories' as const, id, retired: true, reason };
  await ask(admin, retireEntry, request);
  await expect(offerIn(id)).rejects.toMatchObject({ code: 'LG005' });
  expect(await codeOf(admin, retireEntry, request)).toBe('already_done');
  await ask(admin, retireEntry, { ...request, retired: false });
  expect(await offerIn(id)).toEqual([{ category: id }]);
});

describe('a merge of languages', () => {
  let codes = 'qa';
  /** A language of this test alone. */
  async function addLanguage(): Promise<string> {
    const [one] = await rows(
      `insert into languages (id, label, position) select id, 'Essai ' || id, 90 from (
         select chr(a) || chr(b) as id from generate_series(113, 122) a, generate_series(97, 122) b) free
       where id > $1 and not exists (select from languages l where l.id = free.id) order by id limit 1 returning id`,
      [codes],
    );
    codes = one?.id;
    return codes;
  }
  const languagesOf = async (id: string): Promise<string[]> =>
    (await rows('select languages from streamers where id = $1', [id]))[0]?.languages;

  test('touches the profiles that were counted before, and leaves nothing under the old name', async () => {
    const [from, into] = [await addLanguage(), await addLanguage()];
    await rows('update streamers set languages = $2 where id = $1', [streamer.id, ['fr', from, into]]);
    const { uses } = await ask(admin, countUses, {});
    expect(uses.find(({ list, id }) => list === 'languages' && id === from)).toMatchObject({ profiles: 1 });
    expect(await codeOf(streamer, mergeLanguages, { from, into, reason })).toBe('forbidden');
    expect(await ask(admin, mergeLanguages, { from, into, reason })).toEqual({ profiles: 1 });
    expect(await languagesOf(streamer.id)).toEqual(['fr', into]);
    expect(await rows('select from private.streamer_languages where language = $1', [from])).toEqual([]);
    expect((await ask(admin, countUses, {})).uses.some(({ id }) => id === from)).toBe(false);
    expect(await logOf('catalogue/merge-languages', from)).toMatchObject([
      { after: { mergedInto: into, profiles: 1 }, reason },
    ]);
    // What is written under the old name later is written under the other, also after that was merged in its turn.
    const last = await addLanguage();
    await ask(admin, mergeLanguages, { from: into, into: last, reason });
    await rows('update streamers set languages = $2 where id = $1', [streamer.id, ['fr']]);
    await rows('update streamers set languages = $2 where id = $1', [streamer.id, [from, 'fr']]);
    expect(await languagesOf(streamer.id)).toEqual([last, 'fr']);
  });

  test('is refused where it would be the second, or lead to what is not offered', async () => {
    const [from, into] = [await addLanguage(), await addLanguage()];
    await ask(admin, retireEntry, { list: 'languages', id: into, retired: true, reason });
    expect(await codeOf(admin, mergeLanguages, { from, into, reason })).toBe('catalogue_retired');
    await ask(admin, mergeLanguages, { from, into: 'fr', reason });
    expect(await codeOf(admin, mergeLanguages, { from, into: 'en', reason })).toBe('already_done');
    expect(await codeOf(admin, mergeLanguages, { from: into, into, reason })).toBe('invalid_input');
    expect(await codeOf(admin, mergeLanguages, { from: 'zz', into: 'fr', reason })).toBe('not_found');
  });

  test('leaves none behind of the profiles that are written at the same time', async () => {
    const from = await addLanguage();
    const others = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const other = await product.join({ role: 'streamer' });
        await openStreamer(product.database.pool, other.id, { hours: [] });
        return other;
      }),
    );
    await Promise.all(
      Array.from({ length: 18 }, (_, index) =>
        index === 9
          ? send(admin, mergeLanguages, { from, into: 'en', reason })
          : rows('update streamers set languages = $2 where id = $1', [others[index % 6]!.id, [from, 'fr']]),
      ),
    );
    const [left] = await rows(
      `select (select count(*) from streamers where languages @> array[$1])::int as profiles,
         (select count(*) from private.streamer_languages where language = $1)::int as rows,
         (select merged_into from languages where id = $1) as into`,
      [from],
    );
    expect(left).toEqual({ profiles: 0, rows: 0, into: 'en' });
  });
});

describe('a picture', () => {
  /** As storage writes the row of an upload: by the policies, in a folder of one's own. */
  async function store(by: SignedIn, folder = by.id): Promise<string> {
    const name = `${folder}/${randomUUID()}`;
    const insert: string =
      "insert into storage.objects (bucket_id, name, owner_id, version) values ('categories', $1, $2, $3)";
    await asCaller(
      product.database.pool,
      {
        role: 'authenticated',
        claims: { sub: by.id, role: 'authenticated', session_id: by.sessionId },
      },
      (db) => db.query(insert, [name, by.id, randomUUID()]),
    );
    return `/storage/v1/object/public/categories/${name}`;
  }

  test('is stored by those who write the catalogue alone, each in a folder of their own', async () => {
    await store(admin);
    await expect(store(streamer)).rejects.toThrow(/row-level security/);
    await expect(store(admin, streamer.id)).rejects.toThrow(/row-level security/);
    const [bucket] = await rows(
      `select public, checks_content, allowed_mime_types from storage.buckets where id = 'categories'`,
    );
    expect(bucket).toMatchObject({ public: true, checks_content: true });
    expect(bucket?.allowed_mime_types).not.toContain('image/svg+xml');
  });

  test('belongs to a category with what it shows, changes once, and is taken away', async () => {
    const id = await addCategory();
    const picture = { url: await store(admin), alt: 'Un piano dans une pièce sombre' };
    const shown = () =>
      rows('select picture_url as url, picture_alt as alt from categories where id = $1', [id]);
    await ask(admin, setPicture, { id, picture, before: null, reason });
    expect(await shown()).toEqual([picture]);
    expect(await codeOf(admin, setPicture, { id, picture, before: null, reason })).toBe('try_again');
    expect(await codeOf(admin, setPicture, { id, picture, before: picture, reason })).toBe('already_done');
    const gone = { ...picture, url: `${picture.url.slice(0, -12)}000000000000` };
    expect(await codeOf(admin, setPicture, { id, picture: gone, before: picture, reason })).toBe(
      'file_not_found',
    );
    const elsewhere = { ...picture, url: 'https://ailleurs.test/image.png' };
    expect(await codeOf(admin, setPicture, { id, picture: elsewhere, before: picture, reason })).toBe(
      'invalid_input',
    );
    expect(
      await codeOf(admin, setPicture, { id, picture: { ...picture, alt: ' ' }, before: picture, reason }),
    ).toBe('invalid_input');
    expect(await shown()).toEqual([picture]);
    await ask(admin, setPicture, { id, picture: null, before: picture, reason });
    expect(await shown()).toEqual([{ url: null, alt: null }]);
    expect(await logOf('catalogue/set-picture', id)).toMatchObject([
      { before: { picture: null }, after: { picture } },
      { before: { picture }, after: { picture: null } },
    ]);
  });
});

describe('a merge', () => {
  test('touches what was counted before, and leaves nothing under the old name', async () => {
    const [from, into] = [await addCategory(), await addCategory()];
    const viewer = await product.join();
    const offerId = await insertOffer(product.database.pool, streamer.id);
    await rows('update offers set category = $2 where id = $1', [offerId, from]);
    const booking = await insertBooked(product.database.pool, {
      ...{ streamerId: streamer.id, viewerId: viewer.id, offerId, start: new Date('2026-03-01T10:00:00Z') },
    });
    await rows('update bookings set category = $2 where id = $1', [booking, from]);
    await rows('update streamers set categories = $2 where id = $1', [streamer.id, ['sport', from, into]]);
    await rows(
      `insert into private.searches (day, visitor, category, words, found)
       select '2026-03-01', decode(md5(word), 'hex'), category, word, true
       from unnest(array['a', 'b', 'b']) with ordinality w (word, n), lateral (select case n when 3 then $2 else $1 end as category) c`,
      [from, into],
    );
    await rows(
      `insert into private.search_days (day, category, people, unfound) values ('2026-03-01', $1, 4, 1), ('2026-03-01', $2, 3, 2), ('2026-03-02', $1, 1, 0)`,
      [from, into],
    );
    await rows(
      `insert into private.platform_demand_days (day, category, cell, people) values ('2026-03-01', $1, 9, 3), ('2026-03-01', $2, 9, 2)`,
      [from, into],
    );

    const { uses } = await ask(admin, countUses, {});
    const touched = { profiles: 1, offers: 1, bookings: 1, searches: 2, days: 3 };
    expect(uses.find(({ id }) => id === from)).toEqual({ list: 'categories', id: from, ...touched });
    expect(await ask(admin, mergeCategories, { from, into, reason })).toEqual({ touched });
    // Offers and profiles have the new name at once; the past has it when the task is through, however many processes run it.
    const named = async () =>
      (
        await rows(
          `select (select count(*) from offers where category = $1)::int as offers, (select count(*) from bookings where category = $1)::int as bookings,
           (select merge_finished_at is not null from categories where id = $1) as finished`,
          [from],
        )
      )[0];
    expect(await named()).toEqual({ offers: 0, bookings: 1, finished: false });
    await Promise.all(Array.from({ length: 4 }, finish));
    await finish();
    expect(await named()).toEqual({ offers: 0, bookings: 0, finished: true });

    const after = (await ask(admin, countUses, {})).uses;
    expect(after.find(({ id }) => id === from)).toBeUndefined();
    expect(after.find(({ id }) => id === into)).toMatchObject({
      ...{ profiles: 1, offers: 1, bookings: 1, searches: 2, days: 3 },
    });
    expect(await rows('select categories from streamers where id = $1', [streamer.id])).toEqual([
      { categories: ['sport', into] },
    ]);
    expect(
      await rows(
        'select day::text, people, unfound from private.search_days where category = $1 order by day',
        [into],
      ),
    ).toEqual([
      { day: '2026-03-01', people: 7, unfound: 3 },
      { day: '2026-03-02', people: 1, unfound: 0 },
    ]);
    expect(await rows('select people from private.platform_demand_days where category = $1', [into])).toEqual(
      [{ people: 5 }],
    );
    expect(await logOf('catalogue/merge-categories', from)).toMatchObject([
      { after: { mergedInto: into, ...touched }, reason },
    ]);
    // What names the old one in times to come names the other, also after that was merged in its turn.
    await ask(admin, mergeCategories, { from: into, into: 'musique', reason });
    expect(await offerIn(from)).toEqual([{ category: 'musique' }]);
  });

  test('is refused where it would be the second, or lead to what is not offered', async () => {
    const [from, into] = [await addCategory(), await addCategory()];
    await ask(admin, retireEntry, { list: 'categories', id: into, retired: true, reason });
    expect(await codeOf(admin, mergeCategories, { from, into, reason })).toBe('catalogue_retired');
    await ask(admin, mergeCategories, { from, into: 'musique', reason });
    expect(await codeOf(admin, mergeCategories, { from, into: 'sport', reason })).toBe('already_done');
    expect(await codeOf(admin, mergeCategories, { from: into, into, reason })).toBe('invalid_input');
  });

  test('leaves none behind of the offers, profiles and bookings that are written at the same time', async () => {
    const from = await addCategory();
    const viewer = await product.join();
    const offerId = await insertOffer(product.database.pool, streamer.id);
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const other = await product.join({ role: 'streamer' });
        await openStreamer(product.database.pool, other.id, { hours: [] });
        return other;
      }),
    );
    const writes = Array.from({ length: 24 }, async (_, index) => {
      if (index === 12) return send(admin, mergeCategories, { from, into: 'dessin', reason });
      const other = others[index % 4]!;
      if (index % 3 === 0)
        return rows('update streamers set categories = $2 where id = $1', [other.id, [from, 'sport']]);
      if (index % 3 === 1) return offerIn(from);
      const start = new Date(Date.UTC(2026, 4, 1 + index, 10));
      const id = await insertBooked(product.database.pool, {
        ...{ streamerId: streamer.id, viewerId: viewer.id, offerId, start },
      });
      return rows('update bookings set category = $2 where id = $1', [id, from]);
    });
    await Promise.all(writes);
    await finish();
    const [left] = await rows(
      `select (select count(*) from offers where category = $1)::int as offers, (select count(*) from bookings where category = $1)::int as bookings,
         (select count(*) from streamers where categories @> array[$1])::int as profiles,
         (select count(*) from private.streamer_categories where category = $1)::int as rows`,
      [from],
    );
    expect(left).toEqual({ offers: 0, bookings: 0, profiles: 0, rows: 0 });
    const [merged] = await rows('select merged_into from categories where id = $1', [from]);
    expect(merged).toEqual({ merged_into: 'dessin' });
  });
});
