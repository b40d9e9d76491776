import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, openAuth, PASSWORD } from './testing/server.ts';

const server = await openAuth({ manualLinking: false });

describe('the protocol', () => {
  let person: Record<string, string>;
  let operator: Record<string, string>;
  beforeAll(async () => {
    const email = newEmail();
    operator = { Authorization: `Bearer ${server.keys.secretKey}` };
    await server.admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    person = { Authorization: `Bearer ${data.session!.access_token}` };
  });

  test('errors have two shapes, by the version the request names', async () => {
    const body = { email: newEmail(), password: 'wrong password' };
    const plain = await server.call('POST', '/token?grant_type=password', { body });
    expect(plain.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(plain.headers.get('X-Supabase-Api-Version')).toBeNull();
    expect(await plain.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    const dated = await server.call('POST', '/token?grant_type=password', {
      body,
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    });
    expect(dated.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01');
    expect(await dated.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
  });

  test('a weak password’s reasons are in both shapes', async () => {
    const body = { email: newEmail(), password: 'abc' };
    const weak_password = { reasons: ['length'] };
    const message = 'Password should be at least 6 characters.';
    const plain = await server.call('POST', '/signup', { body });
    expect(await plain.json()).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: message,
      weak_password,
    });
    const dated = await server.call('POST', '/signup', {
      body,
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    });
    expect(await dated.json()).toEqual({ code: 'weak_password', message, weak_password });
  });

  test.each([
    ['nothing', ''],
    ['half an object', '{"email":'],
    ['a list', '[]'],
    ['a number', '7'],
    ['a field of another type', '{"email": 5}'],
    ['NUL', '{"email": "a\\u0000@b.fr"}'],
    ['half a character', '{"email": "\\ud800@b.fr"}'],
    ['a nest of brackets', `{"data": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('a body that is %s is bad JSON', async (_, body) => {
    const answer = await server.call('POST', '/signup', { body });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, 'bad_json']);
    expect(((await answer.json()) as { msg: string }).msg).toContain(
      'Could not parse request body as JSON: ',
    );
  });

  test('an escaped backslash before u0000 is text like any other', async () => {
    const answer = await server.call('PUT', '/user', {
      body: '{"data": {"note": "\\\\u0000", "x": 1}, "unknown": true}',
      headers: person,
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ user_metadata: { note: '\\u0000' } });
  });

  test('a body beyond 1 MiB is refused', async () => {
    const answer = await server.call('POST', '/signup', { body: { email: 'x'.repeat(1024 * 1024) } });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([413, 'request_entity_too_large']);
  });

  test('tells about itself', async () => {
    const get = async (path: string) => (await server.call('GET', path)).json();
    expect(await get('/health')).toMatchObject({ name: 'GoTrue' });
    expect(await get('/settings')).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      saml_enabled: false,
    });
    const jwks = await server.call('GET', '/.well-known/jwks.json');
    expect(jwks.headers.get('cache-control')).toBe('public, max-age=600');
    const { keys } = (await jwks.json()) as { keys: Record<string, string>[] };
    expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256' }]);
    expect(keys[0]).not.toHaveProperty('d');
    expect(await get('/.well-known/openid-configuration')).toMatchObject({ issuer: `${server.url}/auth/v1` });
  });

  test('answers about persons are for no cache', async () => {
    const answer = await server.call('GET', '/user', { headers: person });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  const id = crypto.randomUUID();
  test.each([
    ['GET', '/authorize?provider=google', 400, 'validation_failed'],
    ['GET', '/authorize?provider=myspace', 400, 'validation_failed'],
    ['POST', '/token?grant_type=id_token', 400, 'provider_disabled'],
    ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
    ['GET', '/user/identities/authorize?provider=google', 404, 'manual_linking_disabled'],
    ['DELETE', `/user/identities/${id}`, 404, 'manual_linking_disabled'],
    ['POST', `/factors/${id}/challenge`, 404, 'mfa_factor_not_found'],
    ['POST', `/factors/${id}/verify`, 404, 'mfa_factor_not_found'],
    ['DELETE', `/factors/${id}`, 404, 'mfa_factor_not_found'],
    ['POST', '/factors/seven/verify', 404, 'validation_failed'],
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['GET', '/nowhere', 404, 'not_found'],
  ])('%s %s is answered as by a server on which it is off', async (method, path, status, code) => {
    const body = method === 'POST' ? { factor_type: 'totp', provider: 'google', id_token: 'x' } : undefined;
    const answer = await server.call(method, path, { body, headers: person });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
  });

  test.each(['/admin/sso/providers', '/admin/oauth/clients', '/admin/custom-providers'])(
    '%s is off for the operator and closed to others',
    async (path) => {
      expect((await server.call('GET', path, { headers: operator })).status).toBe(404);
      expect((await server.call('GET', path, { headers: person })).status).toBe(403);
    },
  );

  test('a callback without a known flow leads to the site with the reason', async () => {
    for (const [path, code] of [
      ['/callback', 'bad_oauth_callback'],
      ['/callback?state=x&code=y', 'bad_oauth_state'],
    ]) {
      const answer = await server.call('GET', path!);
      expect(answer.status).toBe(303);
      const url = new URL(answer.headers.get('location')!);
      expect([url.origin, url.searchParams.get('error_code')]).toEqual([server.url, code]);
    }
  });

  test('nothing a client can send makes the server fail', async () => {
    const paths = [
      ...['/signup', '/otp', '/recover', '/resend', '/verify', '/magiclink', '/invite', '/factors', '/sso'],
      ...['/token?grant_type=password', '/token?grant_type=refresh_token', '/token?grant_type=pkce'],
      ...[
        '/token?grant_type=id_token',
        '/admin/users',
        '/admin/generate_link',
        '/user',
        `/admin/users/${id}`,
      ],
    ];
    const field = fc.constantFrom(
      ...[
        'email',
        'phone',
        'password',
        'data',
        'type',
        'token',
        'token_hash',
        'refresh_token',
        'auth_code',
        'id',
      ],
      ...[
        'code_verifier',
        'code_challenge',
        'code_challenge_method',
        'nonce',
        'user_metadata',
        'app_metadata',
      ],
      ...[
        'ban_duration',
        'role',
        'aud',
        'create_user',
        'new_email',
        'redirect_to',
        'password_hash',
        'provider',
      ],
    );
    const value = fc.oneof(
      fc.constantFrom(
        'anna@exemple.fr',
        'signup',
        'email',
        'recovery',
        's256',
        '24h',
        'a'.repeat(50),
        '99999999h',
      ),
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
    );
    const body = fc.oneof(
      fc.string(),
      fc.dictionary(field, value).map((object) => JSON.stringify(object)),
    );
    const query = fc.dictionary(
      fc.constantFrom('redirect_to', 'page', 'per_page', 'sort', 'filter', 'scope', 'token', 'type'),
      fc.string(),
    );
    const requests = fc.record({
      path: fc.constantFrom(...paths),
      method: fc.constantFrom('POST', 'POST', 'PUT', 'GET', 'DELETE'),
      who: fc.constantFrom('person', 'operator', 'nobody'),
      body,
      query,
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ path, method, who, body: sent, query: asked }) => {
        const headers = { person, operator, nobody: {} }[who]!;
        const search = new URLSearchParams(asked).toString();
        const answer = await server.call(method, `${path}${path.includes('?') ? '&' : '?'}${search}`, {
          headers,
          ...(method === 'GET' ? {} : { body: sent }),
        });
        await answer.text();
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});
