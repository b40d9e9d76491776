import { createHash } from 'node:crypto';
import type pg from 'pg';
import { beginAs, type Identity } from '#server/postgres/as-caller.ts';
import { answerTooLarge } from '../errors.ts';
import type { RestEnvironment } from '../request.ts';
import type { Answer } from '../sql/statement.ts';

/** How many statement texts are remembered; each that comes again gets a name, under which it is prepared. */
const REMEMBERED = 1000;
/** A connection with more prepared statements than this is replaced by a new one, which limits the memory that Postgres uses for them. */
const MOST_PER_CONNECTION = 300;

const seen = new Map<string, string | null>();
const byConnection = new WeakMap<pg.ClientBase, Set<string>>();

/**
 * The query for a statement: prepared under a name from its second use on, so that Postgres parses and plans the
 * statements that pages really use once per connection, and keeps nothing for a statement that is used once.
 */
function prepared(client: pg.ClientBase, text: string, values: unknown[]): pg.QueryConfig {
  const known = seen.get(text);
  if (known === undefined) {
    if (seen.size >= REMEMBERED) seen.delete(seen.keys().next().value ?? '');
    seen.set(text, null);
    return { text, values };
  }
  const name = known ?? `rest-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  // Moved to the end of the map, so that the least recently used statement is dropped first.
  seen.delete(text);
  seen.set(text, name);
  const names = byConnection.get(client) ?? new Set();
  byConnection.set(client, names.add(name));
  return { name, text, values };
}

prepared.isFull = (client: pg.ClientBase): boolean =>
  (byConnection.get(client)?.size ?? 0) > MOST_PER_CONNECTION;

export interface Job {
  text: string;
  values: unknown[];
  readOnly: boolean;
  searchPath: string;
  /** Whether to roll back after the statement: `Prefer: tx=rollback`. */
  discard: boolean;
  /** A statement whose number of rows the planner estimates in the same transaction. */
  estimate: { text: string; values: unknown[] } | null;
  /** Checks the answer before the commit; an error that it throws rolls the transaction back. */
  check: (answer: Answer) => void;
}

export interface Outcome {
  answer: Answer;
  estimated: number | null;
}

/**
 * Runs one statement in a transaction with the caller's role and claims. A connection whose rollback fails, or that has too many
 * prepared statements, is closed.
 */
export async function run(
  { pool, limits }: Pick<RestEnvironment, 'pool' | 'limits'>,
  who: Identity,
  job: Job,
): Promise<Outcome> {
  // By default as on a hosted project: 3 s for anonymous callers, 8 s for others. No page sends a statement that needs longer.
  const seconds = who.role === 'anon' ? limits.anonTimeout : limits.timeout;
  const begin = `${job.readOnly ? 'begin read only' : 'begin'}; set local statement_timeout = '${seconds}s'`;
  const client = await pool.connect();
  let discardConnection: Error | boolean = false;
  try {
    await beginAs(client, who, job.searchPath, begin);
    const asked = client.query<Answer>(prepared(client, job.text, job.values));
    // For a plain read, the commit is sent without waiting for the rows, which saves a round trip.
    const ended = job.readOnly && job.estimate === null ? client.query('commit') : null;
    const [{ rows }] = await Promise.all([asked, ended]);
    const answer = rows[0];
    if (!answer) throw new Error('the statement gave no answer');
    if (answer.too_large) throw answerTooLarge(limits.answer);
    job.check(answer);
    const estimated = job.estimate === null ? null : await plannedRows(client, job.estimate);
    if (ended === null) await client.query(job.discard ? 'rollback' : 'commit');
    return { answer, estimated };
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      discardConnection = failure;
    });
    throw error;
  } finally {
    client.release(discardConnection || prepared.isFull(client));
  }
}

async function plannedRows(client: pg.PoolClient, { text, values }: { text: string; values: unknown[] }) {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) ${text}`,
    values,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
