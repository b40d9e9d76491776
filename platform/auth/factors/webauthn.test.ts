import { describe, expect, test } from 'vitest';
import { newEmail, openAuth, PASSWORD } from '../testing/server.ts';
import { softKey } from './testing/soft-key.ts';

const server = await openAuth({ autoconfirm: true });

/** Somebody signed in, and a way to call as them. */
async function someone() {
  const email = newEmail();
  const client = server.client({ experimental: { passkey: true } });
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  const call = async (method: string, path: string, body?: unknown) => {
    const token = (await client.auth.getSession()).data.session!.access_token;
    const answer = await server.call(method, path, { body, headers: { Authorization: `Bearer ${token}` } });
    const text = await answer.text();
    return {
      status: answer.status,
      code: answer.headers.get('x-sb-error-code'),
      body: text ? JSON.parse(text) : null,
    };
  };
  return { email, client, id: data.user!.id, call };
}
type Someone = Awaited<ReturnType<typeof someone>>;

const anonymously = async (path: string, body: unknown = {}) => {
  const answer = await server.call('POST', path, { body });
  return { status: answer.status, code: answer.headers.get('x-sb-error-code'), body: await answer.json() };
};

async function addPasskey(person: Someone, key = softKey(server.url)) {
  const asked = await person.call('POST', '/passkeys/registration/options', {});
  const credential = key.create(asked.body.options);
  const made = await person.call('POST', '/passkeys/registration/verify', {
    challenge_id: asked.body.challenge_id,
    credential,
  });
  return { key, asked: asked.body, credential, made };
}

async function signInWith(key: ReturnType<typeof softKey>) {
  const asked = await anonymously('/passkeys/authentication/options');
  const body = { challenge_id: asked.body.challenge_id, credential: key.sign(asked.body.options) };
  return { asked: asked.body, body, answer: await anonymously('/passkeys/authentication/verify', body) };
}

describe('a passkey', () => {
  test('signs nobody in whose address is unconfirmed', async () => {
    const person = await someone();
    const { key } = await addPasskey(person);
    await server.database.pool.query('update auth.users set email_confirmed_at = null where id = $1', [
      person.id,
    ]);
    expect((await signInWith(key)).answer).toMatchObject({ status: 400, code: 'email_not_confirmed' });
  });

  test('is registered, listed, renamed and removed', async () => {
    const person = await someone();
    const { asked, made } = await addPasskey(person);
    expect(asked.options).toMatchObject({
      rp: { id: '127.0.0.1' },
      user: { id: Buffer.from(person.id).toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    expect(made).toMatchObject({ status: 200, body: { friendly_name: 'Passkey' } });
    const { passkey } = person.client.auth;
    const passkeyId: string = made.body.id;
    expect((await passkey.update({ passkeyId, friendlyName: 'Portable' })).data).toMatchObject({
      friendly_name: 'Portable',
    });
    expect((await passkey.list()).data).toMatchObject([{ id: passkeyId, friendly_name: 'Portable' }]);
    expect((await passkey.delete({ passkeyId })).error).toBeNull();
    expect((await passkey.list()).data).toEqual([]);
    expect((await passkey.delete({ passkeyId })).error).toMatchObject({
      status: 404,
      code: 'validation_failed',
    });
  });

  test('is made and used step by step with the official client', async () => {
    const person = await someone();
    const key = softKey(server.url);
    const { passkey } = person.client.auth;
    // The client's types are those of a browser's key, whose identifiers are byte arrays as well.
    type Registration = Parameters<typeof passkey.verifyRegistration>[0]['credential'];
    type Signature = Parameters<typeof passkey.verifyAuthentication>[0]['credential'];
    const { data: asked } = await passkey.startRegistration();
    const { data: made, error } = await passkey.verifyRegistration({
      challengeId: asked!.challenge_id,
      credential: key.create(asked!.options) as Registration,
    });
    expect(error).toBeNull();
    const elsewhere = server.client({ experimental: { passkey: true } });
    const { data: challenge } = await elsewhere.auth.passkey.startAuthentication();
    const signedIn = await elsewhere.auth.passkey.verifyAuthentication({
      challengeId: challenge!.challenge_id,
      credential: key.sign(challenge!.options) as Signature,
    });
    expect(signedIn.data?.user?.id).toBe(person.id);
    expect((await passkey.list()).data).toMatchObject([{ id: made!.id }]);
  });

  test('is listed and removed by the operator alone, of the person they name, and signs in no more', async () => {
    const [person, other] = [await someone(), await someone()];
    const { key, made } = await addPasskey(person);
    const { key: otherKey, made: otherMade } = await addPasskey(other);
    const operator = server.admin().auth.admin.passkey;
    const of = { userId: person.id };
    expect((await operator.listPasskeys(of)).data).toMatchObject([
      { id: made.body.id, friendly_name: 'Passkey', created_at: expect.any(String) },
    ]);
    // Neither the person nor somebody else has the operator's endpoints, for their own passkeys or for others'.
    for (const { client } of [person, other]) {
      const { passkey } = client.auth.admin;
      expect((await passkey.listPasskeys(of)).error).toMatchObject({ status: 403 });
      const refused = await passkey.deletePasskey({ ...of, passkeyId: made.body.id });
      expect(refused.error).toMatchObject({ status: 403 });
    }
    // Somebody else's passkey is not there under this person, and stays.
    const notTheirs = await operator.deletePasskey({ ...of, passkeyId: otherMade.body.id });
    expect(notTheirs.error).toMatchObject({ status: 404 });
    expect((await signInWith(otherKey)).answer.status).toBe(200);
    const nobody = { userId: crypto.randomUUID() };
    expect((await operator.listPasskeys(nobody)).error).toMatchObject({ status: 404 });

    expect((await operator.deletePasskey({ ...of, passkeyId: made.body.id })).error).toBeNull();
    expect((await operator.listPasskeys(of)).data).toEqual([]);
    expect((await signInWith(key)).answer).toMatchObject({ status: 400 });
    const again = await operator.deletePasskey({ ...of, passkeyId: made.body.id });
    expect(again.error).toMatchObject({ status: 404 });
    const { rows } = await server.database.pool.query(
      `select payload ->> 'actor_username' as by from auth.audit_log_entries
       where payload ->> 'action' = 'passkey_deleted' and payload -> 'traits' ->> 'user_id' = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ by: 'service_role' }]);
  });

  test('signs in at aal1, without a name typed', async () => {
    const person = await someone();
    const { key } = await addPasskey(person);
    const { asked, answer } = await signInWith(key);
    expect(asked.options.allowCredentials ?? []).toEqual([]);
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer', user: { id: person.id } } });
    const claims = JSON.parse(Buffer.from(answer.body.access_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] });
    expect((await person.client.auth.passkey.list()).data).toMatchObject([
      { last_used_at: expect.any(String) },
    ]);
  });

  test('answers a challenge once, in time, and on our page alone', async () => {
    const person = await someone();
    const { key, credential } = await addPasskey(person);
    const { body } = await signInWith(key);
    expect(await anonymously('/passkeys/authentication/verify', body)).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_not_found',
    });
    const late = await anonymously('/passkeys/authentication/options');
    server.clock.ahead += 301_000;
    expect(
      await anonymously('/passkeys/authentication/verify', {
        challenge_id: late.body.challenge_id,
        credential: key.sign(late.body.options),
      }),
    ).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' });
    await person.client.auth.refreshSession();
    // A page that looks like ours, and a key that nobody registered.
    const elsewhere = await addPasskey(person, softKey('https://1oge.example'));
    expect(elsewhere.made).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    expect((await signInWith(softKey(server.url))).answer).toMatchObject({
      status: 400,
      code: 'webauthn_verification_failed',
    });
    // An old answer to a new challenge, and a key that somebody has.
    const asked = await person.call('POST', '/passkeys/registration/options', {});
    const challenge_id = asked.body.challenge_id;
    expect(
      await person.call('POST', '/passkeys/registration/verify', { challenge_id, credential }),
    ).toMatchObject({
      status: 400,
      code: 'webauthn_verification_failed',
    });
    expect((await addPasskey(person, key)).made).toMatchObject({
      status: 422,
      code: 'webauthn_credential_exists',
    });
  });

  test('a challenge tried fifty times at once is answered once', async () => {
    const person = await someone();
    const { key } = await addPasskey(person);
    const asked = await anonymously('/passkeys/authentication/options');
    const body = { challenge_id: asked.body.challenge_id, credential: key.sign(asked.body.options) };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => anonymously('/passkeys/authentication/verify', body)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a security key as second factor', () => {
  async function enrolled(person: Someone) {
    const key = softKey(server.url);
    const { body: factor } = await person.call('POST', '/factors', {
      factor_type: 'webauthn',
      friendly_name: 'Clé',
    });
    const { body: challenge } = await person.call('POST', `/factors/${factor.id}/challenge`, {});
    const { type, credential_options: asked } = challenge.webauthn;
    const verified = await person.call('POST', `/factors/${factor.id}/verify`, {
      challenge_id: challenge.id,
      webauthn: { type, credential_response: key.create(asked.publicKey) },
    });
    return { key, factor, type, verified };
  }

  test('is made at its first challenge and signs each later one, which raises the session', async () => {
    const person = await someone();
    const { key, factor, type, verified } = await enrolled(person);
    expect(type).toBe('create');
    expect(verified.body).toMatchObject({
      user: { factors: [{ id: factor.id, factor_type: 'webauthn', status: 'verified' }] },
    });
    const later = server.client();
    await later.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    const token = (await later.auth.getSession()).data.session!.access_token;
    const headers = { Authorization: `Bearer ${token}` };
    const asked = await server.call('POST', `/factors/${factor.id}/challenge`, { body: {}, headers });
    const challenge = (await asked.json()) as {
      id: string;
      webauthn: { type: string; credential_options: { publicKey: { challenge: string; rpId: string } } };
    };
    expect(challenge.webauthn).toMatchObject({
      type: 'request',
      credential_options: { publicKey: { rpId: '127.0.0.1' } },
    });
    const verify = (credential_response: unknown, kind = 'request') =>
      server.call('POST', `/factors/${factor.id}/verify`, {
        body: { challenge_id: challenge.id, webauthn: { type: kind, credential_response } },
        headers,
      });
    const wrong = await verify(
      softKey(server.url).sign({ challenge: challenge.webauthn.credential_options.publicKey.challenge }),
    );
    expect([wrong.status, wrong.headers.get('x-sb-error-code')]).toEqual([422, 'mfa_verification_failed']);
    const right = await verify(key.sign(challenge.webauthn.credential_options.publicKey));
    expect(right.status).toBe(200);
    const session = (await right.json()) as { access_token: string };
    const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1]!, 'base64url').toString());
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, { method: 'password' }] });
  });

  test('what no browser sends is refused as the protocol says', async () => {
    const person = await someone();
    const { body: factor } = await person.call('POST', '/factors', {
      factor_type: 'webauthn',
      friendly_name: 'Clé',
    });
    const { body: challenge } = await person.call('POST', `/factors/${factor.id}/challenge`, {});
    for (const webauthn of [undefined, {}, { type: 'create', credential_response: { id: 'x' } }])
      expect(
        await person.call('POST', `/factors/${factor.id}/verify`, { challenge_id: challenge.id, webauthn }),
      ).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});
