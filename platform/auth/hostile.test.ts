import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { follow, newEmail, openAuth, PASSWORD } from './testing/server.ts';

const server = await openAuth();

const SQUATTED = 'Mot-de-passe-du-squatteur-1';
const signIn = async (email: string, password: string) =>
  (await server.client().auth.signInWithPassword({ email, password })).error?.message ?? null;

describe('an address that somebody else signed up with before its owner', () => {
  test('an accepted invitation does not let the first one in', async () => {
    const email = newEmail('invitee');
    await server.client().auth.signUp({ email, password: SQUATTED });
    expect((await server.admin().auth.admin.inviteUserByEmail(email)).error).toBeNull();
    const { hash } = await follow((await server.lastMail(email)).actionLink);
    expect(hash.get('access_token')).not.toBeNull();
    expect(await signIn(email, SQUATTED)).toBe('Invalid login credentials');
  });

  test('the operator’s sign-up link sets the operator’s password', async () => {
    const email = newEmail('inscrite');
    await server.client().auth.signUp({ email, password: SQUATTED });
    const { data } = await server.admin().auth.admin.generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
    });
    await follow(data.properties!.action_link);
    expect(await signIn(email, SQUATTED)).toBe('Invalid login credentials');
    expect(await signIn(email, PASSWORD)).toBeNull();
  });
});

test.each(['constructor', 'toString', '__proto__'])('a link of the type "%s" is refused', async (type) => {
  const link = await server.call('GET', `/verify?type=${type}&token=x`);
  expect([link.status, link.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('error_code=validation_failed'),
  ]);
  const posted = await server.call('POST', '/verify', { body: { type, token_hash: 'x' } });
  expect(posted.status).toBe(400);
  expect(server.errors).toEqual([]);
});

describe('metadata is in every access token, and a request’s headers hold 16 KiB', () => {
  const large = { notes: 'a'.repeat(9_000) };

  test('what would lock its person out is refused, at sign-up and at sign-in by mail', async () => {
    for (const path of ['/signup', '/otp']) {
      const body = { email: newEmail('grosse'), password: PASSWORD, data: large };
      const answer = await server.call('POST', path, { body });
      expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed']);
    }
  });

  test('and when it is reached in small steps', async () => {
    const email = newEmail('pas-a-pas');
    await server.client().auth.signUp({ email, password: PASSWORD });
    await follow((await server.lastMail(email)).actionLink);
    const client = server.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.updateUser({ data: { a: 'a'.repeat(5_000) } })).error).toBeNull();
    expect((await client.auth.updateUser({ data: { b: 'b'.repeat(5_000) } })).error?.code).toBe(
      'validation_failed',
    );
    await client.auth.refreshSession();
    expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('b');
    // Replacing and removing stay possible.
    expect((await client.auth.updateUser({ data: { a: null, b: 'b'.repeat(5_000) } })).error).toBeNull();
  });
});

describe('changes of one person that meet', () => {
  const prepared = async () => {
    const email = newEmail('croisee');
    const { data } = await server.client().auth.signUp({ email, password: PASSWORD });
    return { email, id: data.user!.id, link: (await server.lastMail(email)).actionLink! };
  };
  /** Does in the database what a change of password does, with `meanwhile` sent between its first and its second step. */
  const during = async (id: string, meanwhile: () => Promise<Response>) => {
    const other = await server.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('select from auth.users where id = $1 for update', [id]);
      const answer = meanwhile();
      await setTimeout(300);
      await other.query('delete from auth.one_time_tokens where user_id = $1', [id]);
      await other.query('commit');
      return await answer;
    } finally {
      other.release();
    }
  };

  test('a link followed while it goes out of use is refused', async () => {
    const { id, link } = await prepared();
    const answer = await during(id, () => fetch(link, { redirect: 'manual' }));
    expect(answer.headers.get('location')).toContain('error_code=otp_expired');
    expect(server.errors).toEqual([]);
  });

  test('a mail asked for meanwhile is the one that counts', async () => {
    const { id, email } = await prepared();
    const again = () => server.call('POST', '/resend', { body: { type: 'signup', email } });
    expect((await during(id, again)).status).toBe(200);
    const { hash } = await follow((await server.lastMail(email)).actionLink);
    expect(hash.get('access_token')).not.toBeNull();
    expect(server.errors).toEqual([]);
  });
});

describe('a new password ends what the old one is still opening', () => {
  const NEW = 'Rideau-bleu-1868';
  const confirmed = async () => {
    const email = newEmail('changee');
    await server.admin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    return email;
  };

  test('a sign-in that had checked the old one opens no session', async () => {
    const email = await confirmed();
    const other = await server.database.pool.connect();
    await other.query('begin');
    await other.query('update auth.users set encrypted_password = $2 where email = $1', [email, 'new']);
    const signingIn = server.client().auth.signInWithPassword({ email, password: PASSWORD });
    await setTimeout(500);
    await other.query('commit');
    other.release();
    expect((await signingIn).error?.code).toBe('invalid_credentials');
    expect(
      (
        await server.database.pool.query(
          'select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
          [email],
        )
      ).rowCount,
    ).toBe(0);
  });

  test('a code of a link followed before opens nothing', async () => {
    const email = await confirmed();
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    const thief = server.client({ flowType: 'pkce', persistSession: true, storage });
    await thief.auth.resetPasswordForEmail(email);
    const code = (await follow((await server.lastMail(email)).actionLink)).url.searchParams.get('code');
    const owner = server.client();
    await owner.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await owner.auth.updateUser({ password: NEW })).error).toBeNull();
    expect((await thief.auth.exchangeCodeForSession(code!)).error?.code).toBe('flow_state_not_found');
  });
});

test('who loses a password or an address to somebody else is told, where they still read', async () => {
  const [former, next] = [newEmail('avertie'), newEmail('ailleurs')];
  await server.admin().auth.admin.createUser({ email: former, password: PASSWORD, email_confirm: true });
  const client = server.client();
  await client.auth.signInWithPassword({ email: former, password: PASSWORD });
  await client.auth.updateUser({ password: 'Rideau-vert-1869' });
  expect(await server.lastMail(former)).toMatchObject({
    kind: 'password_changed',
    actionLink: null,
    otp: '',
  });
  await client.auth.updateUser({ email: next });
  await follow((await server.lastMail(former)).actionLink);
  await follow((await server.lastMail(next)).actionLink);
  expect(await server.lastMail(former)).toMatchObject({ kind: 'email_changed', newEmail: next });
});
