import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashPassword } from './passwords.ts';
import { type AuthServer, follow, newEmail, openAuth, PASSWORD, startAuth } from './testing/server.ts';

async function someone(server: AuthServer) {
  const email = newEmail();
  const { data } = await server.admin().auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { first_name: 'Anna', theme: 'dark' },
  });
  const client = server.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { email, client, id: data.user!.id };
}

const server = await openAuth();

describe('one’s own account', () => {
  test('metadata is merged, and a key given as null is removed', async () => {
    const { client } = await someone(server);
    const { data, error } = await client.auth.updateUser({ data: { theme: null, last_name: 'Morel' } });
    expect(error).toBeNull();
    expect(data.user!.user_metadata).toMatchObject({ first_name: 'Anna', last_name: 'Morel' });
    expect(data.user!.user_metadata).not.toHaveProperty('theme');
  });

  test('nobody changes what the operator says of them', async () => {
    const { client } = await someone(server);
    const token = (await client.auth.getSession()).data.session!.access_token;
    const answer = await server.call('PUT', '/user', {
      body: { app_metadata: { role: 'admin' } },
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([403, 'not_admin']);
  });

  test('a new password ends every other session and every mailed link', async () => {
    const { client, email } = await someone(server);
    const other = server.client();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    await other.auth.resetPasswordForEmail(email);
    const { actionLink } = await server.lastMail(email);
    expect((await client.auth.updateUser({ password: `${PASSWORD}!` })).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await other.auth.getUser()).error).not.toBeNull();
    expect((await follow(actionLink)).hash.get('error_code')).toBe('otp_expired');
    expect((await other.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await other.auth.signInWithPassword({ email, password: `${PASSWORD}!` })).error).toBeNull();
  });

  test.each([
    ['the old password again', { password: PASSWORD }, 422, 'same_password'],
    ['a breached one', { password: 'azerty123' }, 422, 'weak_password'],
    [
      'one without knowing the current one',
      { password: `${PASSWORD}?`, current_password: 'not it' },
      400,
      'current_password_invalid',
    ],
  ])('%s is refused', async (_, body, status, code) => {
    const { client } = await someone(server);
    const token = (await client.auth.getSession()).data.session!.access_token;
    const answer = await server.call('PUT', '/user', { body, headers: { Authorization: `Bearer ${token}` } });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
  });

  test('an e-mail change holds when both addresses have confirmed, in any order', async () => {
    for (const order of [
      ['current', 'new'],
      ['new', 'current'],
    ] as const) {
      const { client, email, id } = await someone(server);
      const wished = newEmail('lea');
      const { data, error } = await client.auth.updateUser({ email: wished });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, new_email: wished });
      const links = { current: await server.lastMail(email), new: await server.lastMail(wished) };
      expect([links.current.kind, links.new.kind]).toEqual(['email_change_current', 'email_change_new']);
      const half = await follow(links[order[0]].actionLink);
      expect(half.hash.get('message')).toContain('Please proceed to confirm link sent to the other email');
      expect((await client.auth.getUser()).data.user!.email).toBe(email);
      const done = await follow(links[order[1]].actionLink);
      expect(done.hash.get('access_token')).toBeTruthy();
      const { user } = (await client.auth.getUser()).data;
      expect(user).toMatchObject({ id, email: wished, identities: [{ email: wished }] });
      expect(user!.new_email).toBeUndefined();
      expect(
        (await server.client().auth.signInWithPassword({ email: wished, password: PASSWORD })).error,
      ).toBeNull();
    }
  });

  test('the codes of an e-mail change do as well, each with its own address', async () => {
    const { client, email } = await someone(server);
    const wished = newEmail('lea');
    await client.auth.updateUser({ email: wished });
    const [current, fresh] = [await server.lastMail(email), await server.lastMail(wished)];
    const crossed = await client.auth.verifyOtp({ email: wished, token: current.otp, type: 'email_change' });
    if (current.otp !== fresh.otp) expect(crossed.error?.code).toBe('otp_expired');
    const half = await client.auth.verifyOtp({ email, token: current.otp, type: 'email_change' });
    expect([half.error, half.data.session ?? null]).toEqual([null, null]);
    const done = await client.auth.verifyOtp({ email: wished, token: fresh.otp, type: 'email_change' });
    expect(done.data.user!.email).toBe(wished);
  });

  test('resending an e-mail change puts the first mails out of use', async () => {
    const { client, email } = await someone(server);
    const wished = newEmail('lea');
    await client.auth.updateUser({ email: wished });
    const first = await server.lastMail(wished);
    expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull();
    expect((await follow(first.actionLink)).hash.get('error_code')).toBe('otp_expired');
    await follow((await server.lastMail(email)).actionLink);
    await follow((await server.lastMail(wished)).actionLink);
    expect((await client.auth.getUser()).data.user!.email).toBe(wished);
  });

  test('an address that somebody has cannot be asked for, nor taken when it went meanwhile', async () => {
    const { client, email } = await someone(server);
    const other = await someone(server);
    expect((await client.auth.updateUser({ email: other.email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    const wished = newEmail('lea');
    await client.auth.updateUser({ email: wished });
    await other.client.auth.updateUser({ email: wished });
    const mails = (await server.mails()).filter(({ to }) => to === wished);
    await follow((await server.lastMail(email)).actionLink);
    await follow((await server.lastMail(other.email)).actionLink);
    expect((await follow(mails[0]!.actionLink)).hash.get('access_token')).toBeTruthy();
    expect((await follow(mails[1]!.actionLink)).hash.get('error_code')).toBe('email_exists');
  });

  test('reauthentication mails a code and no link', async () => {
    const { client, email } = await someone(server);
    expect((await client.auth.reauthenticate()).error).toBeNull();
    expect(await server.lastMail(email)).toMatchObject({ kind: 'reauthentication', actionLink: null });
  });
});

describe('one’s own account, with other switches', () => {
  test('where reauthentication is asked for, an old session needs the mailed code', async () => {
    const server = await startAuth({ reauthenticateToChangePassword: true });
    const { client, email } = await someone(server);
    expect((await client.auth.updateUser({ password: `${PASSWORD}1` })).error).toBeNull();
    server.clock.ahead = 25 * 3_600_000;
    // Its token is a day old; the session continues with another one.
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await client.auth.updateUser({ password: `${PASSWORD}2` })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    });
    await client.auth.reauthenticate();
    const { otp } = await server.lastMail(email);
    const wrong = otp === '123456' ? '654321' : '123456';
    expect((await client.auth.updateUser({ password: `${PASSWORD}2`, nonce: wrong })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    });
    expect((await client.auth.updateUser({ password: `${PASSWORD}2`, nonce: otp })).error).toBeNull();
    await server.close();
  });

  test('without secure change the new address alone confirms', async () => {
    const server = await startAuth({ secureEmailChange: false });
    const { client, email } = await someone(server);
    const wished = newEmail('lea');
    await client.auth.updateUser({ email: wished });
    expect((await server.mails()).filter(({ to }) => to === email)).toEqual([]);
    await follow((await server.lastMail(wished)).actionLink);
    expect((await client.auth.getUser()).data.user!.email).toBe(wished);
    await server.close();
  });
});

test('a seed of a hosted project, which names the instance of each account, makes one that signs in', async () => {
  const email = newEmail();
  const id = randomUUID();
  await server.database.pool.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2,
       $3, now(), '{"provider": "email", "providers": ["email"]}', '{}', now(), now())`,
    [id, email, await hashPassword(PASSWORD)],
  );
  const { data, error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect([error, data.user?.id]).toEqual([null, id]);
});
