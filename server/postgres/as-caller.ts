import type pg from 'pg';

/**
 * On whose behalf SQL runs: a database role, and the claims that `auth.uid()` and the policies
 * read.
 */
export interface Identity {
  role: string;
  claims: Readonly<Record<string, unknown>>;
}

/**
 * The token's session was signed out, or its person deleted or banned, after the token was made.
 */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** @returns the value when it is a uuid; a token made elsewhere may name anything as its subject */
export const uuidOrNull = (value: unknown): string | null =>
  typeof value === 'string' && uuid.test(value) ? value : null;

const BECOME = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('search_path', $3, true), auth.access_ended($4::uuid, $5::uuid) as ended`;

/**
 * Opens a transaction as a caller: role, claims and search path last until its end. The same
 * statement checks that the session has not ended, so a revoked session is refused at once and not
 * only when its token expires.
 * @param searchPath schemas for unqualified names, as PostgREST sets them
 * @param begin a `begin` with other words, such as `begin read only`
 * @throws SessionEnded
 */
export async function beginAs(
  client: pg.ClientBase,
  who: Identity,
  searchPath = 'public',
  begin = 'begin',
): Promise<void> {
  // Sent without waiting in between, which saves a round trip on a pipelining connection: when the
  // first fails, nothing after it is sent. `act`: somebody else looks through this token, and
  // changes nothing (platform/auth/viewings.ts).
  const begun = client.query(who.claims.act === undefined ? begin : `${begin}; set transaction read only`);
  const became = client.query({
    name: 'become',
    text: BECOME,
    values: [
      who.role,
      JSON.stringify(who.claims),
      searchPath,
      uuidOrNull(who.claims.session_id),
      uuidOrNull(who.claims.sub),
    ],
  });
  const [, { rows }] = await Promise.all([begun, became]);
  if (rows[0]?.ended !== false) throw new SessionEnded('Session ended');
}

/**
 * The same check for work that is done with the server's own rights on a person's behalf.
 * @throws SessionEnded
 */
export async function refuseEnded(client: pg.ClientBase, { claims }: Identity): Promise<void> {
  const { rows } = await client.query({
    name: 'access-ended',
    text: 'select auth.access_ended($1::uuid, $2::uuid) as ended',
    values: [uuidOrNull(claims.session_id), uuidOrNull(claims.sub)],
  });
  if (rows[0]?.ended !== false) throw new SessionEnded('Session ended');
}

/** Runs `work` in one transaction as `who`; commits its result, rolls back when it throws. */
export async function asCaller<T>(
  pool: pg.Pool,
  who: Identity,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, work, (client) => beginAs(client, who));
}

/**
 * Runs `work` in one transaction of the pool's own role (no row-level security: the caller has
 * checked access). A connection whose rollback fails is thrown away, never handed to the next
 * request.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  begin: (client: pg.PoolClient) => Promise<unknown> = (client) => client.query('begin'),
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await begin(client);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
