import type pg from 'pg';

type Db = pg.ClientBase | pg.Pool;
export type Row = Readonly<Record<string, unknown>>;

const MOST_AT_ONCE = 2_000;

/**
 * Inserts rows as given, many in one statement. Every row has the keys of the first; a missing column gets its default.
 * Dates are instants, arrays Postgres arrays, other objects JSON: the column's type decides.
 */
export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map((column) => `"${column}"`);
  const list = columns.join(', ');
  for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
    await db.query(
      `insert into ${table} (${list}) overriding system value
       select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows.slice(from, from + MOST_AT_ONCE))],
    );
  }
}
