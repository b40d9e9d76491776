import { randomUUID } from 'node:crypto';
import { auditPayload } from './audit.ts';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';
import type { FlowMethod } from './flow-method.ts';
import { newRefreshToken } from './refresh-token.ts';
import type { Origin } from './requester.ts';
import { userJson } from './user-json.ts';
import type { Queryable, UserRecord } from './users.ts';

/** How a session proved who it is: the `method` of the token's `amr` claim. */
export type AuthMethod = FlowMethod | 'passkey';

export interface AmrEntry {
  method: string;
  timestamp: number;
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/**
 * GoTrue's AccessTokenResponse: a fresh access token beside the refresh token that goes with it.
 */
export async function sessionJson(
  auth: AuthContext,
  user: UserRecord,
  session: { id: string; aal: string; amr: AmrEntry[]; refreshToken: string },
) {
  const issuedAt = seconds(auth.now());
  const expiresAt = issuedAt + auth.settings.jwtExp;
  const accessToken = await auth.keys.sign({
    iss: auth.issuer(),
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer' as const,
    expires_in: auth.settings.jwtExp,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: userJson(user),
  };
}

export type SessionJson = Awaited<ReturnType<typeof sessionJson>>;

/**
 * Inserts nothing when the person has been deleted, or when the password that was checked has been
 * changed.
 */
const OPEN_SESSION = `
  with person as (
    select id from auth.users where id = $2 and ($10::text is null or encrypted_password = $10) for update
  ), session as (
    insert into auth.sessions (id, user_id, user_agent, ip, created_at, updated_at, device)
    select $1::uuid, id, $3::text, $4::inet, $5::timestamptz, $5::timestamptz, $11::bytea from person
  ), amr as (
    insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
    select $1::uuid, $6::text, $5::timestamptz, $5::timestamptz from person
  ), token as (
    insert into auth.refresh_tokens (session_id, salt, token_hash, created_at, updated_at)
    select $1::uuid, $7::bytea, $8::bytea, $5::timestamptz, $5::timestamptz from person
  ), entry as (
    insert into auth.audit_log_entries (payload, ip_address, created_at)
    select $9::jsonb, coalesce(host($4::inet), ''), $5::timestamptz from person
  )
  update auth.users u set last_sign_in_at = $5::timestamptz, updated_at = $5::timestamptz from person where u.id = person.id`;

/**
 * Signs a person in: session, refresh token and audit entry in one statement.
 * @param user as it was before; the answer shows it with its new `last_sign_in_at`
 * @param checkedHash the stored hash that a password was checked against a moment ago
 * @throws AuthError 400 invalid_credentials when that hash was replaced meanwhile, or the person
 *   deleted
 */
export async function openSession(
  auth: AuthContext,
  db: Queryable,
  user: UserRecord,
  method: AuthMethod,
  origin: Origin,
  checkedHash: string | null = null,
): Promise<SessionJson> {
  const at = auth.now();
  const id = randomUUID();
  const { token, salt, hash } = newRefreshToken(auth.secrets.refreshTokens);
  const payload = auditPayload('login', user, { method, session_id: id });
  const { rowCount } = await db.query({
    name: 'auth-open-session',
    text: OPEN_SESSION,
    values: [
      id,
      user.id,
      origin.userAgent,
      origin.address,
      at,
      method,
      salt,
      hash,
      payload,
      checkedHash,
      origin.device,
    ],
  });
  if (rowCount === 0) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  return sessionJson(
    auth,
    { ...user, last_sign_in_at: at, updated_at: at },
    { id, aal: 'aal1', amr: [{ method, timestamp: seconds(at) }], refreshToken: token },
  );
}

/**
 * Ends sessions of a person, whose access tokens are refused from then on.
 * @param which every session, or all but one, or only one
 */
export async function endSessions(
  db: Queryable,
  userId: string,
  which: { only: string } | { except: string } | 'all',
): Promise<void> {
  if (which === 'all') await db.query('delete from auth.sessions where user_id = $1', [userId]);
  else if ('only' in which) {
    await db.query('delete from auth.sessions where user_id = $1 and id = $2', [userId, which.only]);
  } else await db.query('delete from auth.sessions where user_id = $1 and id <> $2', [userId, which.except]);
}
