import type { Context } from 'hono';
import type { AuthContext } from './context.ts';
import { takesNumbersWithPassword } from './phone.ts';

/** GET /health */
export const health = (c: Context) =>
  c.json({
    version: 'v2.196.0-loge',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });

/** The providers that GoTrue knows. */
export const PROVIDERS: readonly string[] = [
  ...[
    'apple',
    'azure',
    'bitbucket',
    'discord',
    'facebook',
    'snapchat',
    'figma',
    'fly',
    'github',
    'gitlab',
    'google',
  ],
  ...['keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'spotify', 'slack', 'slack_oidc', 'workos'],
  ...['twitch', 'twitter', 'phone', 'zoom'],
];

/** GET /settings */
export const settings = (auth: AuthContext) => (c: Context) =>
  c.json({
    external: {
      ...Object.fromEntries(PROVIDERS.map((provider) => [provider, false])),
      ...Object.fromEntries([...auth.providers.keys()].map((provider) => [provider, true])),
      anonymous_users: auth.settings.anonymous,
      email: true,
      phone: takesNumbersWithPassword(auth),
    },
    disable_signup: !auth.settings.signup,
    mailer_autoconfirm: auth.settings.autoconfirm,
    phone_autoconfirm: auth.settings.smsAutoconfirm,
    sms_provider: auth.sendSms === null ? '' : 'hook',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: true,
  });

const CACHED = 'public, max-age=600';

/** GET /.well-known/jwks.json */
export const jwks = (auth: AuthContext) => (c: Context) =>
  c.json(auth.keys.jwks, 200, { 'Cache-Control': CACHED });

/**
 * GET /.well-known/openid-configuration: what is needed to verify our tokens; signing in to other
 * sites through Loge is not offered.
 */
export const openidConfiguration = (auth: AuthContext) => (c: Context) => {
  const algorithms = auth.keys.jwks.keys.map(({ alg }) => alg).filter((alg) => alg !== undefined);
  return c.json(
    {
      issuer: auth.issuer(),
      jwks_uri: `${auth.issuer()}/.well-known/jwks.json`,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...new Set(algorithms)],
    },
    200,
    { 'Cache-Control': CACHED },
  );
};
