import type pg from 'pg';
import { isDatabaseAway } from '#server/postgres/database.ts';
import type { Asked, CheckedCondition, Subscription } from './subscription.ts';

/** A table that clients may follow. */
export interface PublishedTable {
  schema: string;
  name: string;
  /** Quoted, for SQL. */
  relation: string;
  primaryKey: readonly string[];
}

/** A subscription that is refused; the message is for the client. */
export class SubscribeError extends Error {
  override name = 'SubscribeError';
}

/** The published tables, read when they are first asked for and again when the schema changed. */
export interface Tables {
  all(): Promise<readonly PublishedTable[]>;
  invalidate(): void;
}

const READ = `select n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as relation,
    array_agg(a.attname::text order by a.attnum) as "primaryKey"
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
  where t.tgname = 'realtime_capture' and t.tgparentid = 0
  group by 1, 2`;

export function createTables(pool: pg.Pool): Tables {
  let known: Promise<readonly PublishedTable[]> | null = null;
  return {
    all() {
      known ??= pool
        .query(READ)
        .then(({ rows }) => rows)
        .catch((error: unknown) => {
          known = null;
          throw error;
        });
      return known;
    },
    invalidate() {
      known = null;
    },
  };
}

export const isOn = (
  table: PublishedTable,
  { schema, table: name }: Pick<Subscription, 'schema' | 'table'>,
) => (schema === '*' || table.schema === schema) && (name === null || table.name === name);

/**
 * A subscription in the wording of a hosted project, so that its troubleshooting pages apply here
 * too.
 */
function described({ event, schema, table, binding }: Asked): string {
  return `[event: ${event}, schema: ${schema}, table: ${table ?? '*'}, filters: ${JSON.stringify(binding.filter ?? '')}]`;
}

async function mayFollow(pool: pg.Pool, { relation }: PublishedTable, role: string): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'realtime-may-follow',
    text: 'select realtime.may_follow($1::regclass, $2) as may',
    values: [relation, role],
  });
  return rows[0]?.may === true;
}

/** @throws SubscribeError */
async function readConditions(
  pool: pg.Pool,
  { relation }: PublishedTable,
  role: string,
  asked: Asked,
): Promise<CheckedCondition[]> {
  if (asked.conditions.length === 0) return [];
  try {
    const { rows } = await pool.query({
      name: 'realtime-read-filter',
      text: `select realtime.read_filter($1::regclass, $2, q."column", q.operator, q.given) as simple
        from rows from (jsonb_to_recordset($3::jsonb) as ("column" text, operator text, given text[])) with ordinality
          as q("column", operator, given, at) order by q.at`,
      values: [relation, role, JSON.stringify(asked.conditions)],
    });
    return asked.conditions.map((condition, at) => ({ ...condition, simple: rows[at]?.simple ?? null }));
  } catch (error) {
    if (isDatabaseAway(error) || !(error instanceof Error) || !('severity' in error)) throw error;
    throw new SubscribeError(
      `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${described(asked)}. Exception: ${error.message}`,
    );
  }
}

/**
 * Checks a subscription on behalf of `role`.
 * @throws SubscribeError when no such table is published, or the filter does not fit it
 */
export async function checkSubscription(
  pool: pg.Pool,
  tables: Tables,
  role: string,
  asked: Asked,
): Promise<Subscription> {
  let found = (await tables.all()).find((each) => isOn(each, asked));
  if (!found) {
    // The table may have been published a moment ago, by SQL that sends no notification of it.
    tables.invalidate();
    found = (await tables.all()).find((each) => isOn(each, asked));
  }
  if (!found) {
    throw new SubscribeError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${described(asked)}`,
    );
  }
  if (asked.table !== null && !(await mayFollow(pool, found, role))) {
    throw new SubscribeError(
      `Unable to subscribe to changes with given parameters. The role ${role} may not select the primary key: ${described(asked)}`,
    );
  }
  const conditions = await readConditions(pool, found, role, asked);
  const { binding, event, schema, table, chosen } = asked;
  return { id: binding.id, event, schema, table, conditions, chosen };
}
