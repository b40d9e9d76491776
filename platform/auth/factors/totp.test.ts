/** Long because each refusal and each race of a second factor is told through one server. */
import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { type AuthServer, newEmail, openAuth, PASSWORD } from '../testing/server.ts';

const server = await openAuth({ autoconfirm: true });

/** A person with an account, signed in on a client of their own. */
async function someone() {
  const email = newEmail();
  const client = server.client();
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  return { email, client, id: data.user!.id };
}

const bearer = async (client: ReturnType<AuthServer['client']>) => ({
  Authorization: `Bearer ${(await client.auth.getSession()).data.session!.access_token}`,
});

const codeOf = (secret: string, at = Date.now() + server.clock.ahead) =>
  new TOTP({ secret }).generate({ timestamp: at });

/** Moves the clock to the next 30 s step, whose code has not been used yet. */
const nextStep = () => {
  server.clock.ahead += 31_000;
};

/** Enrols a verified factor. */
async function enrolled(client: ReturnType<AuthServer['client']>, friendlyName = 'Téléphone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  nextStep();
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: codeOf(data.totp.secret),
  });
  if (verified.error) throw verified.error;
  return { id: data.id, secret: data.totp.secret, session: verified.data };
}

describe('an authenticator app', () => {
  test('is enrolled with a secret, a QR code and a URI, and the secret is stored encrypted', async () => {
    const { client, email } = await someone();
    const { data } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Mon téléphone',
      issuer: 'Loge',
    });
    const { qr_code: picture, secret, uri } = data!.totp;
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Mon téléphone' });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Loge:${encodeURIComponent(email)}?algorithm=SHA1&digits=6&issuer=Loge&period=30&secret=${secret}`,
    );
    expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/s);
    const { rows } = await server.database.pool.query('select secret from auth.mfa_factors where id = $1', [
      data!.id,
    ]);
    expect(rows[0]!.secret).not.toContain(secret);
  });

  test('raises the session to aal2 with its first code, which survives a refresh', async () => {
    const { client } = await someone();
    const before = (await client.auth.getSession()).data.session!;
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
    const { id } = await enrolled(client);
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    });
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({ totp: [{ id, status: 'verified' }] });
    await client.auth.refreshSession();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data!.currentLevel).toBe('aal2');
    const claims = (await client.auth.getClaims()).data!.claims;
    const was = JSON.parse(Buffer.from(before.access_token.split('.')[1]!, 'base64url').toString());
    expect(claims.session_id).toBe(was.session_id);
  });

  test('ends the other sessions that know only the password, and no session that proved the factor', async () => {
    const { client, email } = await someone();
    const elsewhere = server.client();
    await elsewhere.auth.signInWithPassword({ email, password: PASSWORD });
    const { id, secret } = await enrolled(client);
    // The error that supabase-js makes of `session_not_found`.
    const ended = { name: 'AuthSessionMissingError' };
    expect((await elsewhere.auth.getUser()).error).toMatchObject(ended);

    const [proven, unproven] = [server.client(), server.client()];
    await unproven.auth.signInWithPassword({ email, password: PASSWORD });
    await proven.auth.signInWithPassword({ email, password: PASSWORD });
    nextStep();
    expect(
      (await proven.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })).error,
    ).toBeNull();
    expect((await unproven.auth.getUser()).error).toMatchObject(ended);
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test('accepts a code once, when fifty requests send it at once, each with its own challenge', async () => {
    const { client } = await someone();
    const { id, secret } = await enrolled(client);
    nextStep();
    const headers = await bearer(client);
    const challenges = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await server.call('POST', `/factors/${id}/challenge`, { body: {}, headers });
        return ((await answer.json()) as { id: string }).id;
      }),
    );
    const code = codeOf(secret);
    const answers = await Promise.all(
      challenges.map((challenge_id) =>
        server.call('POST', `/factors/${id}/verify`, { body: { challenge_id, code }, headers }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses).difference(new Set([200, 422, 429])).size).toBe(0);
    // Nor is the code of the previous step accepted.
    const earlier = codeOf(secret, Date.now() + server.clock.ahead - 30_000);
    const again = await client.auth.mfa.challengeAndVerify({ factorId: id, code: earlier });
    expect(again.error).not.toBeNull();
  });

  test('allows ten guesses, and no more', async () => {
    const { client } = await someone();
    const { id } = await enrolled(client);
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: id });
    const guess = () => client.auth.mfa.verify({ factorId: id, challengeId: challenge!.id, code: 'wrong!' });
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 11; i++) codes.push((await guess()).error?.code);
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'mfa_verification_failed'));
    expect(codes[10]).toBe('over_request_rate_limit');
  });

  test('each refusal has the status and code that the protocol says', async () => {
    const { client } = await someone();
    const other = await someone();
    const { id, secret } = await enrolled(client);
    const foreign = await other.client.auth.mfa.challenge({ factorId: id });
    expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: id });
    nextStep();
    const answer = { factorId: id, challengeId: challenge!.id, code: codeOf(secret) };
    const unknown = { ...answer, challengeId: crypto.randomUUID() };
    expect((await client.auth.mfa.verify(unknown)).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    });
    expect((await client.auth.mfa.verify(answer)).error).toBeNull();
    expect((await client.auth.mfa.verify(answer)).error).toMatchObject({
      status: 422,
      code: 'mfa_ip_address_mismatch',
    });
    const { data: late } = await client.auth.mfa.challenge({ factorId: id });
    server.clock.ahead += 301_000;
    const expired = { factorId: id, challengeId: late!.id, code: codeOf(secret) };
    expect((await client.auth.mfa.verify(expired)).error).toMatchObject({
      status: 422,
      code: 'mfa_challenge_expired',
    });
    const headers = await bearer(client);
    const moved = await server.call('POST', `/factors/${id}/challenge`, { body: {}, headers });
    const { id: challenge_id } = (await moved.json()) as { id: string };
    const fromAfar = await server.call('POST', `/factors/${id}/verify`, {
      body: { challenge_id, code: codeOf(secret) },
      headers: { ...headers, 'X-Forwarded-For': '203.0.113.7' },
    });
    expect(fromAfar.headers.get('x-sb-error-code')).toBe('mfa_ip_address_mismatch');
    const empty = await server.call('POST', `/factors/${id}/verify`, { body: { challenge_id }, headers });
    expect([empty.status, empty.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed']);
  });

  test('names must differ, at most ten factors are allowed, and adding a second one requires aal2', async () => {
    const { client, email } = await someone();
    const enroll = (on: typeof client, friendlyName?: string) =>
      on.auth.mfa.enroll({ factorType: 'totp', ...(friendlyName === undefined ? {} : { friendlyName }) });
    expect((await enroll(client)).error).toBeNull();
    expect((await enroll(client)).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    for (let i = 1; i < 10; i++) expect((await enroll(client, `Clé ${i}`)).error).toBeNull();
    expect((await enroll(client, 'Onze')).error).toMatchObject({ code: 'too_many_enrolled_mfa_factors' });
    // Unverified factors without a challenge are deleted after five minutes.
    server.clock.ahead += 301_000;
    await client.auth.refreshSession();
    await enrolled(client, 'Vrai');
    const later = server.client();
    await later.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await enroll(later, 'Autre')).error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await server.client().auth.signInAnonymously()).error).toMatchObject({
      code: 'anonymous_provider_disabled',
    });
  });

  test('a factor that waited beside it cannot be finished with the password alone', async () => {
    const { client, email, id: userId } = await someone();
    const thief = server.client();
    await thief.auth.signInWithPassword({ email, password: PASSWORD });
    const { data: early } = await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Du voleur' });
    expect((await thief.auth.mfa.challenge({ factorId: early!.id })).error).toBeNull();
    const key = await thief.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Sa clé' });
    expect(key.error).toBeNull();
    const pool = server.database.pool;
    const statuses = async () => {
      const { rows } = await pool.query('select status from auth.mfa_factors where user_id = $1', [userId]);
      return rows.map(({ status }) => status);
    };
    await enrolled(client);
    // No factor that waited is left, of whatever type.
    expect(await statuses()).toEqual(['verified']);

    // One that nevertheless waits, as one that was enrolled before this rule, is refused both ways.
    await pool.query(`update auth.mfa_factors set status = 'unverified' where user_id = $1`, [userId]);
    const { data: waiting } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'En attente',
    });
    const { data: asked } = await client.auth.mfa.challenge({ factorId: waiting!.id });
    await pool.query(`update auth.mfa_factors set status = 'verified' where user_id = $1 and id <> $2`, [
      userId,
      waiting!.id,
    ]);
    await thief.auth.signInWithPassword({ email, password: PASSWORD });
    const refused = { status: 403, code: 'insufficient_aal' };
    expect((await thief.auth.mfa.challenge({ factorId: waiting!.id })).error).toMatchObject(refused);
    nextStep();
    const answer = { factorId: waiting!.id, challengeId: asked!.id, code: codeOf(waiting!.totp.secret) };
    expect((await thief.auth.mfa.verify(answer)).error).toMatchObject(refused);
    expect((await thief.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
    });
    expect((await client.auth.mfa.verify(answer)).error).toBeNull();
  });

  test('is removed at aal2 only; sessions that it raised stay, at aal1', async () => {
    const { client, email } = await someone();
    const { id } = await enrolled(client);
    const later = server.client();
    await later.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await later.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await later.auth.updateUser({ email: newEmail() })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
    // No matter who added it, its owner hears of it.
    const told = async () =>
      (await server.mails()).filter(({ to }) => to === email).map(({ factor }) => factor);
    expect(await told()).toEqual([{ type: 'totp', change: 'added' }]);
    expect((await client.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id });
    expect((await told()).at(-1)).toEqual({ type: 'totp', change: 'removed' });
    await client.auth.refreshSession();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'password' }],
    });
  });

  test('is listed, renamed and removed by the operator', async () => {
    const { client, id: userId } = await someone();
    const { id } = await enrolled(client);
    const admin = server.admin().auth.admin;
    expect((await admin.mfa.listFactors({ userId })).data!.factors).toMatchObject([
      { id, status: 'verified', factor_type: 'totp' },
    ]);
    const operator = { Authorization: `Bearer ${server.keys.secretKey}` };
    const renamed = await server.call('PUT', `/admin/users/${userId}/factors/${id}`, {
      body: { friendly_name: 'Ancien' },
      headers: operator,
    });
    expect(await renamed.json()).toMatchObject({ id, friendly_name: 'Ancien' });
    const refused = await server.call('DELETE', `/admin/users/${userId}/factors/${id}`, {
      headers: await bearer(client),
    });
    expect(refused.status).toBe(403);
    expect((await admin.mfa.deleteFactor({ userId, id })).error).toBeNull();
    expect((await admin.mfa.listFactors({ userId })).data!.factors).toEqual([]);
  });
});

describe('recovery codes', () => {
  const withCodes = () => server.client({ experimental: { recoveryCodes: true } });

  test('ten codes replace the factor, each once, and only their digests are stored', async () => {
    const { email } = await someone();
    const first = withCodes();
    await first.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await first.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: 'mfa_recovery_codes_sole_factor',
    });
    await enrolled(first);
    const { data: made } = await first.auth.mfa.recoveryCodes.generate();
    expect(new Set(made!.codes).size).toBe(10);
    expect((await first.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: 'mfa_verified_factor_exists',
    });
    const { rows } = await server.database.pool.query(
      'select code_hash from auth.mfa_recovery_codes where factor_id = $1',
      [made!.id],
    );
    expect(rows.some(({ code_hash }) => made!.codes.includes(code_hash))).toBe(false);

    const later = withCodes();
    await later.auth.signInWithPassword({ email, password: PASSWORD });
    const typed = made!.codes[0]!.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1-');
    const used = await later.auth.mfa.recoveryCodes.verify({ code: typed });
    expect(used.error).toBeNull();
    expect((await later.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    });
    expect((await later.auth.mfa.recoveryCodes.verify({ code: typed })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    });
    expect((await later.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
    const { data: again } = await later.auth.mfa.recoveryCodes.regenerate();
    expect(again!.id).toBe(made!.id);
    expect((await later.auth.mfa.recoveryCodes.verify({ code: made!.codes[1]! })).error).not.toBeNull();
  });

  test('still work after somebody has used up the guesses at the authenticator app', async () => {
    const { email } = await someone();
    const client = withCodes();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const { id } = await enrolled(client);
    const { data: made } = await client.auth.mfa.recoveryCodes.generate();
    const later = withCodes();
    await later.auth.signInWithPassword({ email, password: PASSWORD });
    const { data: challenge } = await later.auth.mfa.challenge({ factorId: id });
    const guess = () => later.auth.mfa.verify({ factorId: id, challengeId: challenge!.id, code: 'wrong!' });
    for (let i = 0; i < 10; i++) await guess();
    expect((await guess()).error?.code).toBe('over_request_rate_limit');
    expect((await later.auth.mfa.recoveryCodes.verify({ code: made!.codes[0]! })).error).toBeNull();
  });

  test('a code that fifty requests send at once is accepted once', async () => {
    const { email } = await someone();
    const client = withCodes();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    await enrolled(client);
    const { data: made } = await client.auth.mfa.recoveryCodes.generate();
    const headers = await bearer(client);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.call('POST', '/factors/recovery-codes/verify', { body: { code: made!.codes[0] }, headers }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('are removed at aal2, and the factor stays', async () => {
    const { email } = await someone();
    const client = withCodes();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const { id } = await enrolled(client);
    const { data: made } = await client.auth.mfa.recoveryCodes.generate();
    const later = withCodes();
    await later.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await later.auth.mfa.recoveryCodes.unenroll()).error).toMatchObject({ code: 'insufficient_aal' });
    expect((await client.auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
    expect((await later.auth.mfa.recoveryCodes.verify({ code: made!.codes[0]! })).error).not.toBeNull();
    expect((await client.auth.mfa.listFactors()).data!.all).toMatchObject([{ id }]);
  });

  test('are removed with the last factor', async () => {
    const { email } = await someone();
    const client = withCodes();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const { id } = await enrolled(client);
    await client.auth.mfa.recoveryCodes.generate();
    await client.auth.mfa.unenroll({ factorId: id });
    expect((await client.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
    expect((await client.auth.mfa.listFactors()).data!.all).toEqual([]);
  });
});

test('the log tells an added factor, a refused code and a recovery code used, each as itself', async () => {
  const { email, id } = await someone();
  const client = server.client({ experimental: { recoveryCodes: true } });
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const factor = await enrolled(client);
  const challenge = { factorId: factor.id, code: '000000' };
  expect((await client.auth.mfa.challengeAndVerify(challenge)).error?.code).toBe('mfa_verification_failed');
  const codes = await client.auth.mfa.recoveryCodes.generate();
  await client.auth.mfa.recoveryCodes.verify({ code: 'not one of them' });
  await client.auth.mfa.recoveryCodes.verify({ code: codes.data!.codes[0]! });
  const { rows } = await server.database.pool.query(
    `select payload -> 'traits' as traits from auth.audit_log_entries
     where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'verification_attempted'`,
    [id],
  );
  const told = rows.map(({ traits }) => {
    const { factor_type: type, added = false, refused = false } = traits as Record<string, unknown>;
    return `${type} ${added} ${refused}`;
  });
  expect(told.toSorted()).toEqual([
    'recovery_code false false',
    'recovery_code false true',
    'totp false true',
    'totp true false',
  ]);
});
