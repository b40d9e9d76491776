/** Long because all that a telephone is good for is tested through one webhook and one server. */
import { decodeJwt } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { createSmsHook } from '#server/integrations/sms/sms-hook.ts';
import { openSmsWebhook } from '#server/integrations/sms/testing/sms-webhook.ts';
import { newEmail, openAuth, PASSWORD, startAuth } from './testing/server.ts';

const webhook = await openSmsWebhook();
/** While it is changed a message is signed with both, and its receiver knows one of them. */
const nextSecret = `v1,whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const sendSms = createSmsHook({ url: webhook.url, secrets: [nextSecret, webhook.secret] }, () => new Date());
const server = await openAuth({ anonymous: true, smsPerHour: 10_000 }, sendSms);
afterEach(() => {
  expect(webhook.refusals).toEqual([]);
  webhook.answerWith(200);
});

let counter = 0;
/** As supabase-js sends it, and as it is stored. */
const newPhone = () => `336${String(10_000_000 + ++counter)}`;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const sent = (phone: string) => webhook.received.filter(({ sms }) => sms.phone === phone).length;

async function signUp(phone = newPhone()) {
  const client = server.client();
  const { data, error } = await client.auth.signUp({
    phone: `+${phone}`,
    password: PASSWORD,
    options: { data: { first_name: 'Paule' } },
  });
  expect(error).toBeNull();
  return { client, phone, user: data.user! };
}
async function person() {
  const { client, phone } = await signUp();
  await client.auth.verifyOtp({ phone, token: webhook.lastCode(phone), type: 'sms' });
  return { client, phone };
}

describe('an account by telephone', () => {
  test('is made by a number and a password, confirmed by the code, and then opened by both', async () => {
    const { client, phone, user } = await signUp();
    expect(user).toMatchObject({ phone, email: '', confirmation_sent_at: expect.any(String) });
    expect(user.phone_confirmed_at).toBeUndefined();
    const bySecret = () =>
      server.client().auth.signInWithPassword({ phone: `+${phone}`, password: PASSWORD });
    expect((await bySecret()).error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });

    const code = webhook.lastCode(phone);
    const bad = await client.auth.verifyOtp({ phone, token: wrong(code), type: 'sms' });
    expect(bad.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const { data } = await client.auth.verifyOtp({ phone: `+${phone}`, token: code, type: 'sms' });
    expect(data.user).toMatchObject({
      id: user.id,
      phone,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { first_name: 'Paule', phone_verified: true },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
    });
    expect(decodeJwt(data.session!.access_token)).toMatchObject({ phone, amr: [{ method: 'otp' }] });
    expect((await client.auth.verifyOtp({ phone, token: code, type: 'sms' })).error?.code).toBe(
      'otp_expired',
    );
    expect((await bySecret()).data.user?.id).toBe(user.id);
  });

  test('is opened by a code alone, which makes one for a number without account', async () => {
    const phone = newPhone();
    for (const expected of ['made', 'found']) {
      const client = server.client();
      expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
      const { data, error } = await client.auth.verifyOtp({
        phone,
        token: webhook.lastCode(phone),
        type: 'sms',
      });
      expect([expected, error, data.user?.phone]).toEqual([expected, null, phone]);
    }
    const { rows } = await server.database.pool.query(
      'select count(*)::int as accounts from auth.users where phone = $1',
      [phone],
    );
    expect(rows).toEqual([{ accounts: 1 }]);
    const unknown = newPhone();
    const asked = { phone: unknown, options: { shouldCreateUser: false } };
    expect((await server.client().auth.signInWithOtp(asked)).error).toBeNull();
    expect(sent(unknown)).toBe(0);
  });

  test('signing up says the same of a number that has an account, and does not change its password', async () => {
    const { phone } = await person();
    const other = 'Une-autre-phrase-42';
    const answers = await Promise.all(
      [phone, newPhone()].map(async (each) => {
        const { data } = await server.client().auth.signUp({ phone: each, password: other });
        return Object.keys(data.user!).sort();
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    const bySecret = (password: string) => server.client().auth.signInWithPassword({ phone, password });
    expect((await bySecret(other)).error?.code).toBe('invalid_credentials');
    expect((await bySecret(PASSWORD)).error).toBeNull();
  });

  test('anybody who signs up first with the number of another leaves no password in its account', async () => {
    const { phone } = await signUp();
    const owner = server.client();
    await owner.auth.signInWithOtp({ phone });
    await owner.auth.verifyOtp({ phone, token: webhook.lastCode(phone), type: 'sms' });
    const { error } = await server.client().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('so does a code that is asked for again', async () => {
    const { phone } = await signUp();
    const owner = server.client();
    await owner.auth.resend({ type: 'sms', phone });
    await owner.auth.verifyOtp({ phone, token: webhook.lastCode(phone), type: 'sms' });
    const { error } = await server.client().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('a number that is confirmed while a stranger asks for a code keeps its password', async () => {
    const { phone, user } = await signUp();
    const confirming = await server.database.pool.connect();
    await confirming.query('begin');
    await confirming.query('update auth.users set phone_confirmed_at = now() where id = $1', [user.id]);
    const { rows } = await confirming.query<{ pid: number }>('select pg_backend_pid() as pid');
    const asked = server.client().auth.signInWithOtp({ phone });
    await expect
      .poll(async () => {
        const waiting = await server.database.pool.query(
          'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
          [rows[0]!.pid],
        );
        return waiting.rowCount;
      })
      .toBe(1);
    await confirming.query('commit');
    confirming.release();
    expect((await asked).error).toBeNull();
    const { error } = await server.client().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(error).toBeNull();
  });

  test('several requests for one number at once make one account, and a number gets five an hour', async () => {
    const phone = newPhone();
    // As many as a number may be sent in an hour.
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.client().auth.signInWithOtp({ phone })),
    );
    expect(answers.map(({ error }) => error)).toEqual(Array.from({ length: 5 }, () => null));
    const { rows } = await server.database.pool.query(
      'select count(*)::int as accounts from auth.users where phone = $1',
      [phone],
    );
    expect(rows).toEqual([{ accounts: 1 }]);
    const sixth = await server.client().auth.signInWithOtp({ phone });
    expect(sixth.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
  });

  test('gets its code again, and none when it waits for none', async () => {
    const { client, phone } = await signUp();
    const first = webhook.lastCode(phone);
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull();
    expect(sent(phone)).toBe(2);
    const again = webhook.lastCode(phone);
    const { error } = await client.auth.verifyOtp({ phone, token: again, type: 'sms' });
    expect(error).toBeNull();
    expect((await client.auth.verifyOtp({ phone, token: first, type: 'sms' })).error?.code).toBe(
      'otp_expired',
    );
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull();
    expect(sent(phone)).toBe(2);
  });

  test('guesses at a code are counted', async () => {
    const { phone } = await signUp();
    const code = webhook.lastCode(phone);
    const tries = await Promise.all(
      Array.from({ length: 14 }, () =>
        server.client().auth.verifyOtp({ phone, token: wrong(code), type: 'sms' }),
      ),
    );
    expect(tries.filter(({ error }) => error?.code === 'otp_expired')).toHaveLength(10);
    expect(tries.filter(({ error }) => error?.code === 'over_request_rate_limit')).toHaveLength(4);
  });

  test('a digit of the code moved to the end of the number is a wrong code', async () => {
    const { phone } = await signUp();
    const code = webhook.lastCode(phone);
    for (const moved of [1, 2, 4]) {
      const body = { type: 'sms', phone: phone + code.slice(0, moved), token: code.slice(moved) };
      const answer = await server.call('POST', '/verify', { body });
      expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([403, 'otp_expired']);
    }
    const right = await server.call('POST', '/verify', { body: { type: 'sms', phone, token: code } });
    expect(right.status).toBe(200);
  });

  test('messages that could not be sent cost neither the project nor the number, but the place that asked', async () => {
    const few = await startAuth({ smsPerHour: 2, rateLimits: true }, sendSms);
    const from = (place: string, phone: string) =>
      few.call('POST', '/otp', { body: { phone }, headers: { 'X-Forwarded-For': place } });
    webhook.answerWith(503);
    const owned = newPhone();
    const failed: number[] = [];
    for (let at = 0; at < 11; at += 1) failed.push((await from('203.0.113.7', owned)).status);
    expect(failed).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    webhook.answerWith(200);
    const sentNow = [
      await from('198.51.100.1', owned),
      await from('198.51.100.2', newPhone()),
      await from('198.51.100.3', newPhone()),
    ];
    expect(sentNow.map(({ status }) => status)).toEqual([200, 200, 429]);
    await few.close();
  });

  test('a webhook that fails is told, and the code that nobody got opens nothing later', async () => {
    webhook.answerWith(503);
    const phone = newPhone();
    const { error } = await server.client().auth.signInWithOtp({ phone });
    expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' });
    webhook.answerWith(200);
    expect((await server.client().auth.signInWithOtp({ phone })).error).toBeNull();
    expect(sent(phone)).toBe(1);
  });
});

test('where numbers need no confirmation, a number and a password are signed in at once, without a message', async () => {
  const open = await startAuth({ smsAutoconfirm: true });
  const phone = newPhone();
  const { data, error } = await open.client().auth.signUp({
    phone,
    password: PASSWORD,
    options: { data: { name: 'Zoé' } },
  });
  expect(error).toBeNull();
  expect(data.session).not.toBeNull();
  expect(data.user).toMatchObject({ phone, user_metadata: { name: 'Zoé', phone_verified: true } });
  expect((await open.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  const again = await Promise.all(
    Array.from({ length: 4 }, () => open.client().auth.signUp({ phone, password: `${PASSWORD}-autre` })),
  );
  expect(again.map(({ error }) => error?.code)).toEqual(Array(4).fill('user_already_exists'));
  const [one, other] = [newPhone(), PASSWORD];
  const atOnce = await Promise.all(
    Array.from({ length: 5 }, () => open.client().auth.signUp({ phone: one, password: other })),
  );
  expect(atOnce.filter(({ error }) => error === null)).toHaveLength(1);
  expect(await (await open.call('GET', '/settings')).json()).toMatchObject({ phone_autoconfirm: true });
  expect((await open.client().auth.signInWithOtp({ phone })).error?.code).toBe('phone_provider_disabled');
  await open.close();
});

test('where nobody signs up by telephone, text messages are sent all the same, and auth says which is off', async () => {
  const factorsOnly = await startAuth({ phone: false }, sendSms);
  const phone = newPhone();
  const asked = [
    ['/otp', { phone }],
    ['/signup', { phone, password: PASSWORD }],
    ['/token?grant_type=password', { phone, password: PASSWORD }],
    ['/resend', { type: 'sms', phone }],
  ] as const;
  for (const [path, body] of asked) {
    const answer = await factorsOnly.call('POST', path, { body });
    expect([path, answer.headers.get('x-sb-error-code')]).toEqual([path, 'phone_provider_disabled']);
  }
  const told = (await (await factorsOnly.call('GET', '/settings')).json()) as { external: object };
  expect(told.external).toMatchObject({ phone: false });
  expect(sent(phone)).toBe(0);

  const email = newEmail();
  await factorsOnly.admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const { auth } = factorsOnly.client();
  await auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mobile', phone });
  expect((await auth.mfa.challenge({ factorId: data!.id })).error).toBeNull();
  expect(sent(phone)).toBe(1);
  await factorsOnly.close();
});

describe('a number of an account', () => {
  test('is added and changed by a code sent to it, and may be nobody else’s', async () => {
    const { client, phone } = await person();
    const next = newPhone();
    const { data } = await client.auth.updateUser({ phone: next });
    expect(data.user).toMatchObject({ phone, new_phone: next });
    expect(sent(next)).toBe(1);
    const changed = await client.auth.verifyOtp({
      phone: next,
      token: webhook.lastCode(next),
      type: 'phone_change',
    });
    expect(changed.data.user).toMatchObject({ phone: next });
    expect(changed.data.user).not.toHaveProperty('new_phone');
    expect(changed.data.user!.identities).toMatchObject([
      { provider: 'phone', identity_data: { phone: next } },
    ]);

    const other = await person();
    expect((await other.client.auth.updateUser({ phone: next })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    });
    // The former number is free, and its codes are worth nothing here.
    expect((await server.client().auth.signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  test('is the one that counts when its code is asked for again', async () => {
    const { client, phone } = await person();
    const next = newPhone();
    await client.auth.updateUser({ phone: next });
    const again = () => server.call('POST', '/resend', { body: { type: 'phone_change', phone } });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await again()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(sent(next)).toBe(5);
    // Nothing was taken from the present number, which is sent a code as before.
    expect((await server.client().auth.signInWithOtp({ phone })).error).toBeNull();
  });

  test('that two people ask for at once goes to the first who answers', async () => {
    const [one, two] = [await person(), await person()];
    const wished = newPhone();
    await one.client.auth.updateUser({ phone: wished });
    const first = webhook.lastCode(wished);
    await two.client.auth.updateUser({ phone: wished });
    const second = webhook.lastCode(wished);
    const answers = await Promise.all([
      one.client.auth.verifyOtp({ phone: wished, token: first, type: 'phone_change' }),
      two.client.auth.verifyOtp({ phone: wished, token: second, type: 'phone_change' }),
    ]);
    expect(answers.map(({ error }) => error?.code ?? 'done').sort()).toEqual(['done', 'phone_exists']);
  });

  test('codes of telephones and of mails are not taken for each other', async () => {
    const { phone } = await signUp();
    const code = webhook.lastCode(phone);
    for (const type of ['signup', 'email', 'magiclink', 'phone_change'])
      expect(
        await (await server.call('POST', '/verify', { body: { type, phone, token: code } })).json(),
      ).toMatchObject({
        error_code: type === 'phone_change' ? 'otp_expired' : 'validation_failed',
      });
    const byMail = { type: 'sms', email: newEmail(), token: code };
    expect((await server.call('POST', '/verify', { body: byMail })).status).toBe(400);
  });

  test.each([
    ['without country', '0612345678'],
    ['too long', '3361234567890123'],
    ['words', 'appelle-moi'],
    ['nothing after the plus', '+'],
  ])('that is no E.164 number (%s) is refused everywhere', async (_, phone) => {
    const { client } = await person();
    const { access_token } = (await client.auth.getSession()).data.session!;
    const headers = { Authorization: `Bearer ${access_token}` };
    for (const [method, path, body] of [
      ['POST', '/signup', { password: PASSWORD }],
      ['POST', '/otp', {}],
      ['POST', '/token?grant_type=password', { password: PASSWORD }],
      ['POST', '/verify', { type: 'sms', token: '123456' }],
      ['POST', '/resend', { type: 'sms' }],
      ['PUT', '/user', {}],
      ['POST', '/factors', { factor_type: 'phone', friendly_name: 'Mobile' }],
    ] as const) {
      const answer = await server.call(method, path, { body: { ...body, phone }, headers });
      expect([path, answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([
        path,
        400,
        'Invalid phone number format (E.164 required)',
      ]);
    }
  });
});

describe('a guest', () => {
  test('becomes a person by a number or by an address, and stays the same account', async () => {
    const phone = newPhone();
    const client = server.client();
    const { data: guest } = await client.auth.signInAnonymously();
    await client.auth.updateUser({ phone });
    const { data } = await client.auth.verifyOtp({
      phone,
      token: webhook.lastCode(phone),
      type: 'phone_change',
    });
    expect(data.user).toMatchObject({
      id: guest.user!.id,
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });
    expect(decodeJwt(data.session!.access_token).is_anonymous).toBe(false);

    const email = newEmail();
    const another = server.client();
    const { data: second } = await another.auth.signInAnonymously();
    await another.auth.updateUser({ email });
    const { otp } = await server.lastMail(email);
    const proven = await another.auth.verifyOtp({ email, token: otp, type: 'email_change' });
    expect(proven.data.user).toMatchObject({ id: second.user!.id, email, is_anonymous: false });
  });
});

describe('a telephone as second factor', () => {
  const enroll = async ({ client }: Awaited<ReturnType<typeof person>>, phone = newPhone()) => {
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'phone',
      friendlyName: 'Mobile',
      phone: `+${phone}`,
    });
    expect(error).toBeNull();
    return { factor: data!, phone };
  };

  test('is proven by a code, and then raises each session', async () => {
    const someone = await person();
    const { factor, phone } = await enroll(someone);
    expect(factor).toMatchObject({ type: 'phone', friendly_name: 'Mobile', phone: `+${phone}` });
    const { mfa } = someone.client.auth;
    const { data: challenge } = await mfa.challenge({ factorId: factor.id });
    const ids = { factorId: factor.id, challengeId: challenge!.id };
    const bad = await mfa.verify({ ...ids, code: wrong(webhook.lastCode(phone)) });
    expect(bad.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const { data } = await mfa.verify({ ...ids, code: webhook.lastCode(phone) });
    expect(decodeJwt(data!.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/phone' }, { method: 'otp' }],
    });
    expect(data!.user.factors).toMatchObject([{ factor_type: 'phone', status: 'verified', phone }]);
    expect((await mfa.verify({ ...ids, code: webhook.lastCode(phone) })).error?.code).toBe(
      'mfa_ip_address_mismatch',
    );
    expect((await mfa.listFactors()).data!.phone).toHaveLength(1);
    expect((await mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    // Nobody is mailed: the account has no address.
    expect(await server.mails()).not.toContainEqual(expect.objectContaining({ userId: data!.user.id }));
  });

  test('a number that waits is replaced, one in force is not enrolled again', async () => {
    const someone = await person();
    const { phone } = await enroll(someone);
    const again = await enroll(someone, phone);
    const { mfa } = someone.client.auth;
    const { data: challenge } = await mfa.challenge({ factorId: again.factor.id });
    await mfa.verify({
      factorId: again.factor.id,
      challengeId: challenge!.id,
      code: webhook.lastCode(phone),
    });
    const third = await mfa.enroll({ factorType: 'phone', friendlyName: 'Autre', phone });
    expect(third.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
  });

  test('is texted even when strangers have used up what the number and the project may be sent', async () => {
    const someone = await person();
    const { factor, phone } = await enroll(someone);
    const { mfa } = someone.client.auth;
    const { data: first } = await mfa.challenge({ factorId: factor.id });
    const code = webhook.lastCode(phone);
    expect((await mfa.verify({ factorId: factor.id, challengeId: first!.id, code })).error).toBeNull();
    const ask = async () => (await server.call('POST', '/otp', { body: { phone } })).status;
    while ((await ask()) !== 429);
    const spendAll = (used: number) =>
      server.database.pool.query("update auth.rate_limits set used = $1 where key like 'sms-project:%'", [
        used,
      ]);
    expect((await spendAll(10_000)).rowCount).toBe(1);
    const before = sent(phone);
    const challenged = await mfa.challenge({ factorId: factor.id });
    await spendAll(0);
    expect(challenged.error).toBeNull();
    expect(sent(phone)).toBe(before + 1);
  });

  test('the code of one factor is none of another', async () => {
    const someone = await person();
    const [first, second] = [await enroll(someone), newPhone()];
    const { mfa } = someone.client.auth;
    const other = await mfa.enroll({ factorType: 'phone', friendlyName: 'Autre', phone: second });
    const { data: challenge } = await mfa.challenge({ factorId: first.factor.id });
    await mfa.challenge({ factorId: other.data!.id });
    const { error } = await mfa.verify({
      factorId: first.factor.id,
      challengeId: challenge!.id,
      code: webhook.lastCode(second),
    });
    expect(error?.code).toBe('mfa_verification_failed');
  });
});
