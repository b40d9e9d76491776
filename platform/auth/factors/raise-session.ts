import type pg from 'pg';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { newRefreshToken } from '../refresh-token.ts';
import { type SessionJson, sessionJson } from '../sessions.ts';
import { findUserById } from '../users.ts';

/** The name of each type of factor in the token's `amr` claim. */
export const METHOD_OF = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const;

/**
 * Raises a session to aal2: the session stays, its refresh token is replaced and the previous one
 * revoked. Every other session of the person below aal2 ends, so that somebody who knows only the
 * password is signed out.
 * @param client a transaction that has locked the rows of the person and of the session
 */
export async function raiseSession(
  auth: AuthContext,
  client: pg.ClientBase,
  raised: { userId: string; sessionId: string; factorId: string; type: keyof typeof METHOD_OF },
): Promise<SessionJson> {
  const at = auth.now();
  const { userId, sessionId, factorId, type } = raised;
  const { token, salt, hash } = newRefreshToken(auth.secrets.refreshTokens);
  await client.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at) values ($1, $2, $3, $3)
     on conflict (session_id, authentication_method) do update set created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [sessionId, METHOD_OF[type], at],
  );
  await client.query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1`, [
    sessionId,
    factorId,
    at,
  ]);
  await client.query(
    `with former as (
       update auth.refresh_tokens set revoked = true, updated_at = $4
       where session_id = $1 and not revoked returning id
     )
     insert into auth.refresh_tokens (session_id, salt, token_hash, parent_id, created_at, updated_at)
     values ($1, $2, $3, (select max(id) from former), $4, $4)`,
    [sessionId, salt, hash, at],
  );
  await client.query(`delete from auth.sessions where user_id = $1 and id <> $2 and aal < 'aal2'`, [
    userId,
    sessionId,
  ]);
  const { rows } = await client.query(
    `select authentication_method as method, floor(extract(epoch from created_at))::integer as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by created_at desc`,
    [sessionId],
  );
  const user = await findUserById(client, userId);
  if (user === null) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return sessionJson(auth, user, { id: sessionId, aal: 'aal2', amr: rows, refreshToken: token });
}
