import type { Context } from 'hono';
import type pg from 'pg';
import type { Row } from '#server/postgres/typed-query.ts';
import { audit } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { type Requester, requireUser, type SessionRecord } from '../requester.ts';
import { lockUser, type UserRecord } from '../users.ts';
import { isUuid, parsePathId } from '../validation.ts';

const FACTOR = 'select * from auth.mfa_factors where id = $1 and user_id = $2' as const;

/** A factor with the columns that never leave the server, such as its secret. */
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
  // Recovery codes have endpoints of their own.
  if (factor === undefined || factor.factor_type === 'recovery_code') throw noSuchFactor();
  return factor;
}

/**
 * Reads a person and their session again within a transaction, and locks both rows until its end,
 * so that changes of one person's factors run one after another.
 * @throws AuthError 403 when the person or the session has been deleted meanwhile
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

/**
 * The signed-in person, who must not be a guest: guests have no second factor.
 * @throws AuthError 403 for a guest; else as `requireUser`
 */
export async function requireNamedUser(auth: AuthContext, c: Context): Promise<Requester> {
  const requester = await requireUser(auth, c);
  if (requester.user.is_anonymous)
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  return requester;
}

/** The factor that a path names. @throws AuthError 404 */
export const factorIdOf = (c: Context) => parsePathId(c.req.param('id'), 'factor_id');

/** @returns null for a text that is no UUID, and so no row's id */
export const uuidOf = (value: string) => (isUuid(value) ? value : null);

/**
 * A session that knows only the password may not finish enrolling a factor of its own making beside
 * the one that the person has: that would raise it to aal2 without the person's factor.
 * @throws AuthError 403 insufficient_aal
 */
export function requireOldFactorFirst(factor: Factor, user: UserRecord, session: SessionRecord): void {
  if (factor.status === 'unverified' && hasVerified(user) && session.aal === 'aal1')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
}

export const hasVerified = (user: UserRecord) => user.factors.some(({ status }) => status === 'verified');

/**
 * Logs a wrong code or key after its transaction was rolled back, so that the person sees that
 * somebody tries.
 * @throws what `prove` throws
 */
export async function logRefusal<T>(
  auth: AuthContext,
  attempt: {
    user: UserRecord;
    address: string | null;
    factor: { factor_id: string | null; factor_type: string };
  },
  prove: () => Promise<T>,
): Promise<T> {
  try {
    return await prove();
  } catch (error) {
    if (error instanceof AuthError && error.code === 'mfa_verification_failed') {
      const { user: actor, address, factor } = attempt;
      const traits = { ...factor, refused: true };
      await audit(auth.pool, { action: 'verification_attempted', actor, address, at: auth.now(), traits });
    }
    throw error;
  }
}
