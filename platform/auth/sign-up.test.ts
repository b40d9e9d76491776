import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthServer, follow, newEmail, openAuth, PASSWORD, startAuth } from './testing/server.ts';

const data = { role: 'viewer', first_name: 'Anna', last_name: 'Morel' };

const server = await openAuth();

describe('signing up where addresses must be confirmed', () => {
  test('a new person gets a mail and no session', async () => {
    const email = newEmail();
    const client = server.client();
    const { data: answer, error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data },
    });
    expect(error).toBeNull();
    expect(answer.session).toBeNull();
    expect(answer.user).toMatchObject({
      email,
      phone: '',
      role: 'authenticated',
      aud: 'authenticated',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { ...data, email, email_verified: false, phone_verified: false, sub: answer.user!.id },
      identities: [{ id: answer.user!.id, user_id: answer.user!.id, provider: 'email', email }],
    });
    expect(answer.user).not.toHaveProperty('email_confirmed_at');
    expect(answer.user!.confirmation_sent_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+\.\d+Z$/);
    const mail = await server.lastMail(email);
    expect(mail).toMatchObject({ kind: 'signup', userMetadata: data });
    expect(mail.otp).toMatch(/^\d{6}$/);
  });

  test('the link confirms, opens a session in the fragment, and works once', async () => {
    const email = newEmail();
    await server.client().auth.signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: `${server.url}/auth/callback` },
    });
    const { actionLink } = await server.lastMail(email);
    const answer = await fetch(actionLink!, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    const target = new URL(answer.headers.get('location')!);
    expect(target.origin + target.pathname).toBe(`${server.url}/auth/callback`);
    expect(target.hash).toMatch(
      /^#access_token=[^&]+&expires_at=\d+&expires_in=3600&refresh_token=[a-z0-9]{12}&sb=&token_type=bearer&type=signup$/,
    );
    const fragment = new URLSearchParams(target.hash.slice(1));
    const client = server.client();
    const { data: session } = await client.auth.setSession({
      access_token: fragment.get('access_token')!,
      refresh_token: fragment.get('refresh_token')!,
    });
    expect(session.user).toMatchObject({ email, user_metadata: { email_verified: true } });

    const again = await fetch(actionLink!, { redirect: 'manual' });
    expect(again.status).toBe(303);
    expect(again.headers.get('location')).toBe(
      `${server.url}/auth/callback#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
    );
  });

  test('a mail scanner that asks with HEAD leaves the link usable', async () => {
    const email = newEmail();
    await server.client().auth.signUp({ email, password: PASSWORD });
    const { actionLink } = await server.lastMail(email);
    expect((await fetch(actionLink!, { method: 'HEAD', redirect: 'manual' })).status).toBe(303);
    const answer = await fetch(actionLink!, { redirect: 'manual' });
    expect(answer.headers.get('location')).toContain('access_token=');
  });

  test.each(['signup', 'email'] as const)('the code confirms as type %s', async (type) => {
    const email = newEmail();
    const client = server.client();
    await client.auth.signUp({ email, password: PASSWORD });
    const { otp } = await server.lastMail(email);
    const wrong = await client.auth.verifyOtp({ email, token: otp === '000000' ? '111111' : '000000', type });
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const { data: answer, error } = await client.auth.verifyOtp({ email, token: otp, type });
    expect(error).toBeNull();
    expect(answer.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(answer.user!.email_confirmed_at).toBeDefined();
    expect((await client.auth.verifyOtp({ email, token: otp, type })).error?.code).toBe('otp_expired');
  });

  test('the link’s token confirms by POST too', async () => {
    const email = newEmail();
    const client = server.client();
    await client.auth.signUp({ email, password: PASSWORD });
    const token = new URL((await server.lastMail(email)).actionLink!).searchParams.get('token')!;
    const { data: answer } = await client.auth.verifyOtp({ token_hash: token, type: 'email' });
    expect(answer.session?.user.email).toBe(email);
  });

  test('a link expires', async () => {
    const email = newEmail();
    const client = server.client();
    await client.auth.signUp({ email, password: PASSWORD });
    const { otp } = await server.lastMail(email);
    server.clock.ahead = 3_601_000;
    const late = await client.auth.verifyOtp({ email, token: otp, type: 'email' });
    server.clock.ahead = 0;
    expect(late.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test('resend sends a new mail, and the link of the earlier one is no longer valid', async () => {
    const email = newEmail();
    const client = server.client();
    await client.auth.signUp({ email, password: PASSWORD });
    const first = await server.lastMail(email);
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
    const second = await server.lastMail(email);
    expect(second.actionLink).not.toBe(first.actionLink);
    expect((await fetch(first.actionLink!, { redirect: 'manual' })).headers.get('location')).toContain(
      'otp_expired',
    );
    expect((await fetch(second.actionLink!, { redirect: 'manual' })).headers.get('location')).toContain(
      'access_token',
    );
  });

  test('an address that has an account gets the same answer as a new one; only a mail to its owner tells the difference', async () => {
    const email = newEmail();
    const client = server.client();
    await client.auth.signUp({ email, password: PASSWORD });
    await client.auth.verifyOtp({ email, token: (await server.lastMail(email)).otp, type: 'email' });
    const sent = (await server.mails()).length;
    const { data: answer, error } = await server
      .client()
      .auth.signUp({ email, password: `${PASSWORD}2`, options: { data } });
    expect(error).toBeNull();
    expect(answer.session).toBeNull();
    expect(answer.user).toMatchObject({ email, role: 'authenticated', user_metadata: data });
    expect(answer.user!.identities).toMatchObject([{ user_id: answer.user!.id, email }]);
    expect((await client.auth.getUser()).data.user!.id).not.toBe(answer.user!.id);
    expect((await server.mails()).length).toBe(sent + 1);
    expect(await server.lastMail(email)).toMatchObject({ kind: 'account_exists', actionLink: null, otp: '' });
    expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const { rows } = await server.database.pool.query('select from auth.users where id = $1', [
      answer.user!.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('a sign-up repeated before it is confirmed keeps the same account and sends another mail', async () => {
    const email = newEmail();
    const client = server.client();
    await client.auth.signUp({ email, password: PASSWORD });
    await client.auth.signUp({ email, password: PASSWORD });
    const { rowCount } = await server.database.pool.query('select from auth.users where email = $1', [email]);
    expect(rowCount).toBe(1);
    await client.auth.verifyOtp({ email, token: (await server.lastMail(email)).otp, type: 'signup' });
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  test('the password of somebody who signed up with another person’s address does not work once the owner has confirmed', async () => {
    const owner = server.client();
    const confirmations = {
      'by signing up': (email: string) => owner.auth.signUp({ email, password: `${PASSWORD}2` }),
      'by a magic link': (email: string) => owner.auth.signInWithOtp({ email }),
      'by recovery': (email: string) => owner.auth.resetPasswordForEmail(email),
    };
    for (const [way, ask] of Object.entries(confirmations)) {
      const email = newEmail();
      await server.client().auth.signUp({ email, password: PASSWORD });
      await ask(email);
      const landing = await follow((await server.lastMail(email)).actionLink);
      expect([way, landing.hash.get('token_type')]).toEqual([way, 'bearer']);
      const intruder = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
      expect([way, intruder.error?.code]).toEqual([way, 'invalid_credentials']);
    }
  });

  test('ten sign-ups of one address at once make one account', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.client().auth.signUp({ email, password: PASSWORD })),
    );
    expect(answers.map(({ error }) => error)).toEqual(Array(10).fill(null));
    const { rowCount } = await server.database.pool.query('select from auth.users where email = $1', [email]);
    expect(rowCount).toBe(1);
  });

  test('nobody signs in before confirming, and the answer says why only for the right password', async () => {
    const email = newEmail();
    const client = server.client();
    await client.auth.signUp({ email, password: PASSWORD });
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    });
    expect((await client.auth.signInWithPassword({ email, password: 'something else' })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  test('a redirect to a foreign origin falls back to the site', async () => {
    for (const emailRedirectTo of ['https://evil.example/steal', 'javascript:alert(1)', '//evil.example']) {
      const email = newEmail();
      await server.client().auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo } });
      const link = new URL((await server.lastMail(email)).actionLink!);
      expect(link.searchParams.get('redirect_to')).toBe(server.url);
      link.searchParams.set('redirect_to', emailRedirectTo);
      const answer = await fetch(link, { redirect: 'manual' });
      expect(new URL(answer.headers.get('location')!).origin).toBe(server.url);
    }
  });

  test('PKCE: the link leads to a code that works once, and only with the verifier', async () => {
    const email = newEmail();
    const memory = new Map<string, string>();
    const storage = {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
      removeItem: (key: string) => void memory.delete(key),
    };
    const client = server.client({ flowType: 'pkce', persistSession: true, storage });
    await client.auth.signUp({ email, password: PASSWORD });
    const { actionLink } = await server.lastMail(email);
    expect(actionLink).toContain('token=pkce_');
    const target = new URL((await fetch(actionLink!, { redirect: 'manual' })).headers.get('location')!);
    const code = target.searchParams.get('code')!;
    expect(target.hash).toBe('');
    const stolen = await server.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(64) },
    });
    expect(stolen.status).toBe(400);
    expect(await stolen.json()).toMatchObject({ error_code: 'bad_code_verifier' });
    const { data: answer, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(answer.user!.email).toBe(email);
    const again = await server.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(64) },
    });
    expect(again.status).toBe(404);
    expect(await again.json()).toMatchObject({ error_code: 'flow_state_not_found' });
  });
});

describe('signing up where addresses need no confirmation', () => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await startAuth({ autoconfirm: true });
  });
  afterAll(() => server.close());

  test('a new person is signed in at once', async () => {
    const email = newEmail();
    const client = server.client();
    const { data: answer, error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data },
    });
    expect(error).toBeNull();
    expect(answer.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(answer.user!.email_confirmed_at).toBeDefined();
    expect(await server.mails()).toEqual([]);
    const claims = await client.auth.getClaims();
    expect(claims.data!.claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: answer.user!.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: data,
    });
    expect(claims.data!.header).toMatchObject({
      alg: 'ES256',
      typ: 'JWT',
      kid: server.keys.jwks.keys[0]!.kid,
    });
  });

  test('an address in use is refused', async () => {
    const email = newEmail();
    await server.client().auth.signUp({ email, password: PASSWORD });
    const again = await server.client().auth.signUp({ email: email.toUpperCase(), password: PASSWORD });
    expect(again.error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
  });

  test.each([
    ['a short password', { password: 'abc' }, 422, 'weak_password'],
    ['a breached password', { password: 'Password1' }, 422, 'weak_password'],
    ['a breached French password', { password: 'motdepasse' }, 422, 'weak_password'],
    ['a password of 73 bytes', { password: `${'é'.repeat(36)}x` }, 400, 'validation_failed'],
    ['no password', { password: '' }, 400, 'validation_failed'],
    ['no address', { email: 'anna' }, 400, 'validation_failed'],
    ['an address that is too long', { email: `${'a'.repeat(250)}@exemple.fr` }, 400, 'validation_failed'],
    ['a telephone number', { email: '', phone: '+33612345678' }, 400, 'phone_provider_disabled'],
    ['half of PKCE', { code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
    ['nobody at all', { email: '', password: '' }, 422, 'anonymous_provider_disabled'],
  ])('%s is refused', async (_, change, status, code) => {
    const body = { email: newEmail(), password: PASSWORD, ...change };
    const answer = await server.call('POST', '/signup', { body });
    expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
      status,
      code,
    ]);
  });

  test('a wrong address is told before a weak password', async () => {
    const answer = await server.call('POST', '/signup', { body: { email: 'anna', password: 'azertyuiop' } });
    expect([answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([
      400,
      'Unable to validate email address: invalid format',
    ]);
  });

  test('the refusal of a weak password names the reasons, which supabase-js passes on', async () => {
    const { error } = await server.client().auth.signUp({ email: newEmail(), password: 'azertyuiop' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] });
  });

  test('where leaked passwords bring advice, one is accepted, and the session says it at sign-up and at each sign-in', async () => {
    const advising = await startAuth({ passwordCheck: 'advise', autoconfirm: true });
    const body = { email: newEmail(), password: 'azerty' };
    const signedUp = await advising.call('POST', '/signup', { body });
    expect([signedUp.status, await signedUp.json()]).toMatchObject([
      200,
      { access_token: expect.any(String), weak_password: { reasons: ['pwned'] } },
    ]);
    const { data } = await advising.client().auth.signInWithPassword(body);
    expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] });
    const strong = await advising.call('POST', '/signup', {
      body: { email: newEmail(), password: PASSWORD },
    });
    expect(await strong.json()).not.toHaveProperty('weak_password');
    await advising.close();
  });

  test('when a trigger of the product on a new account fails, the sign-up is rolled back and the answer reveals no reason', async () => {
    await server.database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'the secret reason'; end $$;
      create trigger refuse after insert on auth.users for each row
        when (new.raw_user_meta_data ->> 'role' = 'impossible') execute function refuse()`);
    const email = newEmail();
    const answer = await server.call('POST', '/signup', {
      body: { email, password: PASSWORD, data: { role: 'impossible' } },
    });
    expect(answer.status).toBe(500);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ code: 500, error_code: 'unexpected_failure' });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(server.errors).toHaveLength(1);
    expect((await server.client().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  });
});

describe('signing up where it is closed, or without an address', () => {
  test('an instance that is closed to sign-ups refuses', async () => {
    const server = await startAuth({ signup: false, anonymous: true });
    const { error } = await server.client().auth.signUp({ email: newEmail(), password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
    expect((await server.client().auth.signInAnonymously()).error?.code).toBe('signup_disabled');
    await server.close();
  });

  test('a guest gets an account, and keeps it with an address and a password', async () => {
    const server = await startAuth({ anonymous: true, autoconfirm: true });
    const client = server.client();
    const { data: answer } = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } });
    expect(answer.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { theme: 'dark' } });
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({ status: 422 });
    const email = newEmail();
    const changed = await client.auth.updateUser({ email });
    expect(changed.data.user).toMatchObject({ id: answer.user!.id, email, is_anonymous: false });
    expect(changed.data.user!.identities).toHaveLength(1);
    await client.auth.updateUser({ password: PASSWORD });
    const back = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(back.data.user!.id).toBe(answer.user!.id);
    await server.close();
  });
});
