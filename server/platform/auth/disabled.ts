import type { Context, Hono } from 'hono';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { PROVIDERS } from './public-info.ts';
import { requireAdmin, requireUser } from './requester.ts';

/** Parts that are not built answer as a GoTrue where they are switched off, so that clients learn the truth. */
export function mountDisabled(auth: AuthContext, app: Hono): void {
  const forUsers = (refusal: (c: Context) => AuthError | Promise<AuthError>) => async (c: Context) => {
    await requireUser(auth, c);
    throw await refusal(c);
  };
  const linking = () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');

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

  app.post('/sso', () => {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  });
  app.all('/oauth/*', () => {
    throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled');
  });
  for (const [path, refusal] of [
    ['/admin/sso/*', new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')],
    ['/admin/oauth/*', new AuthError(404, 'feature_disabled', 'OAuth server is disabled')],
    ['/admin/custom-providers', new AuthError(404, 'feature_disabled', 'Custom providers are disabled')],
  ] as const) {
    app.all(path, async (c) => {
      await requireAdmin(auth, c);
      throw refusal;
    });
  }
}
