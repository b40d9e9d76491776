import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { JWTPayload } from 'jose';
import { addressOf } from '#platform/gateway/address.ts';
import type { AuthContext } from './context.ts';
import { deviceOf } from './devices.ts';
import { AuthError } from './errors.ts';
import { isBanned, USER_RECORD, type UserRecord } from './users.ts';
import { isUuid } from './validation.ts';

/** Where a request comes from, for rate limits, sessions and the audit log. */
export interface Origin {
  address: string | null;
  userAgent: string | null;
  /**
   * Digest of the cookie by which a browser is known again; null where none comes back, as from a
   * program.
   */
  device: Buffer | null;
}

export function originOf(auth: AuthContext, c: Context): Origin {
  const remote = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
  return {
    address: addressOf({ forwarded: c.req.header('X-Forwarded-For'), remote }, auth.trustProxy),
    userAgent: c.req.header('User-Agent')?.slice(0, 512) ?? null,
    device: deviceOf(c),
  };
}

export interface SessionRecord {
  id: string;
  aal: 'aal1' | 'aal2' | 'aal3';
  created_at: Date;
}

export interface Requester {
  user: UserRecord;
  /** Null for a token that was made without one. */
  session: SessionRecord | null;
}

function bearerOf(c: Context): string {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  if (bearer === undefined) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  return bearer;
}

async function claimsOf(auth: AuthContext, token: string): Promise<JWTPayload> {
  // API keys that are no JWT stand for one with a role and nobody in it.
  if (token === auth.keys.secretKey) return { role: 'service_role' };
  if (token === auth.keys.publishableKey) return { role: 'anon' };
  try {
    return await auth.keys.verify(token, auth.now());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `invalid JWT: unable to parse or verify signature, ${reason}`;
    throw new AuthError(403, 'bad_jwt', message, { cause });
  }
}

/**
 * Reads the signed-in person afresh from the database: a person deleted, banned or signed out a
 * moment ago is refused now.
 * @throws AuthError 401 no_authorization, 403 bad_jwt, user_not_found, session_not_found,
 *   user_banned
 */
export async function requireUser(auth: AuthContext, c: Context): Promise<Requester> {
  const claims = await claimsOf(auth, bearerOf(c));
  if (!claims.sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(claims.sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  const sessionId = claims.session_id;
  const { rows } = await auth.pool.query({
    name: 'auth-requester',
    text: `select ${USER_RECORD}, to_jsonb(s) as session, s.not_after <= $3 as over
      from auth.users u left join auth.sessions s on s.id = $2 and s.user_id = u.id
      where u.id = $1 and u.deleted_at is null`,
    values: [claims.sub, isUuid(sessionId) ? sessionId : null, auth.now()],
  });
  const [row] = rows;
  if (row === undefined) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  }
  const { session, over, ...user } = row;
  if (sessionId && (session === null || over)) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
  return { user, session: session && { ...session, created_at: new Date(session.created_at) } };
}

/**
 * A person with a second factor must have used it in this session before changing what the first
 * factor is: address, password, accounts of providers.
 * @throws AuthError 401 insufficient_aal
 */
export function requireSecondFactor({ user, session }: Requester, action: string): void {
  if (user.factors.some(({ status }) => status === 'verified') && session?.aal !== 'aal2') {
    const message = `AAL2 session is required to ${action} when MFA is enabled.`;
    throw new AuthError(401, 'insufficient_aal', message);
  }
}

/** @throws AuthError 401 no_authorization, 403 bad_jwt, 403 not_admin */
export async function requireAdmin(auth: AuthContext, c: Context): Promise<void> {
  const { role } = await claimsOf(auth, bearerOf(c));
  if (role !== 'service_role' && role !== 'supabase_admin') {
    throw new AuthError(403, 'not_admin', 'User not allowed');
  }
}
