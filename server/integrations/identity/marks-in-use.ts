import type pg from 'pg';

/**
 * Every row that holds something sealed, by the mark of its key (`IdentitySeal.mark`): five bytes,
 * of which the first is the form of the seal.
 */
const MARKS = `select mark, count(*)::int as rows from (
    select substring(sealed for 5) as mark from private.fiscal_identities
    union all select substring(body for 5) from public.accounting_files where sealed and octet_length(body) > 0
    union all select substring(token_sealed for 5) from private.stream_kits where token_sealed is not null
  ) sealed group by mark`;

/** @returns under which keys something is sealed in the database, and how many rows of each */
export async function marksInUse(client: pg.ClientBase | pg.Pool): Promise<{ mark: Buffer; rows: number }[]> {
  const { rows } = await client.query(MARKS);
  return rows.flatMap(({ mark, rows: count }) => (mark === null ? [] : [{ mark, rows: count ?? 0 }]));
}
