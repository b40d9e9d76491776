import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { PROVIDERS } from './public-info.ts';
import { requireAdmin, requireUser } from './requester.ts';
import { parsePathId } from './validation.ts';

/** Parts that are not built answer as a GoTrue where they are switched off, so that clients learn the truth. */
export function mountDisabled(auth: AuthContext, app: Hono): void {
  const forUsers = (refusal: (c: Context) => AuthError | Promise<AuthError>) => async (c: Context) => {
    await requireUser(auth, c);
    throw await refusal(c);
  };
  const linking = () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  const passkeys = () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');

  app.get('/authorize', (c) => {
    const provider = c.req.query('provider') ?? '';
    const known = PROVIDERS.includes(provider);
    throw invalid(
      `Unsupported provider: ${known ? 'provider is not enabled' : `Provider ${provider} could not be found`}`,
    );
  });
  app.on(['GET', 'POST'], '/callback', (c) => {
    const missing = !c.req.query('state');
    const error = {
      error: 'invalid_request',
      error_code: missing ? 'bad_oauth_callback' : 'bad_oauth_state',
      error_description: missing ? 'OAuth state parameter missing' : 'OAuth state not found or expired',
    };
    const url = new URL(auth.siteUrl());
    url.search = new URLSearchParams(error).toString();
    url.hash = new URLSearchParams({ ...error, sb: '' }).toString();
    return c.redirect(url.href, 303);
  });
  app.get('/user/identities/authorize', forUsers(linking));
  app.delete('/user/identities/:id', forUsers(linking));

  const factorBody = z.object({ factor_type: text });
  app.post(
    '/factors',
    forUsers(async (c) => {
      const { factor_type: type } = await readBody(c, factorBody);
      if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
        return invalid('factor_type needs to be totp, phone, or webauthn');
      }
      const name = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }[type];
      return new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`);
    }),
  );
  const noSuchFactor = forUsers((c) => {
    parsePathId(c.req.param('id'), 'factor_id');
    return new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  });
  app.post('/factors/:id/challenge', noSuchFactor);
  app.post('/factors/:id/verify', noSuchFactor);
  app.delete('/factors/:id', noSuchFactor);

  app.post('/sso', () => {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  });
  app.all('/passkeys/*', () => {
    throw passkeys();
  });
  app.all('/passkeys', () => {
    throw passkeys();
  });
  app.all('/oauth/*', () => {
    throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled');
  });
  for (const [path, refusal] of [
    ['/admin/sso/*', new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')],
    ['/admin/oauth/*', new AuthError(404, 'feature_disabled', 'OAuth server is disabled')],
    ['/admin/custom-providers', new AuthError(404, 'feature_disabled', 'Custom providers are disabled')],
    ['/admin/users/:id/passkeys/*', passkeys()],
    ['/admin/users/:id/factors/:factor', new AuthError(404, 'mfa_factor_not_found', 'Factor not found')],
  ] as const) {
    app.all(path, async (c) => {
      await requireAdmin(auth, c);
      throw refusal;
    });
  }
}
