import type { Hono } from 'hono';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';
import { requireAdmin } from './requester.ts';

/**
 * Parts that are not built answer as a GoTrue where they are switched off, so that clients learn
 * the truth.
 */
export function mountDisabled(auth: AuthContext, app: Hono): void {
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
