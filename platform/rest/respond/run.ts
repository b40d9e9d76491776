import { createHash } from 'node:crypto';
import pg from 'pg';
import { onlyLooks } from '#platform/gateway/caller.ts';
import { refuseEnded, SessionEnded, uuidOrNull } from '#server/postgres/as-caller.ts';
import { OneTransaction, type Step } from '#server/postgres/one-transaction.ts';
import { answerTooLarge } from '../errors.ts';
import type { Explain } from '../parse/accept.ts';
import type { RestEnvironment, RestRequest } from '../request.ts';
import { type Answer, ident } from '../sql/statement.ts';

/**
 * How many statement texts are remembered; each that comes again gets a name, under which it is
 * prepared.
 */
const REMEMBERED = 1000;
/**
 * A connection with more prepared statements than this is replaced by a new one, which limits the
 * memory that Postgres uses for them.
 */
const MOST_PER_CONNECTION = 300;

const seen = new Map<string, string | null>();
const byConnection = new WeakMap<pg.ClientBase, Set<string>>();

/**
 * The query for a statement: prepared under a name from its second use on, so that Postgres parses
 * and plans the statements that pages really use once per connection, and keeps nothing for a
 * statement that is used once.
 */
function prepared(client: pg.ClientBase, text: string, values: unknown[]): Step & { values: unknown[] } {
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

type Asked = Pick<RestRequest, 'caller' | 'settings'>;
type Surroundings = Pick<RestEnvironment, 'pool' | 'limits' | 'options'>;

/**
 * Role, claims, and the settings in which PostgREST tells SQL about the request; and whether the
 * session has ended, which alone comes back. Postgres computes all columns of the inner query,
 * because `set_config` is volatile.
 */
const BECOME = `select ended from (select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('search_path', $3, true), set_config('statement_timeout', $4, true), set_config('request.method', $5, true),
  set_config('request.path', $6, true), set_config('request.headers', $7, true), set_config('request.cookies', $8, true),
  set_config('timezone', coalesce($12, current_setting('timezone')), true),
  set_config('transaction_read_only', coalesce($11, current_setting('transaction_read_only')), true),
  auth.access_ended($9::uuid, $10::uuid) as ended) as settings`;

/** The statement that makes the transaction the caller's. */
function become(
  { limits }: Pick<Surroundings, 'limits'>,
  { caller, settings }: Asked,
  { readOnly, searchPath }: Pick<Job, 'readOnly' | 'searchPath'>,
): Step & { values: unknown[] } {
  // By default as on a hosted project: 3 s for anonymous callers, 8 s for others. No page sends a
  // statement that needs longer.
  const seconds = caller.role === 'anon' ? limits.anonTimeout : limits.timeout;
  return {
    name: 'rest-become',
    text: BECOME,
    values: [
      caller.role,
      JSON.stringify(caller.claims),
      searchPath,
      `${seconds}s`,
      settings.method,
      settings.path,
      settings.headers,
      settings.cookies,
      uuidOrNull(caller.claims.session_id),
      uuidOrNull(caller.claims.sub),
      readOnly || onlyLooks(caller) ? 'on' : null,
      settings.timezone,
    ],
  };
}

/** @throws SessionEnded */
function requireSession(became: pg.QueryResult | undefined): void {
  if (became?.rows[0]?.ended !== false) throw new SessionEnded('Session ended');
}

/**
 * Sends all that comes before the statement, in one round trip: the transaction, the caller, and
 * the operator's function. When one of them fails, Postgres refuses whatever is sent after it.
 * @throws SessionEnded
 */
async function admit(
  client: pg.PoolClient,
  surroundings: Surroundings,
  asked: Asked,
  job: Pick<Job, 'readOnly' | 'searchPath'>,
): Promise<void> {
  const { preRequest } = surroundings.options;
  // The driver makes a system call of each statement, and each of them would wake Postgres: they go
  // as one packet.
  const { stream } = client.connection;
  const send = () => {
    stream.cork();
    try {
      const begun = client.query('begin');
      const became = client.query(become(surroundings, asked, job));
      const checked = preRequest === null ? null : client.query(`select ${callOf(preRequest)}`);
      return { became, all: Promise.all([begun, became, checked]) };
    } finally {
      stream.uncork();
    }
  };
  const { became, all } = send();
  // An ended session is told before what the function says of it.
  all.catch(() => undefined);
  requireSession(await became);
  await all;
}

const callOf = (preRequest: string) => `${preRequest.split('.').map(ident).join('.')}()`;

/**
 * Runs `work` in a transaction's connection. One whose rollback fails, or that has too many
 * prepared statements, is closed.
 */
async function connected<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let discardConnection: Error | boolean = false;
  try {
    return await work(client);
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      discardConnection = failure;
    });
    throw error;
  } finally {
    client.release(discardConnection || prepared.isFull(client));
  }
}

function answerOf(environment: Surroundings, job: Job, asked: pg.QueryResult<Answer> | undefined): Answer {
  const answer = asked?.rows[0];
  if (!answer) throw new Error('the statement gave no answer');
  if (answer.too_large) throw answerTooLarge(environment.limits.answer);
  job.check(answer);
  return answer;
}

/** Runs one statement in a transaction with the caller's role and claims. */
export async function run(environment: Surroundings, asked: Asked, job: Job): Promise<Outcome> {
  const { pool, options } = environment;
  if (job.readOnly && job.estimate === null && options.preRequest === null)
    return read(environment, asked, job);
  return connected(pool, async (client) => {
    await admit(client, environment, asked, job);
    const answer = answerOf(
      environment,
      job,
      await client.query<Answer>(prepared(client, job.text, job.values)),
    );
    const estimated = job.estimate === null ? null : await plannedRows(client, job.estimate);
    // What is deferred to the commit is checked although there is none.
    if (job.discard) await client.query('set constraints all immediate');
    await client.query(job.discard ? 'rollback' : 'commit');
    return { answer, estimated };
  });
}

/**
 * A plain read is sent whole, in one round trip. A caller who is not admitted does not get the
 * answer, which is thrown away here.
 */
async function read(environment: Surroundings, asked: Asked, job: Job): Promise<Outcome> {
  const client = await environment.pool.connect();
  try {
    const statements = new OneTransaction([
      become(environment, asked, job),
      prepared(client, job.text, job.values),
    ]);
    client.query(statements);
    const [became, result] = await statements.done;
    requireSession(became);
    return { answer: answerOf(environment, job, result), estimated: null };
  } catch (error) {
    // A failing statement names values in its message: for nobody whose session has ended, which
    // nothing has checked then.
    if (error instanceof pg.DatabaseError) await refuseEnded(client, asked.caller);
    throw error;
  } finally {
    // The pool itself closes a connection that broke.
    client.release(prepared.isFull(client));
  }
}

/**
 * With `analyze` Postgres carries the statement out. Nothing of it is kept: it gives no answer by
 * which `job.check` could refuse the write.
 * @returns the plan of the statement as Postgres words it
 */
export async function explain(
  environment: Surroundings,
  asked: Asked,
  job: Job,
  { format, options }: Explain,
): Promise<string> {
  return connected(environment.pool, async (client) => {
    await admit(client, environment, asked, job);
    const text = `explain (${[`format ${format}`, ...options].join(', ')}) ${job.text}`;
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(text, job.values);
    await client.query('rollback');
    const lines = rows.map((row) => row['QUERY PLAN']);
    return format === 'json' ? JSON.stringify(lines[0], null, 2) : lines.join('\n');
  });
}

async function plannedRows(client: pg.PoolClient, { text, values }: { text: string; values: unknown[] }) {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) ${text}`,
    values,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
