import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const { pool } = await openTestDatabase('product', 8);

async function insertStreamer(): Promise<string> {
  return await insertPerson(pool, { email: `${randomUUID()}@loge.test`, role: 'streamer' });
}
const insertOffer = (streamerId: string, category: string) =>
  pool.query<{ category: string }>(
    `insert into offers (streamer_id, title, category, duration_minutes, price_cents) values ($1, 'Essai', $2, 30, 500) returning category`,
    [streamerId, category],
  );
const write = (streamerId: string, categories: string[], languages = ['fr']) =>
  pool.query<{ categories: string[] }>(
    'update streamers set categories = $2, languages = $3 where id = $1 returning categories',
    [streamerId, categories, languages],
  );

describe('categories and languages', () => {
  let streamer = '';
  let ending = '';

  /** A category of this test alone. */
  async function category(more: { retired?: boolean; into?: string } = {}): Promise<string> {
    const id = `c-${randomUUID()}`;
    await pool.query(
      `insert into categories (id, label, position, retired_at, merged_into) values ($1, $2, 50, $3, $4)`,
      [
        id,
        `Essai ${ending}${id.slice(-8)}`,
        more.retired || more.into ? new Date() : null,
        more.into ?? null,
      ],
    );
    return id;
  }
  beforeEach(async () => {
    ending = randomUUID().slice(0, 4);
    streamer = await insertStreamer();
  });

  test('a profile and an offer name none that does not exist', async () => {
    await expect(insertOffer(streamer, 'inconnue')).rejects.toThrow(/offers_category_fkey/);
    await expect(write(streamer, ['inconnue'])).rejects.toThrow(/streamer_categories_category_fkey/);
    await expect(write(streamer, [], ['xx'])).rejects.toThrow(/streamer_languages_language_fkey/);
  });

  test('the rows with the foreign keys follow the lists of the profile', async () => {
    await write(streamer, ['musique', 'dessin', 'musique'], ['fr', 'en']);
    await write(streamer, ['sport', 'dessin'], ['en']);
    const { rows } = await pool.query<Record<string, unknown>>(
      `select (select array_agg(category order by category) from private.streamer_categories where streamer_id = $1) as categories,
         (select array_agg(language) from private.streamer_languages where streamer_id = $1) as languages`,
      [streamer],
    );
    expect(rows).toEqual([{ categories: ['dessin', 'sport'], languages: ['en'] }]);
  });

  test('a retired one is kept by those who have it, and taken up by nobody', async () => {
    const retired = await category();
    await write(streamer, [retired]);
    await insertOffer(streamer, retired);
    await pool.query('update categories set retired_at = now() where id = $1', [retired]);

    expect((await write(streamer, [retired, 'sport'])).rows).toEqual([{ categories: [retired, 'sport'] }]);
    await pool.query(`update offers set title = 'Autre titre' where category = $1`, [retired]);
    await expect(insertOffer(streamer, retired)).rejects.toMatchObject({ code: 'LG005' });
    await expect(write(await insertStreamer(), [retired])).rejects.toMatchObject({ code: 'LG005' });
    await write(streamer, ['sport']);
    await expect(write(streamer, [retired])).rejects.toMatchObject({ code: 'LG005' });
  });

  test('what names one that was merged names the one that stands for it', async () => {
    const merged = await category({ into: 'musique' });
    expect((await insertOffer(streamer, merged)).rows).toEqual([{ category: 'musique' }]);
    expect((await write(streamer, ['sport', merged, 'musique'])).rows).toEqual([
      { categories: ['sport', 'musique'] },
    ]);
  });

  test('an offer that is written while its category is being retired waits for it, and is refused', async () => {
    const retired = await category();
    const retiring = await pool.connect();
    try {
      await retiring.query('begin');
      await retiring.query('select from categories where id = $1 for update', [retired]);
      await retiring.query('update categories set retired_at = now() where id = $1', [retired]);
      const written = insertOffer(streamer, retired).then(
        () => 'written',
        (error: { code?: string }) => error.code,
      );
      // It waits for the lock: nothing else of this database does.
      await expect
        .poll(async () => {
          const { rows } = await pool.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]?.waiting;
        })
        .toBe(1);
      await retiring.query('commit');
      expect(await written).toBe('LG005');
    } finally {
      retiring.release();
    }
  });

  test('streamers are found by the new name of a category', async () => {
    const renamed = await category();
    await write(streamer, [renamed]);
    await pool.query(`update categories set label = 'Macramé savant' where id = $1`, [renamed]);
    const { rows } = await pool.query<{ found: boolean }>(
      `select words like '% macrame savant %' as found from private.streamer_searches where streamer_id = $1`,
      [streamer],
    );
    expect(rows).toEqual([{ found: true }]);
  });

  test('two in use cannot have one name', async () => {
    await expect(
      pool.query(`insert into categories (id, label, position) values ('autre-musique', 'MUSIQUE', 50)`),
    ).rejects.toThrow(/categories_label_key/);
  });
});
