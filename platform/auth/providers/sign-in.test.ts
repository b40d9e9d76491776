// Long because starting the provider and the server is slow, and the tests of all outcomes of a sign-in share them.
import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newEmail, openAuth, PASSWORD } from '../testing/server.ts';
import { browse, openProvider } from './testing/oidc.ts';

const provider = await openProvider();
const PROVIDER = 'custom:essai';
const server = await openAuth({
  providerTimeout: 2,
  redirectUrls: ['https://ailleurs.exemple.fr/**'],
  providers: [
    {
      id: PROVIDER,
      label: 'Essai',
      clientIds: [provider.clientId],
      secret: provider.secret,
      apple: null,
      url: provider.issuer,
    },
  ],
});
await provider.allow(`${server.url}/auth/v1/callback`);

let counter = 0;
beforeEach(() => {
  counter += 1;
  Object.assign(provider.person, {
    sub: `person-${counter}`,
    email: newEmail('paule'),
    emailVerified: true,
    name: 'Paule Essai',
    refuses: false,
  });
  provider.hangAt(null);
});

const isCallback = (url: URL) => url.pathname === '/auth/v1/callback';
const isOnPage = (url: URL) => url.origin === server.url && !url.pathname.startsWith('/auth/v1');
const authorizeUrl = (query: Record<string, string> = {}) =>
  `${server.url}/auth/v1/authorize?${new URLSearchParams({ provider: PROVIDER, ...query })}`;
const toCallback = (query?: Record<string, string>) => browse(authorizeUrl(query), isCallback);
const toPage = (query?: Record<string, string>) => browse(authorizeUrl(query), isOnPage);
const hashOf = (url: URL) => new URLSearchParams(url.hash.slice(1));

function newVerifier() {
  const verifier = randomBytes(32).toString('hex');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, query: { code_challenge: challenge, code_challenge_method: 's256' } };
}

const userOf = async (accessToken: string | null) => {
  const answer = await server.call('GET', '/user', { headers: { Authorization: `Bearer ${accessToken}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as {
    id: string;
    email: string;
    email_confirmed_at?: string;
    app_metadata: { provider: string; providers: string[] };
    user_metadata: Record<string, unknown>;
    identities: {
      identity_id: string;
      id: string;
      provider: string;
      identity_data: Record<string, unknown>;
    }[];
  };
};
const signInFlow = async () => {
  const token = hashOf(await toPage()).get('access_token');
  return { token, user: await userOf(token) };
};

describe('a sign-in at a provider', () => {
  test('implicit: the session and the provider’s token are in the fragment', async () => {
    const landed = await toPage({ redirect_to: `${server.url}/auth/callback?next=x` });
    expect(landed.pathname + landed.search).toBe('/auth/callback?next=x');
    const hash = hashOf(landed);
    expect(hash.get('token_type')).toBe('bearer');
    expect(hash.get('provider_token')).toBeTruthy();
    const user = await userOf(hash.get('access_token'));
    expect(user).toMatchObject({
      email: provider.person.email,
      app_metadata: { provider: PROVIDER, providers: [PROVIDER] },
      user_metadata: { name: 'Paule Essai', email_verified: true },
      identities: [
        {
          id: provider.person.sub,
          provider: PROVIDER,
          identity_data: {
            iss: provider.issuer,
            sub: provider.person.sub,
            provider_id: provider.person.sub,
            full_name: 'Paule Essai',
            email: provider.person.email,
            email_verified: true,
            phone_verified: false,
          },
        },
      ],
    });
    expect(user.email_confirmed_at).toBeTruthy();
  });

  test('PKCE: the code opens a session once, with the provider’s token, which is stored encrypted and then deleted', async () => {
    const { verifier, query } = newVerifier();
    const code = (await toPage(query)).searchParams.get('code');
    const stored = await server.database.pool.query(
      'select provider_access_token from auth.flow_state where auth_code = $1',
      [code],
    );
    const wrong = await server.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: newVerifier().verifier },
    });
    expect(wrong.headers.get('x-sb-error-code')).toBe('bad_code_verifier');
    const body = { auth_code: code, code_verifier: verifier };
    const answer = await server.call('POST', '/token?grant_type=pkce', { body });
    expect(answer.status).toBe(200);
    const session = (await answer.json()) as Record<string, string>;
    expect(session.provider_token).toBeTruthy();
    expect(JSON.stringify(stored)).not.toContain(session.provider_token);
    const again = await server.call('POST', '/token?grant_type=pkce', { body });
    expect([again.status, again.headers.get('x-sb-error-code')]).toEqual([404, 'flow_state_not_found']);
    const claims = await server.keys.verify(session.access_token!);
    expect(claims.amr).toMatchObject([{ method: 'oauth' }]);
  });

  test('a second sign-in leads to the same account', async () => {
    const first = await signInFlow();
    provider.person.name = 'Paule Renommée';
    const second = await signInFlow();
    expect(second.user.id).toBe(first.user.id);
    expect(second.user.user_metadata.name).toBe('Paule Renommée');
    expect(second.user.identities).toHaveLength(1);
  });

  test('supabase-js builds the address, and the page’s own parameters are passed on to the provider', async () => {
    const client = server.client({ flowType: 'pkce' });
    const { data } = await client.auth.signInWithOAuth({
      provider: PROVIDER,
      options: {
        skipBrowserRedirect: true,
        scopes: 'offline_access',
        queryParams: { login_hint: 'moi', nonce: 'mine', client_id: 'foreign', response_mode: 'fragment' },
      },
    });
    const answer = await fetch(data.url!, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    const at = new URL(answer.headers.get('location')!).searchParams;
    expect(at.get('scope')).toBe('openid email profile offline_access');
    expect([at.get('login_hint'), at.get('client_id'), at.get('response_mode')]).toEqual([
      'moi',
      provider.clientId,
      null,
    ]);
    expect(at.get('nonce')).not.toBe('mine');
    expect(at.get('redirect_uri')).toBe(`${server.url}/auth/v1/callback`);
  });

  test('a redirect outside the allow list leads to the site instead; an allowed one is kept', async () => {
    expect((await toPage({ redirect_to: 'https://mechant.exemple/' })).href).toMatch(`${server.url}/#`);
    const allowed = 'https://ailleurs.exemple.fr/retour';
    const landed = await browse(authorizeUrl({ redirect_to: allowed }), ({ host }) =>
      host.startsWith('ailleurs'),
    );
    expect(landed.href.startsWith(`${allowed}#access_token=`)).toBe(true);
  });

  test('the settings endpoint lists the provider as enabled', async () => {
    const answer = (await (await server.call('GET', '/settings')).json()) as { external: object };
    expect(answer.external).toMatchObject({ [PROVIDER]: true, twitch: false });
  });
});

describe('what is refused', () => {
  const errorsOf = (url: URL) => {
    const { searchParams: query } = url;
    const hash = hashOf(url);
    for (const name of ['error', 'error_code', 'error_description']) {
      if (url.hash !== '') expect(hash.get(name)).toBe(query.get(name));
    }
    return [query.get('error'), query.get('error_code'), query.get('error_description')];
  };

  test('somebody who refuses at the provider comes back with the provider’s error', async () => {
    provider.person.refuses = true;
    const landed = await toPage({ redirect_to: `${server.url}/auth/callback` });
    expect(landed.pathname).toBe('/auth/callback');
    expect(errorsOf(landed)).toEqual(['access_denied', null, 'The person said no']);
    expect(hashOf(landed).get('sb')).toBe('');
  });

  test.each([
    ['', 'bad_oauth_callback', 'OAuth state parameter missing'],
    ['?state=seven&code=x', 'bad_oauth_state', 'OAuth state parameter is invalid'],
    [`?state=${crypto.randomUUID()}&code=x`, 'bad_oauth_state', 'OAuth state not found or expired'],
  ])(
    'a callback without a valid state (%s) leads to the site, with the error in the query only',
    async (query, code, text) => {
      for (const method of ['GET', 'POST']) {
        const answer = await server.call(method, `/callback${query}`);
        expect(answer.status).toBe(303);
        const url = new URL(answer.headers.get('location')!);
        expect([url.origin, url.pathname, url.hash]).toEqual([server.url, '/', '']);
        expect(errorsOf(url)).toEqual(['invalid_request', code, text]);
      }
    },
  );

  test('a state works once, and expires', async () => {
    const callback = await toCallback();
    await fetch(callback, { redirect: 'manual' });
    const replayed = new URL((await fetch(callback, { redirect: 'manual' })).headers.get('location')!);
    expect(errorsOf(replayed)[1]).toBe('flow_state_already_used');

    const late = await toCallback();
    server.clock.ahead += 301_000;
    const answer = await fetch(late, { redirect: 'manual' });
    server.clock.ahead -= 301_000;
    expect(errorsOf(new URL(answer.headers.get('location')!))).toEqual([
      'invalid_request',
      'bad_oauth_state',
      'OAuth state has expired',
    ]);
  });

  test('of simultaneous callbacks with the same state, one succeeds', async () => {
    const callback = await toCallback();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fetch(callback, { redirect: 'manual' })),
    );
    const places = answers.map((answer) => new URL(answer.headers.get('location')!));
    expect(places.filter((url) => hashOf(url).has('access_token'))).toHaveLength(1);
    expect(places.filter((url) => errorsOf(url)[1] === 'flow_state_already_used')).toHaveLength(11);
  });

  test('simultaneous sign-ins of one new person, each with its own state, lead to one account', async () => {
    const callbacks = await Promise.all(Array.from({ length: 6 }, () => toCallback()));
    const answers = await Promise.all(callbacks.map((url) => fetch(url, { redirect: 'manual' })));
    const users = await Promise.all(
      answers.map((answer) => userOf(hashOf(new URL(answer.headers.get('location')!)).get('access_token'))),
    );
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    expect(users[0]!.identities).toHaveLength(1);
  });

  test('a stolen code does not work with another state, and a callback without a code is refused', async () => {
    const victims = await toCallback();
    const thiefs = await toCallback();
    thiefs.searchParams.set('code', victims.searchParams.get('code')!);
    const stolen = new URL((await fetch(thiefs, { redirect: 'manual' })).headers.get('location')!);
    const head = victims.searchParams.get('code')!.slice(0, 4);
    expect(errorsOf(stolen)).toEqual([
      'server_error',
      'unexpected_failure',
      `Unable to exchange external code: ${head}`,
    ]);
    const callback = await toCallback();
    callback.searchParams.delete('code');
    const without = new URL((await fetch(callback, { redirect: 'manual' })).headers.get('location')!);
    expect(errorsOf(without).slice(0, 2)).toEqual(['invalid_request', 'bad_oauth_callback']);
  });

  test('an ID token with another nonce is refused', async () => {
    const first = await fetch(authorizeUrl(), { redirect: 'manual' });
    const at = new URL(first.headers.get('location')!);
    at.searchParams.set('nonce', 'of somebody else');
    const landed = await browse(at.href, isOnPage);
    expect(errorsOf(landed)[0]).toBe('server_error');
  });

  test('an ID token for another client of the provider is refused at the callback, no matter whom it names', async () => {
    const comeBackWith = async (whose: 'ours' | 'foreign') => {
      const first = await fetch(authorizeUrl(), { redirect: 'manual' });
      const at = new URL(first.headers.get('location')!);
      const callback = await browse(at.href, isCallback);
      provider.handNext({
        token_type: 'Bearer',
        ...(await provider.tokensFor(whose, at.searchParams.get('nonce')!)),
      });
      return new URL((await fetch(callback, { redirect: 'manual' })).headers.get('location')!);
    };
    const landed = await comeBackWith('foreign');
    expect(errorsOf(landed).slice(0, 2)).toEqual(['server_error', 'unexpected_failure']);
    expect(hashOf(landed).has('access_token')).toBe(false);
    const { rows } = await server.database.pool.query('select from auth.identities where provider_id = $1', [
      provider.person.sub,
    ]);
    expect(rows).toHaveLength(0);
    // The same with a token that is meant for us: it was the audience.
    expect(hashOf(await comeBackWith('ours')).has('access_token')).toBe(true);
  });

  test('an answer that names another issuer is refused (RFC 9207)', async () => {
    const callback = await toCallback();
    callback.searchParams.set('iss', 'https://mechant.exemple');
    const landed = new URL((await fetch(callback, { redirect: 'manual' })).headers.get('location')!);
    expect(errorsOf(landed)[0]).toBe('server_error');
  });

  test('after a provider rotates its keys, they are fetched again', async () => {
    await signInFlow();
    await provider.rotateKeys();
    await signInFlow();
  });

  test('a provider that does not answer times out, and no transaction is open meanwhile', async () => {
    const callback = await toCallback();
    provider.hangAt('/token');
    const answer = fetch(callback, { redirect: 'manual' });
    await vi.waitFor(() => expect(provider.hanging()).toBe(1));
    const { rows } = await server.database.pool.query(
      `select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
    );
    expect(rows).toEqual([{ open: 0 }]);
    const landed = new URL((await answer).headers.get('location')!);
    expect(errorsOf(landed)[0]).toBe('server_error');
  });

  test('a provider that is not set up or unknown, and an incomplete PKCE challenge', async () => {
    for (const [query, message] of [
      ['provider=twitch', 'Unsupported provider: provider is not enabled'],
      ['provider=myspace', 'Unsupported provider: Provider myspace could not be found'],
      ['provider=custom:autre', 'Unsupported provider: Provider custom:autre could not be found'],
      [
        `provider=${PROVIDER}&code_challenge=x`,
        'PKCE flow requires code_challenge_method and code_challenge',
      ],
    ]) {
      const answer = await server.call('GET', `/authorize?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error_code: 'validation_failed', msg: message });
    }
  });

  test('a banned person', async () => {
    const { user } = await signInFlow();
    await server.admin().auth.admin.updateUserById(user.id, { ban_duration: '24h' });
    expect(errorsOf(await toPage())).toEqual(['access_denied', 'user_banned', 'User is banned']);
  });
});

describe('which account a sign-in leads to', () => {
  test('a verified address leads to the account that has it, which keeps its password', async () => {
    const { email } = provider.person;
    const { data } = await server
      .admin()
      .auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const { user } = await signInFlow();
    expect(user.id).toBe(data.user!.id);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', PROVIDER] });
    const { error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
  });

  test('when the owner of an address takes over an account that somebody else signed up, nothing of that person stays in it', async () => {
    const { email } = provider.person;
    await server
      .client()
      .auth.signUp({ email, password: PASSWORD, options: { data: { nickname: 'thief' } } });
    const { user } = await signInFlow();
    expect(user.identities.map((one) => one.provider)).toEqual([PROVIDER]);
    expect(user.user_metadata).not.toHaveProperty('nickname');
    const { error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('an unverified address never leads to the account that has it: a new one is made, without address', async () => {
    const { email } = provider.person;
    await server.admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    provider.person.emailVerified = false;
    const landed = await toPage();
    expect(landed.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    expect(landed.searchParams.get('error')).toBe('access_denied');
    expect((await server.mails()).filter((mail) => mail.to === email)).toEqual([]);
  });

  test('an unverified address without an account gets a mail, whose link signs in', async () => {
    provider.person.emailVerified = false;
    const landed = await toPage();
    expect(landed.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    const mail = await server.lastMail(provider.person.email);
    const opened = await browse(mail.actionLink!, isOnPage);
    const user = await userOf(hashOf(opened).get('access_token'));
    expect(user.identities.map((one) => one.provider)).toEqual([PROVIDER]);
    const again = await signInFlow();
    expect(again.user.id).toBe(user.id);
  });
});

describe('an account that somebody made with an unproven address', () => {
  const victim = newEmail('victime');
  const pending = async (email = victim) => {
    Object.assign(provider.person, { email, emailVerified: false });
    await toPage();
    const { rows } = await server.database.pool.query('select id from auth.users where email = $1', [email]);
    return rows[0]!.id as string;
  };

  test('is not confirmed when its maker verifies another address: they get an account of their own', async () => {
    const shell = await pending();
    const own = newEmail('mechant');
    Object.assign(provider.person, { email: own, emailVerified: true });
    const { user } = await signInFlow();
    expect(user.id).not.toBe(shell);
    expect(user.email).toBe(own);
    const { rows } = await server.database.pool.query(
      'select email from auth.users where id = $1 or email = $2',
      [shell, victim],
    );
    expect(rows).toEqual([]);
  });

  test.each([
    ['asks for a link', (email: string) => server.client().auth.signInWithOtp({ email })],
    ['signs up', (email: string) => server.client().auth.signUp({ email, password: PASSWORD })],
    ['asks for a new password', (email: string) => server.client().auth.resetPasswordForEmail(email)],
  ])('does not let its maker in after the owner of the address %s', async (_, arrive) => {
    const email = newEmail('victime');
    const account = await pending(email);
    expect((await arrive(email)).error).toBeNull();
    const opened = await browse((await server.lastMail(email)).actionLink!, isOnPage);
    const owner = await userOf(hashOf(opened).get('access_token'));
    expect(owner.id).toBe(account);
    expect(owner.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(owner.identities.map((one) => one.provider)).toEqual(['email']);
    // The maker comes again.
    const landed = await toPage();
    expect(landed.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  });

  test('keeps none of its sessions, passkeys, factors and begun links when the owner of the address takes it over', async () => {
    const { pool } = server.database;
    const email = newEmail('victime');
    const id = await pending(email);
    const began = new Date();
    await pool.query('insert into auth.sessions (user_id) values ($1)', [id]);
    await pool.query(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name) values ($1, $2, '', 'Clé')`,
      [id, crypto.randomUUID()],
    );
    await pool.query(
      `insert into auth.webauthn_challenges (user_id, challenge_type, challenge, expires_at) values ($1, 'registration', 'x', $2)`,
      [id, began],
    );
    await pool.query(
      `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [id],
    );
    await pool.query(
      `insert into auth.provider_states (state_hash, provider, redirect_to, linking_user_id, expires_at) values ($1, $2, '', $3, $4)`,
      [randomBytes(32), PROVIDER, id, began],
    );
    Object.assign(provider.person, { sub: `owner-${id}`, email, emailVerified: true });
    const { user } = await signInFlow();
    expect(user.id).toBe(id);
    const { rows } = await pool.query(
      `select (select count(*) from auth.sessions where user_id = $1)::int as sessions,
         (select count(*) from auth.webauthn_credentials where user_id = $1)::int
         + (select count(*) from auth.webauthn_challenges where user_id = $1)::int
         + (select count(*) from auth.mfa_factors where user_id = $1)::int
         + (select count(*) from auth.provider_states where linking_user_id = $1)::int as left`,
      [id],
    );
    expect(rows).toEqual([{ sessions: 1, left: 0 }]);
  });
});

describe('linking by the signed-in person', () => {
  const person = async () => {
    const client = server.client();
    const email = newEmail('lise');
    await server.admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    return { client, email, id: data.user!.id };
  };

  test('adds the identity and signs in again; unlinking takes it away, the last one stays', async () => {
    const { client, id, email } = await person();
    const { data } = await client.auth.linkIdentity({
      provider: PROVIDER,
      options: { skipBrowserRedirect: true },
    });
    const landed = await browse(data.url!, isOnPage);
    const user = await userOf(hashOf(landed).get('access_token'));
    expect([user.id, user.email]).toEqual([id, email]);
    const { data: listed } = await client.auth.getUserIdentities();
    expect(listed!.identities.map((one) => one.provider)).toEqual(['email', PROVIDER]);
    const linked = listed!.identities[1]!;
    expect((await client.auth.unlinkIdentity(linked)).error).toBeNull();
    const last = await client.auth.unlinkIdentity(listed!.identities[0]!);
    expect(last.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' });
    const { data: now } = await client.auth.getUser();
    expect(now.user!.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
  });

  test('an identity is not linked twice, neither to the same person nor to another', async () => {
    const first = await person();
    const second = await person();
    const link = async ({ client }: typeof first) => {
      const { data } = await client.auth.linkIdentity({
        provider: PROVIDER,
        options: { skipBrowserRedirect: true },
      });
      const { searchParams } = await browse(data.url!, isOnPage);
      return [searchParams.get('error_code'), searchParams.get('error_description')];
    };
    expect(await link(first)).toEqual([null, null]);
    expect(await link(first)).toEqual(['identity_already_exists', 'Identity is already linked']);
    expect(await link(second)).toEqual([
      'identity_already_exists',
      'Identity is already linked to another user',
    ]);
  });

  test('when both identities are unlinked at once, one stays', async () => {
    const { client } = await person();
    const { data } = await client.auth.linkIdentity({
      provider: PROVIDER,
      options: { skipBrowserRedirect: true },
    });
    await browse(data.url!, isOnPage);
    const { data: listed } = await client.auth.getUserIdentities();
    const results = await Promise.all(listed!.identities.map((one) => client.auth.unlinkIdentity(one)));
    expect(results.map(({ error }) => error?.code ?? 'done').sort()).toEqual([
      'done',
      'single_identity_not_deletable',
    ]);
  });

  test('after unlinking, the address of the remaining identity becomes the account’s, unless another account has it', async () => {
    const { client, email } = await person();
    const { data } = await client.auth.linkIdentity({
      provider: PROVIDER,
      options: { skipBrowserRedirect: true },
    });
    await browse(data.url!, isOnPage);
    const { data: listed } = await client.auth.getUserIdentities();
    const byMail = listed!.identities.find((one) => one.provider === 'email')!;
    const taker = await server
      .admin()
      .auth.admin.createUser({ email: provider.person.email, email_confirm: true });
    expect((await client.auth.unlinkIdentity(byMail)).error?.code).toBe(
      'email_conflict_identity_not_deletable',
    );
    await server.admin().auth.admin.deleteUser(taker.data.user!.id);
    expect((await client.auth.unlinkIdentity(byMail)).error).toBeNull();
    const { data: now } = await client.auth.getUser();
    expect(now.user!.email).toBe(provider.person.email);
    expect(now.user!.email).not.toBe(email);
    expect(await server.lastMail(email)).toMatchObject({
      kind: 'email_changed',
      newEmail: provider.person.email,
    });
  });

  test('the address is never moved to one that nobody verified', async () => {
    provider.person.emailVerified = false;
    const { client, email } = await person();
    const { data } = await client.auth.linkIdentity({
      provider: PROVIDER,
      options: { skipBrowserRedirect: true },
    });
    await browse(data.url!, isOnPage);
    const { data: listed } = await client.auth.getUserIdentities();
    const byMail = listed!.identities.find((one) => one.provider === 'email')!;
    expect((await client.auth.unlinkIdentity(byMail)).error).toMatchObject({
      status: 422,
      code: 'email_conflict_identity_not_deletable',
    });
    expect((await client.auth.getUser()).data.user!.email).toBe(email);
  });

  test('who has a second factor links and unlinks only after showing it', async () => {
    const { client, id } = await person();
    await server.database.pool.query(
      `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [id],
    );
    const refused = { status: 401, code: 'insufficient_aal' };
    const options = { skipBrowserRedirect: true };
    const link = () => client.auth.linkIdentity({ provider: PROVIDER, options });
    expect((await link()).error).toMatchObject(refused);
    const { data: listed } = await client.auth.getUserIdentities();
    expect((await client.auth.unlinkIdentity(listed!.identities[0]!)).error).toMatchObject(refused);
    await server.database.pool.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [id]);
    expect((await link()).error).toBeNull();
  });

  test('an unknown identity, and linking without a token', async () => {
    const { client } = await person();
    const { data } = await client.auth.getSession();
    const headers = { Authorization: `Bearer ${data.session!.access_token}` };
    const refused = async (path: string) => {
      const answer = await server.call('DELETE', `/user/identities/${path}`, { headers });
      return [answer.status, answer.headers.get('x-sb-error-code')];
    };
    expect(await refused('seven')).toEqual([404, 'validation_failed']);
    // That only one identity is left is checked before the id.
    expect(await refused(crypto.randomUUID())).toEqual([422, 'single_identity_not_deletable']);
    expect((await server.call('GET', `/user/identities/authorize?provider=${PROVIDER}`)).status).toBe(401);
  });
});
