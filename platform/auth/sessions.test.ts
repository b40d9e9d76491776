import { describe, expect, test } from 'vitest';
import { asCaller, SessionEnded } from '#server/postgres/as-caller.ts';
import { type AuthServer, newEmail, openAuth, PASSWORD } from './testing/server.ts';

/** A person with an account, signed in on a client of their own. */
async function someone(server: AuthServer) {
  const email = newEmail();
  const client = server.client();
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  return { email, client, id: data.user!.id, token: data.session!.access_token };
}

const signIn = async (server: AuthServer, email: string) => {
  const client = server.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  return client;
};

const server = await openAuth({ autoconfirm: true });

describe('signing in and out', () => {
  test('the right password opens a session, whatever the case of the address', async () => {
    const { email, id } = await someone(server);
    const client = server.client();
    const { data, error } = await client.auth.signInWithPassword({
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id, email } });
    expect(data.session!.refresh_token).toMatch(/^[a-z0-9]{12}$/);
    expect(data.session!.expires_at! - Date.now() / 1000).toBeGreaterThan(3590);
    expect(data.session!.user.last_sign_in_at).toBeDefined();
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    const { email } = await someone(server);
    const wrong = await server.client().auth.signInWithPassword({ email, password: 'Something-else-1' });
    const unknown = await server.client().auth.signInWithPassword({ email: newEmail(), password: PASSWORD });
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect({ ...unknown.error }).toEqual({ ...wrong.error });
  });

  test.each([
    [{ password: PASSWORD }, 400, 'validation_failed'],
    [{ phone: '33612345678', password: PASSWORD }, 422, 'phone_provider_disabled'],
    [{ phone: '33612345678', email: 'a@b.fr', password: PASSWORD }, 400, 'validation_failed'],
    [{ email: 'a@b.fr' }, 400, 'invalid_credentials'],
  ])('a sign-in with %j is refused', async (body, status, code) => {
    const answer = await server.call('POST', '/token?grant_type=password', { body });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
  });

  test('an unknown grant type is refused', async () => {
    const answer = await server.call('POST', '/token?grant_type=magic', { body: {} });
    expect(await answer.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'unsupported_grant_type',
    });
  });

  test('a password set before today’s rules still works, and the answer says that it is weak', async () => {
    const { email, id } = await someone(server);
    const { hashPassword } = await import('./passwords.ts');
    await server.database.pool.query('update auth.users set encrypted_password = $2 where id = $1', [
      id,
      await hashPassword('azerty'),
    ]);
    const { data } = await server.client().auth.signInWithPassword({ email, password: 'azerty' });
    expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] });
  });

  test('signing out here leaves the other devices in', async () => {
    const { email } = await someone(server);
    const [here, there] = [await signIn(server, email), await signIn(server, email)];
    const token = (await here.auth.getSession()).data.session!.access_token;
    expect((await here.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await here.auth.getUser(token)).error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await there.auth.getUser()).error).toBeNull();
  });

  test('signing out elsewhere leaves this device in', async () => {
    const { email, client: first } = await someone(server);
    const [here, there] = [await signIn(server, email), await signIn(server, email)];
    expect((await here.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect((await here.auth.getUser()).error).toBeNull();
    for (const client of [first, there]) {
      expect((await client.auth.getUser()).error).not.toBeNull();
      expect((await client.auth.refreshSession()).error).not.toBeNull();
    }
  });

  test('signing out everywhere ends all, and a client that still has a token is told', async () => {
    const { client, token } = await someone(server);
    await client.auth.signOut();
    const answer = await server.call('GET', '/user', { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error_code: 'session_not_found',
      msg: 'Session from session_id claim in JWT does not exist',
    });
    const again = await server.call('POST', '/logout', { headers: { Authorization: `Bearer ${token}` } });
    expect(again.status).toBe(403);
  });

  test('an unknown scope is refused', async () => {
    const { token } = await someone(server);
    const answer = await server.call('POST', '/logout?scope=all', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ msg: 'Unsupported logout scope "all"' });
  });

  test('logout answers 204 without a body', async () => {
    const { token } = await someone(server);
    const answer = await server.call('POST', '/logout?scope=local', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  describe('a person whose access has ended is refused at once, on this API and in SQL', () => {
    const asPerson = async (token: string) => {
      const claims = await server.keys.verify(token);
      return asCaller(server.database.pool, { role: 'authenticated', claims }, async (client) => {
        const { rows } = await client.query('select auth.uid() as id');
        return rows[0].id as string;
      });
    };

    test.each([
      [
        'signed out',
        'session_not_found',
        (id: string) => ['delete from auth.sessions where user_id = $1', id],
      ],
      ['deleted', 'user_not_found', (id: string) => ['delete from auth.users where id = $1', id]],
      [
        'banned',
        'user_banned',
        (id: string) => [`update auth.users set banned_until = now() + interval '1 day' where id = $1`, id],
      ],
    ])('%s', async (_, code, act) => {
      const { id, token, client, email } = await someone(server);
      expect(await asPerson(token)).toBe(id);
      const [sql = '', ...values] = act(id);
      await server.database.pool.query(sql, values);
      const answer = await server.call('GET', '/user', { headers: { Authorization: `Bearer ${token}` } });
      expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([403, code]);
      await expect(asPerson(token)).rejects.toBeInstanceOf(SessionEnded);
      expect((await client.auth.refreshSession()).error).not.toBeNull();
      if (code === 'user_banned') {
        const { error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
        expect(error).toMatchObject({ status: 400, code: 'user_banned', message: 'User is banned' });
      }
    });
  });

  test.each([
    ['no token', {}, 401, 'no_authorization'],
    ['nonsense', { Authorization: 'Bearer nonsense' }, 403, 'bad_jwt'],
    ['another scheme', { Authorization: 'Basic YTpi' }, 401, 'no_authorization'],
  ])('%s does not identify a person', async (_, headers, status, code) => {
    const answer = await server.call('GET', '/user', { headers });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
  });

  test('a token whose subject or session does not fit is refused, with the error code of its case', async () => {
    const exp = Math.floor(Date.now() / 1000) + 60;
    const ask = async (claims: Record<string, unknown>) => {
      const token = await server.keys.sign({ exp, ...claims });
      const answer = await server.call('GET', '/user', { headers: { Authorization: `Bearer ${token}` } });
      return [answer.status, answer.headers.get('x-sb-error-code')];
    };
    expect(await ask({})).toEqual([403, 'bad_jwt']);
    expect(await ask({ sub: 'anna' })).toEqual([400, 'bad_jwt']);
    expect(await ask({ sub: crypto.randomUUID() })).toEqual([403, 'user_not_found']);
    expect(await ask({ sub: crypto.randomUUID(), exp: exp - 120 })).toEqual([403, 'bad_jwt']);
    const { id } = await someone(server);
    expect(await ask({ sub: id, session_id: 'nonsense' })).toEqual([403, 'session_not_found']);
    const other = await someone(server);
    const { session_id } = await server.keys.verify(other.token);
    expect(await ask({ sub: id, session_id })).toEqual([403, 'session_not_found']);
  });

  test('each action writes an entry to the audit log', async () => {
    const { client, id, email } = await someone(server);
    await client.auth.updateUser({ data: { theme: 'dark' } });
    await client.auth.signOut();
    const { rows } = await server.database.pool.query(
      `select payload ->> 'action' as action, payload ->> 'actor_username' as name, ip_address
       from auth.audit_log_entries where payload ->> 'actor_id' = $1 order by created_at, payload ->> 'action' desc`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['user_signedup', 'login', 'user_modified', 'logout']);
    expect(rows.every(({ name, ip_address }) => name === email && ip_address === '127.0.0.1')).toBe(true);
  });
});

describe('the browser of a sign-in', () => {
  const enter = (email: string, headers: Record<string, string>) =>
    server.call('POST', '/token?grant_type=password', { body: { email, password: PASSWORD }, headers });
  const ofPage = { 'Sec-Fetch-Site': 'same-origin' };
  const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const devicesOf = async (id: string) => {
    const { rows } = await server.database.pool.query(
      `select encode(device, 'hex') as device from auth.sessions where user_id = $1 order by created_at`,
      [id],
    );
    return rows.map(({ device }) => device);
  };

  test('is known again by a cookie that only this service is sent, and that no page can read', async () => {
    const { email, id } = await someone(server);
    const first = await enter(email, ofPage);
    expect(first.headers.getSetCookie()[0]).toMatch(
      /^sb-device=[\w-]{32}; Max-Age=34560000; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/,
    );
    const again = await enter(email, { ...ofPage, cookie: cookieOf(first) });
    expect(cookieOf(again)).toBe(cookieOf(first));
    const other = await enter(email, ofPage);
    expect(cookieOf(other)).not.toBe(cookieOf(first));
    const [signUp, one, same, another] = await devicesOf(id);
    expect(signUp).toBeNull();
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(same).toBe(one);
    expect(another).not.toBe(one);
  });

  test('gets no cookie where it would not come back, nor for a refusal, and chooses none itself', async () => {
    const { email, id } = await someone(server);
    expect((await enter(email, {})).headers.getSetCookie()).toEqual([]);
    expect((await enter(email, { 'Sec-Fetch-Site': 'cross-site' })).headers.getSetCookie()).toEqual([]);
    const wrong = { email, password: 'Something-else-1' };
    const refused = await server.call('POST', '/token?grant_type=password', { body: wrong, headers: ofPage });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
    const chosen = await enter(email, { cookie: 'sb-device=admin' });
    expect([chosen.status, chosen.headers.getSetCookie()]).toEqual([200, []]);
    expect(await devicesOf(id)).toEqual([null, null, null, null]);
  });
});
