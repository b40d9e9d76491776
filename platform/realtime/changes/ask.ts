import type pg from 'pg';
import { type Identity, inTransaction, uuidOrNull } from '#server/postgres/as-caller.ts';
import { comparable, type Question } from './match.ts';
import type { Change } from './reader.ts';
import type { PublishedTable } from './tables.ts';

/** The longest that a policy may delay the changes that other clients wait for. */
const WITHIN = '5s';

/** One query under row-level security: which of these rows may this caller see? */
export interface Audience {
  caller: Identity;
  rows: number[];
}

/** One change written as JSON for a role, with the columns that the client chose. */
export interface Rendering {
  change: Change;
  role: string;
  chosen: readonly string[] | null;
}

/** Runs statements in one short transaction, sent without waiting for each other. */
export const promptly = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(
    pool,
    async (client) => {
      const begun = client.query(`begin; set local statement_timeout = '${WITHIN}'`);
      const [, result] = await Promise.all([begun, work(client)]);
      return result;
    },
    () => Promise.resolve(),
  );

/** @returns for each question whether the row passes */
export async function askFilters(
  client: pg.PoolClient,
  table: PublishedTable,
  questions: readonly Question[],
): Promise<boolean[]> {
  if (questions.length === 0) return [];
  const asked = questions.map(({ change, condition }) => ({
    row: change.type === 'DELETE' ? comparable(change, table) : null,
    xid: change.xid,
    id: change.id,
    column: condition.column,
    operator: condition.operator,
    given: condition.given,
    negated: condition.negated,
  }));
  // Postgres reads the row from realtime.changes itself: sent from here, a number too long for
  // JavaScript would be rounded.
  const { rows } = await client.query(
    `select realtime.passes_filter($1::regclass, coalesce(q.row, c.record), q."column", q.operator, q.given, q.negated) as passes
     from rows from (jsonb_to_recordset($2::jsonb)
       as (row jsonb, xid xid8, id bigint, "column" text, operator text, given text[], negated boolean)) with ordinality
       as q(row, xid, id, "column", operator, given, negated, at)
     left join realtime.changes c on c.xid = q.xid and c.id = q.id order by q.at`,
    [table.relation, JSON.stringify(asked)],
  );
  return rows.map(({ passes }) => passes === true);
}

/**
 * @param keys of the changed rows; an audience names a row by its index in this list
 * @returns for each audience the indexes of the rows it may see; null where its policies raised an
 *   error
 */
export async function askAudiences(
  client: pg.PoolClient,
  table: PublishedTable,
  keys: readonly Record<string, unknown>[],
  audiences: readonly Audience[],
  path: string,
): Promise<{ visible: number[] | null; reason: string | null }[]> {
  if (audiences.length === 0) return [];
  const readers = audiences.map(({ caller: { role, claims }, rows }, number) => ({
    number,
    role,
    claims,
    session: uuidOrNull(claims.session_id),
    person: uuidOrNull(claims.sub),
    rows,
  }));
  const { rows } = await client.query({
    name: 'realtime-visible',
    text: 'select visible, reason from realtime.visible_rows($1::regclass, $2, $3, $4) order by reader',
    values: [table.relation, JSON.stringify(keys), JSON.stringify(readers), path],
  });
  return rows;
}

/** @returns the `data` of each rendering as JSON text; null when the change is gone */
export async function askRenderings(
  client: pg.PoolClient,
  table: PublishedTable,
  renderings: readonly Rendering[],
): Promise<(string | null)[]> {
  const asked = renderings.map(({ change: { xid, id }, role, chosen }) => ({ xid, id, role, chosen }));
  const { rows } = await client.query({
    name: 'realtime-render',
    text: `select realtime.render_change(q.xid, q.id, $1::regclass, q.role, q.chosen) as data
      from rows from (jsonb_to_recordset($2::jsonb) as (xid xid8, id bigint, role name, chosen text[])) with ordinality
        as q(xid, id, role, chosen, at) order by q.at`,
    values: [table.relation, JSON.stringify(asked)],
  });
  return rows.map(({ data }) => data);
}
