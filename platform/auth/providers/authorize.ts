import type { Context } from 'hono';
import type { AuthContext } from '../context.ts';
import { AuthError, invalid } from '../errors.ts';
import { parseChallenge } from '../pkce.ts';
import { PROVIDERS } from '../public-info.ts';
import { limitAddress, PER_ADDRESS } from '../rate-limits.ts';
import { redirectFor } from '../redirects.ts';
import { originOf, requireSecondFactor, requireUser } from '../requester.ts';
import type { Provider } from './provider.ts';
import { beginState, secretsOf } from './states.ts';

/**
 * Parameters that only the server sets, or that could change where and how the provider answers: a
 * page may not pass them on.
 */
const RESERVED = new Set([
  ...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state', 'nonce'],
  ...['code_challenge', 'code_challenge_method', 'scope', 'scopes', 'provider', 'request', 'request_uri'],
  ...['invite_token', 'skip_http_redirect', 'claims', 'id_token_hint'],
]);

/** @throws AuthError 400 validation_failed */
function providerNamed(auth: AuthContext, name: string): Provider {
  const provider = auth.providers.get(name);
  if (provider !== undefined) return provider;
  const reason = PROVIDERS.includes(name) ? 'provider is not enabled' : `Provider ${name} could not be found`;
  throw invalid(`Unsupported provider: ${reason}`);
}

export const callbackAddress = (auth: AuthContext) => `${auth.issuer()}/callback`;

/** Begins a sign-in. @returns where the browser goes next */
async function begin(auth: AuthContext, c: Context, linkingUserId: string | null): Promise<URL> {
  await limitAddress(auth, { ...PER_ADDRESS.token, name: 'authorize' }, originOf(auth, c).address);
  const query = c.req.query();
  const provider = providerNamed(auth, query.provider ?? '');
  const challenge = parseChallenge({
    code_challenge: query.code_challenge ?? '',
    code_challenge_method: query.code_challenge_method ?? '',
  });
  const redirectTo = redirectFor(auth, c);
  const state = await beginState(auth, {
    provider: provider.settings.id,
    redirectTo,
    challenge,
    linkingUserId,
  });
  const asked = (query.scopes ?? '').split(',').map((scope) => scope.trim());
  return provider
    .authorizationUrl({
      state,
      ...secretsOf(auth, state),
      redirectUri: callbackAddress(auth),
      scopes: asked.filter((scope) => scope !== ''),
      extra: new Map(Object.entries(query).filter(([name]) => !RESERVED.has(name))),
    })
    .catch((cause: unknown) => {
      auth.logger.warn({ err: cause, provider: provider.settings.id }, 'auth: a provider does not answer');
      throw new AuthError(503, 'unexpected_failure', 'The provider does not answer', { cause });
    });
}

/** GET /authorize: from here the browser goes to the provider. */
export const authorize = (auth: AuthContext) => async (c: Context) =>
  c.redirect((await begin(auth, c, null)).href, 302);

/**
 * GET /user/identities/authorize: the same for somebody who is signed in and adds another way to
 * sign in.
 */
export const authorizeLink = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  if (!auth.settings.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  requireSecondFactor(requester, 'link an identity');
  const { href } = await begin(auth, c, requester.user.id);
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url: href }) : c.redirect(href, 302);
};
