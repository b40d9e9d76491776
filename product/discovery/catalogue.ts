import type pg from 'pg';
import { isDatabaseAway } from '#server/postgres/database.ts';
import type { Catalogue } from './rules/catalogue.ts';

const read = async (db: pg.Pool): Promise<Catalogue> => {
  const { rows } = await db.query({
    name: 'read-catalogue',
    text: `select 'categories' as list, id, label, picture_url, picture_alt, retired_at is not null as retired, merged_into, position from public.categories
     union all select 'languages', id, label, null, null, retired_at is not null, merged_into, position from public.languages
     order by position, id`,
    values: [],
  });
  const entriesOf = (wanted: keyof Catalogue) =>
    rows
      .filter(({ list }) => list === wanted)
      .map(({ id, label, picture_url, picture_alt, retired, merged_into }) => ({
        id,
        label,
        pictureUrl: picture_url,
        pictureAlt: picture_alt,
        retired,
        mergedInto: merged_into,
      }));
  return { categories: entriesOf('categories'), languages: entriesOf('languages') };
};

/**
 * Reads the categories and languages for the documents of pages. While the database is away they
 * are what they were when it was read last: a document is served then too.
 */
export async function catalogueReader(pool: pg.Pool): Promise<() => Promise<Catalogue>> {
  let last = await read(pool);
  return async () => {
    try {
      last = await read(pool);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    return last;
  };
}
