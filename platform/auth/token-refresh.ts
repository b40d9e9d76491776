import type { Context } from 'hono';
import { z } from 'zod';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { isRefreshToken, newRefreshToken, refreshTokenHash, refreshTokenOf } from './refresh-token.ts';
import { originOf } from './requester.ts';
import { sessionJson } from './sessions.ts';
import { personIn, USER_RECORD } from './users.ts';

const refreshBody = z.object({ refresh_token: text });

const refusals: Record<string, { status: number; code: string; text: string }> = {
  refresh_token_not_found: {
    status: 400,
    code: 'refresh_token_not_found',
    text: 'Invalid Refresh Token: Refresh Token Not Found',
  },
  refresh_token_already_used: {
    status: 400,
    code: 'refresh_token_already_used',
    text: 'Invalid Refresh Token: Already Used',
  },
  user_banned: { status: 400, code: 'user_banned', text: 'Invalid Refresh Token: User Banned' },
  session_not_found: {
    status: 400,
    code: 'session_not_found',
    text: 'Invalid Refresh Token: No Valid Session Found',
  },
  session_expired: {
    status: 400,
    code: 'session_expired',
    text: 'Invalid Refresh Token: Session Expired',
  },
  session_inactive: {
    status: 400,
    code: 'session_expired',
    text: 'Invalid Refresh Token: Session Expired (Inactivity)',
  },
  conflict: {
    status: 409,
    code: 'conflict',
    text: 'Too many concurrent token refresh requests on the same session or refresh token',
  },
};

/**
 * The rules are in SQL (`auth.refresh_session`), so that a refresh is one round trip, which commits
 * by itself.
 */
const REFRESH = `
  select t.outcome, t.session_id, t.salt, t.rotated, t.reused, s.aal,
    (select jsonb_agg(jsonb_build_object('method', a.authentication_method,
       'timestamp', floor(extract(epoch from a.created_at))::bigint) order by a.created_at desc)
     from auth.mfa_amr_claims a where a.session_id = t.session_id) as amr,
    ${USER_RECORD}
  from auth.refresh_session($1, $2, $3, $4, $5, $6, $7, $8, $9) t
  left join auth.sessions s on s.id = t.session_id
  left join auth.users u on u.id = t.user_id` as const;

/** POST /token?grant_type=refresh_token */
export async function tokenByRefresh(auth: AuthContext, c: Context): Promise<Response> {
  const { refresh_token: presented } = await readBody(c, refreshBody);
  if (!isRefreshToken(presented)) throw invalid('Refresh token is not valid');
  const key = auth.secrets.refreshTokens;
  const next = newRefreshToken(key);
  const { refreshReuseInterval, sessionTimebox, sessionInactivity } = auth.settings;
  const { userAgent, address } = originOf(auth, c);
  const { rows } = await auth.pool.query({
    name: 'auth-refresh',
    text: REFRESH,
    values: [
      refreshTokenHash(key, presented),
      next.salt,
      next.hash,
      auth.now(),
      refreshReuseInterval,
      sessionTimebox,
      sessionInactivity,
      userAgent,
      address,
    ],
  });
  const [row] = rows;
  if (row?.outcome !== 'refreshed') {
    const refusal = refusals[row?.outcome ?? 'refresh_token_not_found'];
    if (refusal === undefined) throw new Error(`unknown refresh outcome ${row?.outcome}`);
    throw new AuthError(refusal.status, refusal.code, refusal.text);
  }
  const { session_id: sessionId, salt, rotated, reused, aal, amr, ...found } = row;
  const user = personIn(found);
  if (user === null || sessionId === null || salt === null || aal === null)
    throw new Error('a session was refreshed that is gone');
  const session = await sessionJson(auth, user, {
    id: sessionId,
    aal,
    amr: amr ?? [],
    refreshToken: rotated ? next.token : refreshTokenOf(key, salt),
  });
  c.header('sb-auth-user-id', user.id);
  c.header('sb-auth-session-id', sessionId);
  c.header('sb-auth-refresh-token-prefix', presented.slice(0, 5));
  if (reused) c.header('sb-auth-refresh-token-reuse', 'true');
  return c.json(session);
}
