import type pg from 'pg';
import type { ColumnNames } from '#database/generated/types.ts';

type Db = pg.ClientBase | pg.Pool;
type Row = Readonly<Record<string, unknown>>;

/** A table with its schema's name, as SQL writes it. */
export type TableName = keyof ColumnNames;

/** Some columns of a table. */
export type RowOf<Name extends TableName> = { readonly [Column in ColumnNames[Name]]?: unknown };
/** Refuses a row with a column that its table does not have. */
export type Fits<Given, Name extends TableName> = Given & {
  readonly [Column in Exclude<keyof Given, ColumnNames[Name]>]: never;
};

const MOST_AT_ONCE = 2_000;

/** Inserts rows whose columns are known where they are written. */
export const insertRows = <Name extends TableName, Given extends object>(
  db: Db,
  table: Name,
  rows: readonly Fits<Given, Name>[],
): Promise<void> =>
  insertCollected(
    db,
    table,
    rows.map((row) => ({ ...row })),
  );

/**
 * Inserts rows as given, many in one statement. Every row has the keys of the first; a missing
 * column gets its default. Dates are instants, arrays Postgres arrays, other objects JSON: the
 * column's type decides.
 */
export async function insertCollected(db: Db, table: TableName, rows: readonly Row[]): Promise<void> {
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
