import { describe, expect, test } from 'vitest';
import { type AuthServer, follow, newEmail, openAuth, PASSWORD } from './testing/server.ts';

async function someone(server: AuthServer) {
  const email = newEmail();
  const { data } = await server
    .admin()
    .auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  return { email, id: data.user!.id };
}

const server = await openAuth({ redirectUrls: ['https://*.loge.example/**'] });

describe('recovering a password, and signing in by mail', () => {
  test('the link leads back to the page with a session of type recovery, in which the password is set', async () => {
    const { email } = await someone(server);
    const client = server.client();
    const redirectTo = `${server.url}/reset-password`;
    expect((await client.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    const mail = await server.lastMail(email);
    expect(mail.kind).toBe('recovery');
    const landing = await follow(mail.actionLink);
    expect(landing.url.href.split('#')[0]).toBe(redirectTo);
    expect(landing.hash.get('type')).toBe('recovery');
    await client.auth.setSession({
      access_token: landing.hash.get('access_token')!,
      refresh_token: landing.hash.get('refresh_token')!,
    });
    expect((await client.auth.updateUser({ password: `${PASSWORD}!` })).error).toBeNull();
    const fresh = await server.client().auth.signInWithPassword({ email, password: `${PASSWORD}!` });
    expect(fresh.error).toBeNull();
  });

  test('PKCE: the code is exchanged, and the client announces PASSWORD_RECOVERY', async () => {
    const { email } = await someone(server);
    const memory = new Map<string, string>();
    const storage = {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
      removeItem: (key: string) => void memory.delete(key),
    };
    const client = server.client({ flowType: 'pkce', persistSession: true, storage });
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    await client.auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/reset-password` });
    const landing = await follow((await server.lastMail(email)).actionLink);
    expect(landing.url.pathname).toBe('/reset-password');
    const { data, error } = await client.auth.exchangeCodeForSession(landing.url.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(data.user!.email).toBe(email);
    expect(events).toContain('PASSWORD_RECOVERY');
    const { claims } = (await client.auth.getClaims()).data!;
    expect(claims.amr).toMatchObject([{ method: 'recovery' }]);
  });

  test('PKCE: a code waits five minutes, and an expired link says so in the query too', async () => {
    const { email } = await someone(server);
    const challenge = { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' };
    await server.call('POST', '/recover', { body: { email, ...challenge } });
    const { actionLink } = await server.lastMail(email);
    const code = (await follow(actionLink)).url.searchParams.get('code');
    server.clock.ahead = 301_000;
    const late = await server.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: challenge.code_challenge },
    });
    server.clock.ahead = 0;
    expect([late.status, late.headers.get('x-sb-error-code')]).toEqual([422, 'flow_state_expired']);
    const again = await follow(actionLink);
    expect(again.url.searchParams.get('error_code')).toBe('otp_expired');
    expect(again.hash.get('error_code')).toBe('otp_expired');
  });

  test('the code in the mail recovers as well', async () => {
    const { email } = await someone(server);
    const client = server.client();
    await client.auth.resetPasswordForEmail(email);
    const { otp } = await server.lastMail(email);
    const { data } = await client.auth.verifyOtp({ email, token: otp, type: 'recovery' });
    expect(data.session!.user.email).toBe(email);
  });

  test('an address without an account is answered alike, and gets nothing', async () => {
    const email = newEmail();
    const sent = (await server.mails()).length;
    const { data, error } = await server.client().auth.resetPasswordForEmail(email);
    expect([data, error]).toEqual([{}, null]);
    expect((await server.mails()).length).toBe(sent);
  });

  test('a magic link and its code sign in', async () => {
    const { email } = await someone(server);
    const client = server.client();
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
    const first = await server.lastMail(email);
    expect(first.kind).toBe('magiclink');
    expect((await follow(first.actionLink)).hash.get('type')).toBe('magiclink');
    await client.auth.signInWithOtp({ email });
    const { otp } = await server.lastMail(email);
    const { data } = await client.auth.verifyOtp({ email, token: otp, type: 'email' });
    expect(data.user!.email).toBe(email);
    expect((await client.auth.getClaims()).data!.claims.amr).toMatchObject([{ method: 'otp' }]);
  });

  test('a new person gets an account by mail, unless that is switched off', async () => {
    const email = newEmail();
    const client = server.client();
    const quiet = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(quiet.error).toBeNull();
    await expect(server.lastMail(email)).rejects.toThrow('no mail');
    const { error } = await client.auth.signInWithOtp({ email, options: { data: { role: 'viewer' } } });
    expect(error).toBeNull();
    const mail = await server.lastMail(email);
    expect(mail).toMatchObject({ kind: 'signup', userMetadata: { role: 'viewer' } });
    const { data } = await client.auth.verifyOtp({ email, token: mail.otp, type: 'email' });
    expect(data.user).toMatchObject({ email, user_metadata: { role: 'viewer', email_verified: true } });
  });

  test('an allowed foreign origin is kept, a look-alike is not', async () => {
    const { email } = await someone(server);
    const targets = {
      'https://app.loge.example/fin?x=1': true,
      'https://a.b.loge.example/': false,
      'https://loge.example.evil.fr/': false,
    };
    for (const [redirectTo, kept] of Object.entries(targets)) {
      await server.client().auth.resetPasswordForEmail(email, { redirectTo });
      const link = new URL((await server.lastMail(email)).actionLink!);
      expect(link.searchParams.get('redirect_to')).toBe(kept ? redirectTo : server.url);
    }
  });

  test('a link that was cut or tried too often still lands on the page', async () => {
    const cut = await follow(
      `${server.url}/auth/v1/verify?token=abc&type=strange&redirect_to=${server.url}/auth`,
    );
    expect([cut.url.pathname, cut.hash.get('error'), cut.hash.get('error_code')]).toEqual([
      '/auth',
      'invalid_request',
      'validation_failed',
    ]);
  });

  test('a digit of the code moved to the end of the address is a wrong code', async () => {
    const { email } = await someone(server);
    await server.call('POST', '/recover', { body: { email } });
    const { otp } = await server.lastMail(email);
    for (const moved of [1, 3, 5]) {
      const body = { type: 'recovery', email: email + otp!.slice(0, moved), token: otp!.slice(moved) };
      const answer = await server.call('POST', '/verify', { body });
      expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([403, 'otp_expired']);
    }
    const right = await server.call('POST', '/verify', { body: { type: 'recovery', email, token: otp } });
    expect(right.status).toBe(200);
  });

  test('without redirect_to the page that asked is the way back', async () => {
    const { email } = await someone(server);
    await server.call('POST', '/recover', { body: { email }, headers: { Referer: `${server.url}/auth` } });
    const link = new URL((await server.lastMail(email)).actionLink!);
    expect(link.searchParams.get('redirect_to')).toBe(`${server.url}/auth`);
  });

  test.each([
    ['/verify', { token: '123456', email: 'a@b.fr' }, 'Verify requires a verification type'],
    ['/verify', { type: 'email', email: 'a@b.fr' }, 'Verify requires either a token or a token hash'],
    [
      '/verify',
      { type: 'email', token: '1' },
      'Only an email address or phone number should be provided on verify',
    ],
    [
      '/verify',
      { type: 'email', token_hash: 'x', email: 'a@b.fr' },
      'Only the token_hash and type should be provided',
    ],
    ['/verify', { type: 'strange', token_hash: 'x' }, 'Invalid email verification type'],
    ['/verify', { type: 'strange', token: '1', email: 'a@b.fr' }, 'Unsupported verification type'],
    ['/recover', {}, 'Password recovery requires an email'],
    ['/otp', {}, 'One of email or phone must be set'],
    ['/resend', { email: 'a@b.fr' }, 'Missing one of these types: signup, email_change, sms, phone_change'],
    ['/resend', { type: 'signup' }, 'Type provided requires an email address'],
    ['/resend', { type: 'sms' }, 'Type provided requires a phone number'],
  ])('POST %s with %j says what is missing', async (path, body, msg) => {
    const answer = await server.call('POST', path, { body });
    expect(await answer.json()).toEqual({ code: 400, error_code: 'validation_failed', msg });
  });
});
