import type { Context } from 'hono';
import { z } from 'zod';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import { originOf } from './requester.ts';
import { tokenByPassword } from './token-password.ts';
import { tokenByPkce } from './token-pkce.ts';
import { tokenByRefresh } from './token-refresh.ts';

const idTokenBody = z.object({ provider: text, issuer: text });

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
    case 'id_token': {
      const { provider, issuer } = await readBody(c, idTokenBody);
      const named = issuer || provider;
      throw new AuthError(400, 'provider_disabled', `Provider (issuer "${named}") is not enabled`);
    }
    case 'web3':
      throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  }
};
