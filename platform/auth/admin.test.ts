import { describe, expect, test } from 'vitest';
import { hashPassword } from './passwords.ts';
import { purgeExpired } from './purge.ts';
import { follow, newEmail, openAuth, PASSWORD } from './testing/server.ts';

const server = await openAuth();

describe('the admin API, for holders of the service key', () => {
  const admin = () => server.admin().auth.admin;
  const create = async (more: Parameters<ReturnType<typeof admin>['createUser']>[0] = {}) => {
    const { data, error } = await admin().createUser({
      email: newEmail(),
      password: PASSWORD,
      email_confirm: true,
      ...more,
    });
    if (error) throw error;
    return data.user;
  };

  test('is closed to the page’s key and to a person', async () => {
    const { data } = await server.client().auth.admin.listUsers();
    expect(data.users).toEqual([]);
    const user = await create();
    const client = server.client();
    const { data: signedIn } = await client.auth.signInWithPassword({
      email: user.email!,
      password: PASSWORD,
    });
    for (const token of [server.keys.publishableKey, signedIn.session!.access_token]) {
      const answer = await server.call('GET', '/admin/users', {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([403, 'not_admin']);
    }
    expect((await server.call('GET', '/admin/users')).status).toBe(401);
  });

  test('a person made by the operator gets no mail and can sign in', async () => {
    const user = await create({ user_metadata: { first_name: 'Anna' }, app_metadata: { team: 'rouge' } });
    expect(user).toMatchObject({
      app_metadata: { provider: 'email', providers: ['email'], team: 'rouge' },
      user_metadata: { first_name: 'Anna' },
    });
    expect((await server.mails()).filter(({ to }) => to === user.email)).toEqual([]);
    const { error } = await server
      .client()
      .auth.signInWithPassword({ email: user.email!, password: PASSWORD });
    expect(error).toBeNull();
  });

  test('a hash made elsewhere is taken when it is argon2, and refused clearly when not', async () => {
    const user = await create({ password: '', password_hash: await hashPassword('Elsewhere-1867') });
    const signIn = await server
      .client()
      .auth.signInWithPassword({ email: user.email!, password: 'Elsewhere-1867' });
    expect(signIn.error).toBeNull();
    const { error } = await admin().createUser({
      email: newEmail(),
      password_hash: `$2a$10$${'a'.repeat(53)}`,
    });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test.each([
    ['neither address nor number', { email: '' }, 400, 'validation_failed'],
    ['a strange id', { id: 'seven' }, 400, 'validation_failed'],
    ['two passwords', { password: PASSWORD, password_hash: 'x' }, 400, 'validation_failed'],
    ['a strange duration', { ban_duration: 'soon' }, 400, 'validation_failed'],
    ['a strange number', { phone: 'call me' }, 400, 'validation_failed'],
    ['a breached password', { password: 'azerty' }, 422, 'weak_password'],
  ])('%s is refused', async (_, change, status, code) => {
    const { error } = await admin().createUser({ email: newEmail(), ...change });
    expect(error).toMatchObject({ status, code });
  });

  test('the metadata of a person whom the operator makes is what was given, nothing more', async () => {
    for (const given of [{ nickname: 'Zoé', tags: ['a', 1, null] }, {}]) {
      const user = await create({ user_metadata: given });
      expect(user.user_metadata).toEqual(given);
    }
  });

  test('an address, a number and an id belong to one person', async () => {
    const user = await create({ phone: '+33 6 12 34 56 78' });
    expect(user.phone).toBe('33612345678');
    expect((await admin().createUser({ email: user.email! })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    expect((await admin().createUser({ phone: '33612345678' })).error).toMatchObject({
      code: 'phone_exists',
    });
    expect((await admin().createUser({ email: newEmail(), id: user.id })).error).toMatchObject({
      status: 400,
    });
  });

  test('people are listed newest first, in pages whose headers the client reads', async () => {
    for (let i = 0; i < 3; i++) await create();
    const { data } = await admin().listUsers({ page: 1, perPage: 2 });
    expect(data.users).toHaveLength(2);
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 });
    const { total, lastPage } = data as { total: number; lastPage: number };
    expect(total).toBeGreaterThan(2);
    expect(lastPage).toBe(Math.ceil(total / 2));
    const all = (await admin().listUsers({ perPage: 500 })).data.users;
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    );
    expect((await admin().listUsers({ page: -1 })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });

  test('the list is filtered by address, letter by letter', async () => {
    const user = await create({ email: `per_cent%25.${Date.now()}@exemple.fr`.replace('%25', '') });
    const ask = async (filter: string) => {
      const answer = await server.call('GET', `/admin/users?filter=${encodeURIComponent(filter)}`, {
        headers: { Authorization: `Bearer ${server.keys.secretKey}` },
      });
      return ((await answer.json()) as { users: { id: string }[] }).users.map(({ id }) => id);
    };
    expect(await ask('per_cent')).toEqual([user.id]);
    expect(await ask('per%cent')).toEqual([]);
  });

  test('a person is read, changed and deleted by id', async () => {
    const user = await create();
    expect((await admin().getUserById(user.id)).data.user).toEqual(user);
    const email = newEmail('lea');
    const changed = await admin().updateUserById(user.id, {
      email,
      email_confirm: true,
      user_metadata: { first_name: 'Léa' },
      app_metadata: { team: 'bleu' },
    });
    expect(changed.data.user).toMatchObject({
      email,
      user_metadata: { first_name: 'Léa', email },
      app_metadata: { provider: 'email', team: 'bleu' },
      identities: [{ email }],
    });
    expect((await admin().deleteUser(user.id)).error).toBeNull();
    expect((await admin().getUserById(user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
    expect((await admin().deleteUser(user.id)).error).toMatchObject({ status: 404 });
    const answer = await server.call('GET', '/admin/users/seven', {
      headers: { Authorization: `Bearer ${server.keys.secretKey}` },
    });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([404, 'validation_failed']);
  });

  test('a soft deletion leaves a row that tells nothing, and frees the address', async () => {
    const user = await create({ user_metadata: { first_name: 'Anna' } });
    const client = server.client();
    await client.auth.signInWithPassword({ email: user.email!, password: PASSWORD });
    expect((await admin().deleteUser(user.id, true)).error).toBeNull();
    expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_not_found' });
    const { data } = await admin().getUserById(user.id);
    expect(data.user!.deleted_at).toBeDefined();
    expect(JSON.stringify(data.user)).not.toMatch(/Anna|exemple/);
    const log = await server.database.pool.query(
      "select payload from auth.audit_log_entries where payload ->> 'actor_id' = $1",
      [user.id],
    );
    expect(log.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(log.rows)).not.toContain(user.email);
    expect((await create({ email: user.email! })).id).not.toBe(user.id);
  });

  test('a ban holds for its time and can be lifted', async () => {
    const user = await create();
    const signIn = () => server.client().auth.signInWithPassword({ email: user.email!, password: PASSWORD });
    const banned = await admin().updateUserById(user.id, { ban_duration: '1h30m' });
    expect(banned.data.user!.banned_until).toBeDefined();
    expect((await signIn()).error?.code).toBe('user_banned');
    server.clock.ahead = 91 * 60_000;
    expect((await signIn()).error).toBeNull();
    server.clock.ahead = 0;
    expect((await signIn()).error?.code).toBe('user_banned');
    const free = await admin().updateUserById(user.id, { ban_duration: 'none' });
    expect(free.data.user!.banned_until).toBeUndefined();
    expect((await signIn()).error).toBeNull();
  });

  test('a password set by the operator ends the person’s sessions', async () => {
    const user = await create();
    const client = server.client();
    await client.auth.signInWithPassword({ email: user.email!, password: PASSWORD });
    await admin().updateUserById(user.id, { password: `${PASSWORD}!` });
    expect((await client.auth.getUser()).error).not.toBeNull();
  });

  test('the operator signs a person out by their token', async () => {
    const user = await create();
    const client = server.client();
    const { data } = await client.auth.signInWithPassword({ email: user.email!, password: PASSWORD });
    expect((await admin().signOut(data.session!.access_token, 'global')).error).toBeNull();
    expect((await client.auth.getUser()).error).not.toBeNull();
  });

  test('an invitation opens an account', async () => {
    const email = newEmail();
    const { data } = await admin().inviteUserByEmail(email, { data: { role: 'streamer' } });
    expect(data.user).toMatchObject({ email, user_metadata: { role: 'streamer' } });
    expect(data.user!.invited_at).toBeDefined();
    const mail = await server.lastMail(email);
    expect(mail.kind).toBe('invite');
    const landing = await follow(mail.actionLink);
    expect(landing.hash.get('type')).toBe('invite');
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
  });

  test('a link of a sign-up says of the person what the operator gave, new or waiting', async () => {
    const email = newEmail();
    const link = async (data: object) =>
      (await admin().generateLink({ type: 'signup', email, password: PASSWORD, options: { data } })).data
        .user;
    expect((await link({ status: 'alpha', city: 'Lyon' }))?.user_metadata).toMatchObject({
      status: 'alpha',
      city: 'Lyon',
    });
    const again = await link({ status: 'beta', city: null });
    expect(again?.user_metadata).toMatchObject({ status: 'beta' });
    expect(again?.user_metadata).not.toHaveProperty('city');
    const invited = await admin().generateLink({
      type: 'invite',
      email: newEmail(),
      options: { data: { role: 'invitée' } },
    });
    expect(invited.data.user?.user_metadata).toMatchObject({ role: 'invitée' });
  });

  test('links are made without a mail, and open what they say', async () => {
    const email = newEmail();
    const magic = await admin().generateLink({ type: 'magiclink', email });
    expect(magic.data.properties).toMatchObject({ verification_type: 'signup', redirect_to: server.url });
    expect(await server.mails()).toEqual((await server.mails()).filter(({ to }) => to !== email));
    const { hashed_token, email_otp, action_link } = magic.data.properties!;
    expect(action_link).toContain(hashed_token);
    const client = server.client();
    const verified = await client.auth.verifyOtp({ email, token: email_otp, type: 'email' });
    expect(verified.data.user!.id).toBe(magic.data.user!.id);

    const recovery = await admin().generateLink({ type: 'recovery', email });
    expect((await follow(recovery.data.properties!.action_link)).hash.get('type')).toBe('recovery');
    const unknown = await admin().generateLink({ type: 'recovery', email: newEmail() });
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' });
    expect((await admin().generateLink({ type: 'signup', email, password: PASSWORD })).error?.code).toBe(
      'email_exists',
    );

    const newAddress = newEmail('lea');
    const change = { email, newEmail: newAddress };
    const current = await admin().generateLink({ type: 'email_change_current', ...change });
    await follow(current.data.properties!.action_link);
    const fresh = await admin().generateLink({ type: 'email_change_new', ...change });
    await follow(fresh.data.properties!.action_link);
    expect((await client.auth.getUser()).data.user!.email).toBe(newAddress);
  });

  test('what the operator does is in the audit log, which is read in pages', async () => {
    const user = await create();
    const answer = await server.call('GET', '/admin/audit?per_page=1000', {
      headers: { Authorization: `Bearer ${server.keys.secretKey}` },
    });
    const entries = (await answer.json()) as { payload: { action: string; traits?: { user_id: string } } }[];
    expect(Number(answer.headers.get('x-total-count'))).toBe(entries.length);
    const own = entries.filter(({ payload }) => payload.traits?.user_id === user.id);
    expect(own).toMatchObject([{ payload: { action: 'user_signedup', actor_username: 'service_role' } }]);
  });

  test('tokens and sessions that have ended are deleted, and nothing else', async () => {
    const user = await create();
    const client = server.client();
    await client.auth.signInWithPassword({ email: user.email!, password: PASSWORD });
    const spent = (await client.auth.getSession()).data.session!.refresh_token;
    await client.auth.refreshSession();
    await client.auth.resetPasswordForEmail(user.email!);
    const count = async (table: string) =>
      (await server.database.pool.query(`select count(*)::int as rows from auth.${table}`)).rows[0]
        .rows as number;
    await purgeExpired(server.database.pool);
    expect(await count('one_time_tokens')).toBeGreaterThan(0);
    await purgeExpired(server.database.pool, new Date(Date.now() + 60 * 86_400_000));
    expect([await count('one_time_tokens'), await count('flow_state'), await count('rate_limits')]).toEqual([
      0, 0, 0,
    ]);
    expect((await client.auth.refreshSession({ refresh_token: spent })).error).toBeNull();
  });
});
