import { createHash } from 'node:crypto';
import type pg from 'pg';
import { beginAs, type Identity } from '#server/postgres/as-caller.ts';
import { answerTooLarge } from '../errors.ts';
import type { RestEnvironment } from '../request.ts';
import type { Answer } from '../sql/statement.ts';

/** Statement texts that came before, and the name each is prepared under from then on. */
const REMEMBERED = 1000;
/** A connection that prepared this many is replaced by a fresh one, which bounds what the server keeps for us. */
const MOST_PER_CONNECTION = 300;

const seen = new Map<string, string | null>();
const byConnection = new WeakMap<pg.ClientBase, Set<string>>();

/**
 * The query for a statement: prepared under a name from its second use on, so that Postgres parses and plans the shapes a
 * page really sends once per connection, and a stray shape leaves nothing behind.
 */
function prepared(client: pg.ClientBase, text: string, values: unknown[]): pg.QueryConfig {
  const known = seen.get(text);
  if (known === undefined) {
    if (seen.size >= REMEMBERED) seen.delete(seen.keys().next().value ?? '');
    seen.set(text, null);
    return { text, values };
  }
  const name = known ?? `rest-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  // Moved to the end: the least recently used is forgotten first.
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
  /** Rolls back after the statement, whatever it did: `Prefer: tx=rollback`. */
  discard: boolean;
  /** Asks the planner's guess of this statement's rows in the same transaction. */
  estimate: { text: string; values: unknown[] } | null;
  /** Looks at the answer before the commit; what it throws rolls back. */
  check: (answer: Answer) => void;
}

export interface Outcome {
  answer: Answer;
  estimated: number | null;
}

/**
 * Runs one statement as the caller: begin, become, the statement, commit. A connection whose rollback fails, or that has
 * prepared enough statements, is thrown away.
 */
export async function run(
  { pool, limits }: Pick<RestEnvironment, 'pool' | 'limits'>,
  who: Identity,
  job: Job,
): Promise<Outcome> {
  // As a hosted project: 3 s for nobody in particular, 8 s for a person; a statement that needs longer is no page's.
  const seconds = who.role === 'anon' ? limits.anonTimeout : limits.timeout;
  const begin = `${job.readOnly ? 'begin read only' : 'begin'}; set local statement_timeout = '${seconds}s'`;
  const client = await pool.connect();
  let discardConnection: Error | boolean = false;
  try {
    await beginAs(client, who, job.searchPath, begin);
    const asked = client.query<Answer>(prepared(client, job.text, job.values));
    // A read that needs nothing more shares its round trip with the end of its transaction.
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
