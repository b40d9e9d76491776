import type { Context } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { checkVerifier } from './pkce.ts';
import { unseal } from './providers/states.ts';
import { tokenByIdToken } from './providers/token-id-token.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import { originOf } from './requester.ts';
import { openSession } from './sessions.ts';
import { tokenByPassword } from './token-password.ts';
import { tokenByRefresh } from './token-refresh.ts';
import { findUserById, isBanned } from './users.ts';

const pkceBody = z.object({ auth_code: text, code_verifier: text });

/**
 * GoTrue's value: how long the page may take to exchange the code that a link or a provider led to.
 */
const CODE_SECONDS = 300;

/** POST /token?grant_type=pkce */
async function tokenByPkce(auth: AuthContext, c: Context): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceBody);
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const origin = originOf(auth, c);
  const session = await inTransaction(auth.pool, async (client) => {
    // Every change of a person locks the person's row first, so that two changes cannot deadlock.
    await client.query(
      'select from auth.users where id = (select user_id from auth.flow_state where auth_code = $1) for update',
      [code],
    );
    // The row stays locked until the commit, so that a code sent twice at once opens one session.
    const { rows } = await client.query(
      `select id, user_id, code_challenge, code_challenge_method, authentication_method, auth_code_issued_at,
         provider_access_token, provider_refresh_token
       from auth.flow_state where auth_code = $1 and user_id is not null for update`,
      [code],
    );
    const [flow] = rows;
    const user = flow ? await findUserById(client, flow.user_id) : null;
    if (flow === undefined || user === null || flow.auth_code_issued_at === null) {
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    }
    if (flow.auth_code_issued_at.getTime() + CODE_SECONDS * 1000 <= auth.now().getTime()) {
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    }
    checkVerifier(verifier, { challenge: flow.code_challenge, method: flow.code_challenge_method });
    if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
    await client.query('delete from auth.flow_state where id = $1', [flow.id]);
    const opened = await openSession(auth, client, user, flow.authentication_method, origin);
    const token = flow.provider_access_token;
    const refresh = flow.provider_refresh_token;
    // The provider's tokens are handed over once: their only copy was deleted with the flow above.
    return {
      ...opened,
      ...(token === null ? {} : { provider_token: unseal(auth.secrets.providerTokens, token) }),
      ...(refresh === null ? {} : { provider_refresh_token: unseal(auth.secrets.providerTokens, refresh) }),
    };
  });
  return c.json(session);
}

/** POST /token?grant_type= */
export const token = (auth: AuthContext) => async (c: Context) => {
  await limitAddress(auth, PER_ADDRESS.token, originOf(auth, c).address);
  switch (c.req.query('grant_type')) {
    case 'password':
      return tokenByPassword(auth, c);
    case 'refresh_token':
      return tokenByRefresh(auth, c);
    case 'pkce':
      return tokenByPkce(auth, c);
    case 'id_token':
      return tokenByIdToken(auth, c);
    case 'web3':
      throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  }
};
