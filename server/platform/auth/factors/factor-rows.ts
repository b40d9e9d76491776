import type { Context } from 'hono';
import type pg from 'pg';
import type { Row } from '#server/postgres/typed-query.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { type Requester, requireUser, type SessionRecord } from '../requester.ts';
import { lockUser, type UserRecord } from '../users.ts';
import { isUuid, parsePathId } from '../validation.ts';

const FACTOR = 'select * from auth.mfa_factors where id = $1 and user_id = $2' as const;

/** A factor with what only the server sees of it. */
export type Factor = Row<typeof FACTOR>;

export const noSuchFactor = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');

/** @throws AuthError 404 when the person has no such factor */
export async function readFactor(
  db: pg.Pool | pg.ClientBase,
  userId: string,
  factorId: string,
): Promise<Factor> {
  const { rows } = await db.query(FACTOR, [factorId, userId]);
  const [factor] = rows;
  // Recovery codes have calls of their own.
  if (factor === undefined || factor.factor_type === 'recovery_code') throw noSuchFactor();
  return factor;
}

/**
 * Reads a person and their session again within a transaction, and holds both until its end: changes of one person's factors take turns.
 * @throws AuthError 403 when the person or the session has gone meanwhile
 */
export async function holdPerson(
  client: pg.ClientBase,
  requester: Requester,
): Promise<{ user: UserRecord; session: SessionRecord }> {
  const user = await lockUser(client, requester.user.id);
  if (user === null) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const { rows } = await client.query(
    'select id, aal, created_at from auth.sessions where id = $1 and user_id = $2 for update',
    [requester.session?.id ?? null, user.id],
  );
  const [session] = rows;
  if (session === undefined)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  return { user, session };
}

/** The person, for whom a second factor makes sense. @throws AuthError 403 for a guest; else as `requireUser` */
export async function requireNamedUser(auth: AuthContext, c: Context): Promise<Requester> {
  const requester = await requireUser(auth, c);
  if (requester.user.is_anonymous)
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  return requester;
}

/** The factor that a path names. @throws AuthError 404 */
export const factorIdOf = (c: Context) => parsePathId(c.req.param('id'), 'factor_id');

/** @returns null for what no row can have as its id */
export const uuidOf = (value: string) => (isUuid(value) ? value : null);

export const hasVerified = (user: UserRecord) => user.factors.some(({ status }) => status === 'verified');
