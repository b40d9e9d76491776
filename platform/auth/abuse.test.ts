import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthServer, newEmail, PASSWORD, startAuth } from './testing/server.ts';

const signIn = (server: AuthServer, email: string, password: string, from = '192.0.2.1') =>
  server.call('POST', '/token?grant_type=password', {
    body: { email, password },
    headers: { 'X-Forwarded-For': `203.0.113.9, ${from}` },
  });

const create = async (server: AuthServer) => {
  const email = newEmail();
  await server.admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  return email;
};

describe('guessing passwords and codes', () => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await startAuth({ rateLimits: true });
  });
  afterAll(() => server.close());

  test.each([
    ['of a person', true],
    ['of nobody', false],
  ])('after five wrong passwords %s even the right one waits a quarter of an hour', async (_, known) => {
    const email = known ? await create(server) : newEmail();
    for (let i = 0; i < 5; i++)
      expect((await signIn(server, email, `wrong-${i}`, `192.0.2.${i}`)).status).toBe(400);
    const refused = await signIn(server, email, PASSWORD, '192.0.2.77');
    expect([refused.status, refused.headers.get('x-sb-error-code')]).toEqual([
      429,
      'over_request_rate_limit',
    ]);
    const wait = Number(refused.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(890);
    expect(wait).toBeLessThanOrEqual(900);
    server.clock.ahead = 901_000;
    expect((await signIn(server, email, PASSWORD)).status).toBe(known ? 200 : 400);
    server.clock.ahead = 0;
  });

  test('a right password clears the count', async () => {
    const email = await create(server);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await signIn(server, email, 'wrong', `192.0.2.${100 + round}`);
      expect((await signIn(server, email, PASSWORD, `192.0.2.${100 + round}`)).status).toBe(200);
    }
  });

  test('thirty guesses at once are checked five times at most', async () => {
    const email = await create(server);
    const guesses = Array.from({ length: 30 }, (_, i) => signIn(server, email, `guess-${i}`, `192.0.2.${i}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(5);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(25);
  });

  test('somebody who goes on guessing after that waits for no row, and delays nobody', async () => {
    const email = newEmail();
    const guess = (i: number) =>
      server.call('POST', '/verify', {
        body: { type: 'email', email, token: '000000' },
        headers: { 'X-Forwarded-For': `192.0.2.${i}` },
      });
    // Ten from each place, until all of them together have had what one address may be tried at.
    for (let place = 1; place <= 5; place++) while ((await guess(place)).status !== 429);
    // Whatever holds the row of these guesses: the answer is known without it.
    const other = await server.database.pool.connect();
    await other.query(`begin; select 1 from auth.rate_limits where key like 'code:%' for update`);
    const statuses = await Promise.all(Array.from({ length: 50 }, async (_, i) => (await guess(i)).status));
    await other.query('rollback');
    other.release();
    expect(new Set(statuses)).toEqual(new Set([429]));
  });

  test('one network address cannot try a password on everybody', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++)
      statuses.push((await signIn(server, newEmail(), PASSWORD, '198.51.100.1')).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
    const email = await create(server);
    expect((await signIn(server, email, PASSWORD, '198.51.100.2')).status).toBe(200);
  });

  test('what a client writes in X-Forwarded-For before our proxy does not count', async () => {
    const ask = (spoofed: number) =>
      server.call('POST', '/verify', {
        body: { type: 'email', token_hash: 'x' },
        headers: { 'X-Forwarded-For': `10.0.0.${spoofed}, 198.51.100.3` },
      });
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) statuses.push((await ask(i)).status);
    expect(statuses).toEqual([...Array(30).fill(403), 429]);
  });

  test('the addresses of one IPv6 network are one, as a house has all of them', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      const from = i % 2 ? `2001:db8:0:${i.toString(16)}::1` : `2001:0db8::7:1:2:3:${i}`;
      statuses.push((await signIn(server, newEmail(), PASSWORD, from)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
    expect((await signIn(server, newEmail(), PASSWORD, '2001:db8:1:8::1')).status).toBe(400);
  });

  test('ten wrong codes end the tries of a place, and keep no owner out who is elsewhere', async () => {
    const email = await create(server);
    await server.client().auth.signInWithOtp({ email });
    const { otp } = await server.lastMail(email);
    const guess = (token: string, from: string) =>
      server.call('POST', '/verify', {
        body: { type: 'email', email, token },
        headers: { 'X-Forwarded-For': from },
      });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await guess(otp === '000000' ? '111111' : '000000', '192.0.2.1')).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    expect((await guess(otp, '192.0.2.1')).status).toBe(429);
    expect((await guess(otp, '198.51.100.7')).status).toBe(200);
  });

  test('six digits cannot be tried through from everywhere: fifty are checked, and the link of the mail still opens', async () => {
    const email = await create(server);
    await server.client().auth.signInWithOtp({ email });
    const { otp, arrival } = await server.lastMail(email);
    const wrong = otp === '000000' ? '111111' : '000000';
    const statuses = await Promise.all(
      Array.from({ length: 120 }, async (_, i) => {
        const headers = { 'X-Forwarded-For': `10.1.0.${i}` };
        const body = { type: 'email', email, token: wrong };
        return (await server.call('POST', '/verify', { body, headers })).status;
      }),
    );
    expect(statuses.filter((status) => status !== 429)).toHaveLength(50);
    const headers = { 'X-Forwarded-For': '10.2.0.1' };
    const late = await server.call('POST', '/verify', {
      body: { type: 'email', email, token: otp },
      headers,
    });
    expect(late.status).toBe(429);
    const opened = await server.call('POST', '/verify', {
      body: { type: arrival?.type, token_hash: arrival?.tokenHash },
      headers,
    });
    expect(opened.status).toBe(200);
  });

  test('wrong codes of strangers are none of the code that a signed-in person asked for', async () => {
    const strict = await startAuth({ rateLimits: true, reauthenticateToChangePassword: true });
    const email = newEmail();
    await strict.admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const client = strict.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    strict.clock.ahead += 25 * 3_600_000;
    await client.auth.refreshSession();
    await client.auth.reauthenticate();
    const { otp } = await strict.lastMail(email);
    for (let i = 0; i < 60; i++)
      await strict.call('POST', '/verify', {
        body: { type: 'email', email, token: '000000' },
        headers: { 'X-Forwarded-For': `10.4.0.${i}` },
      });
    const { error } = await client.auth.updateUser({ password: `${PASSWORD}-new`, nonce: otp });
    expect(error).toBeNull();
    await strict.close();
  });

  test('so are the codes of a change of address, at the old one as at the new', async () => {
    const email = await create(server);
    const client = server.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const wished = newEmail();
    await client.auth.updateUser({ email: wished });
    for (const address of [email, wished]) {
      const { otp } = await server.lastMail(address);
      const wrong = otp === '000000' ? '111111' : '000000';
      const statuses = await Promise.all(
        Array.from({ length: 80 }, async (_, i) => {
          const headers = { 'X-Forwarded-For': `10.3.${address === email ? 0 : 1}.${i}` };
          const body = { type: 'email_change', email: address, token: wrong };
          return (await server.call('POST', '/verify', { body, headers })).status;
        }),
      );
      expect(statuses.filter((status) => status !== 429)).toHaveLength(50);
    }
  });

  test('a right code gives the tries back', async () => {
    const email = await create(server);
    for (let round = 0; round < 3; round++) {
      server.clock.ahead += 61_000;
      await server.client().auth.signInWithOtp({ email });
      const { otp } = await server.lastMail(email);
      const send = (token: string, i: number) =>
        server.call('POST', '/verify', {
          body: { type: 'email', email, token },
          headers: { 'X-Forwarded-For': `10.2.${round}.${i}` },
        });
      for (let i = 0; i < 8; i++)
        expect((await send(otp === '000000' ? '111111' : '000000', i)).status).toBe(403);
      expect((await send(otp, 99)).status).toBe(200);
    }
    server.clock.ahead = 0;
  });

  test('the code that a change of password asks for is counted alike', async () => {
    const strict = await startAuth({ rateLimits: true, reauthenticateToChangePassword: true });
    const email = newEmail();
    await strict.admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const client = strict.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    strict.clock.ahead += 25 * 3_600_000;
    await client.auth.refreshSession();
    await client.auth.reauthenticate();
    const { otp } = await strict.lastMail(email);
    const wrong = otp === '000000' ? '111111' : '000000';
    const token = (await client.auth.getSession()).data.session?.access_token;
    const headers = { Authorization: `Bearer ${token}` };
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const body = { password: `${PASSWORD}-${i}`, nonce: wrong };
        return (await strict.call('PUT', '/user', { body, headers })).status;
      }),
    );
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect(
      (await strict.call('PUT', '/user', { body: { password: `${PASSWORD}-x`, nonce: otp }, headers }))
        .status,
    ).toBe(429);
    await strict.close();
  });
});

describe('mail', () => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await startAuth({ rateLimits: true, mailInterval: 60, mailPerHour: 30 });
  });
  afterAll(() => server.close());
  const post = (path: string, body: unknown, from: string) =>
    server.call('POST', path, { body, headers: { 'X-Forwarded-For': from } });

  test.each([
    ['/recover', true],
    ['/recover', false],
    ['/otp', true],
  ])('%s answers once a minute, account or not (%s)', async (path, known) => {
    const email = known ? await create(server) : newEmail();
    expect((await post(path, { email }, '192.0.2.1')).status).toBe(200);
    const refused = await post(path, { email }, '192.0.2.2');
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(55);
    expect(await refused.json()).toEqual({
      code: 429,
      error_code: 'over_email_send_rate_limit',
      msg: `For security purposes, you can only request this after ${wait} seconds.`,
    });
    server.clock.ahead += 61_000;
    expect((await post(path, { email }, '192.0.2.2')).status).toBe(200);
  });

  test('signing up again within the minute is answered alike for a pending and for a known address', async () => {
    const pending = newEmail();
    const known = await create(server);
    server.clock.ahead += 3_600_000;
    for (const email of [pending, known]) {
      const body = { email, password: PASSWORD };
      const first = await post('/signup', body, '192.0.2.3');
      expect([email, first.status]).toEqual([email, 200]);
      expect((await post('/signup', body, '192.0.2.3')).status).toBe(429);
    }
  });

  test('one network address gets half of the hour’s mails, account or not', async () => {
    server.clock.ahead += 3_600_000;
    const statuses: number[] = [];
    for (let i = 0; i < 16; i++)
      statuses.push((await post('/recover', { email: newEmail() }, '192.0.2.4')).status);
    expect(statuses).toEqual([...Array(15).fill(200), 429]);
  });

  test('requests for nobody send nothing, so they take nothing from the others', async () => {
    server.clock.ahead += 3_600_000;
    for (let i = 0; i < 45; i++) {
      const { status } = await post('/recover', { email: newEmail() }, `192.0.2.${100 + Math.floor(i / 15)}`);
      expect(status).toBe(200);
    }
    const body = { email: newEmail(), password: PASSWORD };
    expect((await post('/signup', body, '192.0.2.9')).status).toBe(200);
  });

  test('all together get the whole, and then nobody tells an account by the answer', async () => {
    server.clock.ahead += 3_600_000;
    for (let i = 0; i < 30; i++) {
      const { status } = await post('/recover', { email: await create(server) }, `192.0.3.${i}`);
      expect(status).toBe(200);
    }
    const nobody = await post('/recover', { email: newEmail() }, '192.0.2.7');
    const over = await post('/recover', { email: await create(server) }, '192.0.2.6');
    expect(nobody.status).toBe(429);
    expect(await over.json()).toMatchObject({
      error_code: 'over_email_send_rate_limit',
      msg: 'email rate limit exceeded',
    });
  });
});

describe('what an answer tells', () => {
  test('an unknown address costs the same password hash as a wrong password', async () => {
    const server = await startAuth();
    const email = await create(server);
    // The work is counted in processor time, which argon2 dominates, because elapsed time depends on what else the machine does.
    const cost = async (address: string) => {
      const before = process.cpuUsage();
      for (let i = 0; i < 4; i++) await signIn(server, address, 'wrong password');
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 4;
    };
    await cost(newEmail());
    const [known, unknown] = [await cost(email), await cost(newEmail())];
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
    await server.close();
  });

  test('the mail endpoints answer after a multiple of a fixed time, no matter who the request is about', async () => {
    const server = await startAuth();
    const known = await create(server);
    for (const email of [known, newEmail()]) {
      const start = performance.now();
      await server.call('POST', '/recover', { body: { email } });
      expect(performance.now() - start).toBeGreaterThanOrEqual(49);
    }
    await server.close();
  });

  test('the counters hold no address in clear', async () => {
    const server = await startAuth({ rateLimits: true, mailInterval: 60 });
    const email = newEmail();
    await signIn(server, email, 'wrong', '192.0.2.44');
    await server.call('POST', '/recover', { body: { email } });
    const { rows } = await server.database.pool.query('select key from auth.rate_limits');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ key }) => key.includes(email) || key.includes('192.0.2.44'))).toEqual([]);
    await server.close();
  });
});
