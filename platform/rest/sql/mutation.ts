import type { Payload } from '../parse/body.ts';
import type { ReadNode } from '../plan/read-plan.ts';
import type { Column } from '../schema-cache/catalog.ts';
import { allOf } from './conditions.ts';
import { ident, qualified, type Statement } from './statement.ts';

export interface Write {
  /** The table as a plan node: its alias, and the filters of an update or delete. */
  node: ReadNode & { table: NonNullable<ReadNode['table']> };
  /** Columns of the `returning` clause; empty for none. */
  returning: string[];
}

export interface Update extends Write {
  payload: Payload;
  columns: Column[];
  /** Columns that a payload leaves out get their default instead of null. */
  fillDefaults: boolean;
}

export interface Insert extends Update {
  conflict: { columns: string[]; resolution: 'merge-duplicates' | 'ignore-duplicates' } | null;
  /** Only the rows of the payload with these values are inserted, and no other. */
  only: { column: string; value: string }[];
}

/**
 * Counts inserted rows in a setting of the transaction, since the result of an upsert does not say
 * which rows are new.
 */
const countInserted = (by: '+ 1' | '- 1', unlike: string) =>
  `set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) ${by})::text, true) <> '${unlike}'`;

export const INSERTED = "nullif(current_setting('pgrst.inserted', true), '')::int";

export function insertSql(statement: Statement, insert: Insert): string {
  const { node, payload, columns, conflict, only } = insert;
  const merge = conflict?.resolution === 'merge-duplicates';
  const names = columns.map(({ name }) => ident(name)).join(', ');
  let sql = `insert into ${qualified(node.table)} as ${ident(node.alias)}`;
  if (columns.length === 0) {
    if (payload.single) sql += ' default values';
    else if (payload.json.replace(/\s/g, '') === '[]') sql += ' select where false';
    else sql += ` select from json_array_elements(${statement.value(payload.json)}::json)`;
  } else {
    sql += ` (${names}) select ${names} from ${bodyRows(statement, insert)}`;
    const wanted = only.map(({ column, value }) => `_.${ident(column)} = ${statement.value(value)}`);
    const counted = merge ? countInserted('+ 1', '0') : 'true';
    if (wanted.length > 0) sql += ` where case when ${wanted.join(' and ')} then ${counted} else false end`;
    else if (merge) sql += ` where ${counted}`;
  }
  if (conflict) {
    sql += ` on conflict (${conflict.columns.map(ident).join(', ')})`;
    const set = columns.map(({ name }) => `${ident(name)} = excluded.${ident(name)}`).join(', ');
    sql += merge && set !== '' ? ` do update set ${set} where ${countInserted('- 1', '-1')}` : ' do nothing';
  }
  return sql + returningSql(insert);
}

export function updateSql(statement: Statement, update: Update): string {
  const { node, columns } = update;
  if (columns.length === 0) return nothingOf(update);
  const set = columns.map(({ name }) => `${ident(name)} = pgrst_body.${ident(name)}`).join(', ');
  const from = bodyRows(statement, update);
  const where = whereSql(statement, update);
  return `update ${qualified(node.table)} as ${ident(node.alias)} set ${set} from (select * from ${from} limit 1) pgrst_body${where}${returningSql(update)}`;
}

export function deleteSql(statement: Statement, write: Write): string {
  const { node } = write;
  return `delete from ${qualified(node.table)} as ${ident(node.alias)}${whereSql(statement, write)}${returningSql(write)}`;
}

function whereSql(statement: Statement, { node }: Write): string {
  const where = allOf(statement, node, node.conditions);
  return where === '' ? '' : ` where ${where}`;
}

/** An update without columns touches no row. */
function nothingOf({ node, returning }: Write): string {
  return `select ${returned(node, returning)} from ${qualified(node.table)} as ${ident(node.alias)} where false`;
}

function returningSql({ node, returning }: Write): string {
  return ` returning ${returned(node, returning)}`;
}

/** Columns by their table's alias, so that those are found which a function of the row computes. */
function returned({ alias }: Write['node'], columns: readonly string[]): string {
  if (columns.length === 0) return '1';
  return columns.map((name) => `${ident(alias)}.${name === '*' ? '*' : ident(name)}`).join(', ');
}

/** The payload as rows with the columns' own types. */
function bodyRows(statement: Statement, { payload, columns, fillDefaults }: Update): string {
  const record = columns.map(({ name, type }) => `${ident(name)} ${type}`).join(', ');
  const defaults = fillDefaults ? columns.filter((column) => column.default !== null) : [];
  const value = statement.value(payload.json);
  if (defaults.length === 0) {
    return `json_to_record${payload.single ? '' : 'set'}(${value}::json) as _(${record})`;
  }
  // The default is evaluated only where the key is missing: otherwise a sequence would advance, and
  // its privilege be required, without need.
  const filled = (row: string) =>
    defaults.reduce((sql, column) => {
      const name = `${statement.value(column.name)}::text`;
      return `${sql} || case when ${row} ? ${name} then '{}' else jsonb_build_object(${name}, ${column.default}) end`;
    }, row);
  return payload.single
    ? `(select ${filled('o')} as v from (select ${value}::jsonb as o) p) d, jsonb_to_record(d.v) as _(${record})`
    : `(select jsonb_agg(${filled('o')}) as v from jsonb_array_elements(${value}::jsonb) o) d, jsonb_to_recordset(d.v) as _(${record})`;
}
