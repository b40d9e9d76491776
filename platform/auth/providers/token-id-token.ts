import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { z } from 'zod';
import { flag, readBody, text } from '../body.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, invalid } from '../errors.ts';
import { redirectFor } from '../redirects.ts';
import { originOf, requireSecondFactor, requireUser } from '../requester.ts';
import { openSession } from '../sessions.ts';
import { acceptArrival, linkArrival } from './accept.ts';
import { claimsProfile } from './profiles.ts';
import type { Provider } from './provider.ts';

const idTokenBody = z.object({
  id_token: text,
  access_token: text,
  nonce: text,
  provider: text,
  client_id: text,
  issuer: text,
  link_identity: flag,
});

/** The errors of this grant have the shape of RFC 6749, not GoTrue's usual one. */
class OAuthRefusal extends Error {
  override name = 'OAuthRefusal';
  readonly error: string;
  constructor(description: string, error = 'invalid request') {
    super(description);
    this.error = error;
  }
}

type Reader = NonNullable<Provider['readIdToken']>;

/** @throws AuthError provider_disabled, validation_failed */
function readerOf(auth: AuthContext, named: string, issuer: string): { provider: Provider; read: Reader } {
  const provider =
    named === ''
      ? [...auth.providers.values()].find(
          ({ settings }) => settings.url === issuer || settings.id === USUAL[issuer],
        )
      : auth.providers.get(named);
  const read = provider?.readIdToken ?? null;
  if (provider !== undefined && read !== null) return { provider, read };
  if (named.startsWith('custom:')) throw invalid(`Custom OIDC provider "${named}" not allowed`);
  throw new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer || named}") is not enabled`);
}

const USUAL: Readonly<Record<string, string>> = {
  'https://accounts.google.com': 'google',
  'https://appleid.apple.com': 'apple',
};

/**
 * OpenID Connect Core, 3.1.3.6: `at_hash` binds an ID token to the access token that was issued
 * with it.
 */
function checkAccessToken(idToken: string, claims: JWTPayload, accessToken: string): void {
  if (accessToken === '' || typeof claims.at_hash !== 'string') return;
  const bits = /(256|384|512)$/.exec(decodeProtectedHeader(idToken).alg ?? '')?.[1] ?? '512';
  const whole = createHash(`sha${bits}`).update(accessToken).digest();
  const expected = whole.subarray(0, whole.length / 2).toString('base64url');
  if (claims.at_hash !== expected) throw new OAuthRefusal('Bad ID token');
}

function checkNonce(claims: JWTPayload, nonce: string): void {
  const inToken = typeof claims.nonce === 'string' ? claims.nonce : '';
  if ((inToken === '') !== (nonce === '')) {
    throw new OAuthRefusal('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (nonce === '') return;
  if (createHash('sha256').update(nonce).digest('hex') !== inToken)
    throw new OAuthRefusal('Nonces mismatch', 'invalid nonce');
}

/** Whether the provider did not answer, as opposed to a bad token. */
const isOutage = (error: unknown) =>
  error instanceof Error &&
  ('code' in error
    ? ['ERR_JWKS_TIMEOUT', 'OAUTH_TIMEOUT'].includes(String(error.code))
    : error.name === 'TypeError');

/** @throws OAuthRefusal, AuthError */
async function claimsOf(provider: Provider, read: Reader, idToken: string): Promise<JWTPayload> {
  try {
    decodeJwt(idToken); // throws for a malformed token, before any keys are fetched
    return await read(idToken);
  } catch (error) {
    if (isOutage(error))
      throw new AuthError(503, 'unexpected_failure', `${provider.settings.id} does not answer`, {
        cause: error,
      });
    throw new OAuthRefusal('Bad ID token');
  }
}

async function signIn(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, idTokenBody);
  if (body.id_token === '') throw new OAuthRefusal('id_token required');
  if (body.provider === '' && (body.client_id === '' || body.issuer === '')) {
    throw new OAuthRefusal('provider or client_id and issuer required');
  }
  const { provider, read } = readerOf(auth, body.provider, body.issuer);
  const linker = body.link_identity ? await requireUser(auth, c) : null;
  if (linker !== null && !auth.settings.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  if (linker !== null) requireSecondFactor(linker, 'link an identity');
  const claims = await claimsOf(provider, read, body.id_token);
  if (!claims.sub) throw new OAuthRefusal('Missing sub claim in id_token');
  const audiences = [claims.aud ?? []].flat();
  if (!audiences.some((audience) => provider.settings.clientIds.includes(audience))) {
    throw new OAuthRefusal(`Unacceptable audience in id_token: [${audiences.join(' ')}]`);
  }
  checkNonce(claims, body.nonce);
  checkAccessToken(body.id_token, claims, body.access_token);
  const profile = claimsProfile(claims, provider.settings.id === 'apple');
  if (profile === null) throw new OAuthRefusal('Missing sub claim in id_token');
  const origin = originOf(auth, c);
  const arrival = {
    provider: provider.settings.id,
    profile,
    origin,
    redirectTo: redirectFor(auth, c),
    challenge: null,
  };
  const user =
    linker === null ? await acceptArrival(auth, arrival) : await linkArrival(auth, arrival, linker.user.id);
  return c.json(await openSession(auth, auth.pool, user, 'oauth', origin));
}

/**
 * POST /token?grant_type=id_token: a client that signed in at a provider on its own sends the ID
 * token that it got.
 */
export async function tokenByIdToken(auth: AuthContext, c: Context): Promise<Response> {
  try {
    return await signIn(auth, c);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return c.json({ error: error.error, error_description: error.message }, 400);
  }
}
