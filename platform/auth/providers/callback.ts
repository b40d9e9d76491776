import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { landingAddress, sessionFields } from '../landing.ts';
import { type Origin, originOf } from '../requester.ts';
import { openSession } from '../sessions.ts';
import type { UserRecord } from '../users.ts';
import { acceptArrival, linkArrival } from './accept.ts';
import { callbackAddress } from './authorize.ts';
import { type Handed, ProfileError, type Provider } from './provider.ts';
import { type ProviderFlow, seal, secretsOf, useState } from './states.ts';

/** The provider's own error text is passed on in a redirect URL, so it is cut to this length. */
const LONGEST = 400;
const short = (text: string) => text.toWellFormed().slice(0, LONGEST);

const failed = (message: string, cause?: unknown) =>
  new AuthError(500, 'unexpected_failure', message, { cause });

const DENIED = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification']);

/** The error name of RFC 6749. */
function errorName({ code, status }: AuthError): string {
  if (DENIED.has(code) || status === 403) return 'access_denied';
  if (status >= 500) return 'server_error';
  return status === 401 ? 'unauthorized_client' : 'invalid_request';
}

const fieldsOf = (error: AuthError): Record<string, string> => ({
  error: errorName(error),
  error_code: error.code,
  error_description: error.message,
});

/** The parameters of a callback, in the query or as a posted form, which Apple sends. */
async function parametersOf(c: Context): Promise<URLSearchParams> {
  const inAddress = new URL(c.req.url).searchParams;
  if (c.req.method !== 'POST') return inAddress;
  const posted = new URLSearchParams(await c.req.text());
  return posted.has('state') ? posted : inAddress;
}

async function exchange(
  auth: AuthContext,
  provider: Provider,
  state: string,
  parameters: URLSearchParams,
): Promise<Handed> {
  const code = parameters.get('code') ?? '';
  if (code === '')
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code');
  const handed = await provider
    .exchange({
      state,
      ...secretsOf(auth, state),
      redirectUri: callbackAddress(auth),
      code,
      iss: parameters.get('iss') ?? undefined,
      user: parameters.get('user') ?? undefined,
    })
    .catch((cause: unknown) => {
      auth.logger.warn({ err: cause, provider: provider.settings.id }, 'auth: a provider sign-in failed');
      throw cause instanceof ProfileError
        ? failed('Error getting user profile from external provider', cause)
        : failed(`Unable to exchange external code: ${short(code).slice(0, 4)}`, cause);
    });
  if (handed.profile.emails.length === 0) {
    throw failed('Error getting user email from external provider');
  }
  return handed;
}

/**
 * Stores the sign-in and the provider's tokens, which the page fetches with the code and its
 * verifier.
 * @returns the code
 */
async function keepForPage(
  auth: AuthContext,
  user: UserRecord,
  flow: ProviderFlow & { challenge: NonNullable<ProviderFlow['challenge']> },
  handed: Handed,
): Promise<string> {
  const code = randomUUID();
  const sealed = (text: string | null) => (text === null ? null : seal(auth.secrets.providerTokens, text));
  const { challenge, method } = flow.challenge;
  await auth.pool.query(
    `insert into auth.flow_state (user_id, auth_code, code_challenge_method, code_challenge, provider_type,
       authentication_method, provider_access_token, provider_refresh_token, auth_code_issued_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'oauth', $6, $7, $8, $8, $8)`,
    [
      user.id,
      code,
      method,
      challenge,
      flow.provider,
      sealed(handed.accessToken),
      sealed(handed.refreshToken),
      auth.now(),
    ],
  );
  return code;
}

async function arrive(
  auth: AuthContext,
  flow: ProviderFlow,
  state: string,
  parameters: URLSearchParams,
  origin: Origin,
): Promise<string> {
  const provider = auth.providers.get(flow.provider);
  if (provider === undefined) throw failed(`Provider ${flow.provider} is not set up any more`);
  const handed = await exchange(auth, provider, state, parameters);
  const { redirectTo, challenge } = flow;
  const arrival = { provider: flow.provider, profile: handed.profile, origin, redirectTo, challenge };
  const user =
    flow.linkingUserId === null
      ? await acceptArrival(auth, arrival)
      : await linkArrival(auth, arrival, flow.linkingUserId);
  if (challenge !== null) {
    return landingAddress(redirectTo, {
      query: { code: await keepForPage(auth, user, { ...flow, challenge }, handed) },
    });
  }
  const session = await openSession(auth, auth.pool, user, 'oauth', origin);
  return landingAddress(redirectTo, {
    fragment: {
      ...sessionFields(session),
      provider_token: handed.accessToken,
      ...(handed.refreshToken === null ? {} : { provider_refresh_token: handed.refreshToken }),
    },
  });
}

/**
 * GET or POST /callback: the browser comes back from a provider. Errors, too, are a redirect to the
 * page, which shows them.
 */
export const callback = (auth: AuthContext) => async (c: Context) => {
  const parameters = await parametersOf(c);
  const state = parameters.get('state') ?? '';
  let flow: ProviderFlow;
  try {
    flow = await useState(auth, state);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return c.redirect(landingAddress(auth.siteUrl(), { query: fieldsOf(error) }), 303);
  }
  const { redirectTo } = flow;
  const refused = parameters.get('error');
  if (refused) {
    const description = parameters.get('error_description');
    const fields = {
      error: short(refused),
      ...(description ? { error_description: short(description) } : {}),
    };
    return c.redirect(landingAddress(redirectTo, { query: fields, fragment: fields }), 302);
  }
  try {
    return c.redirect(await arrive(auth, flow, state, parameters, originOf(auth, c)), 302);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const fields = fieldsOf(error);
    return c.redirect(landingAddress(redirectTo, { query: fields, fragment: fields }), 302);
  }
};
