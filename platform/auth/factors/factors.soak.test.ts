import fc from 'fast-check';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { promptly } from '#platform/testing/promptly.ts';
import { newEmail, openAuth, PASSWORD } from '../testing/server.ts';

const server = await openAuth({ autoconfirm: true });

test('whatever is sent to factors and passkeys is answered in the protocol’s shape, in less than a second, and changes nothing of anybody else', async () => {
  // Somebody with an app in force and recovery codes, whose factor and challenge the caller knows.
  const owner = server.client({ experimental: { recoveryCodes: true } });
  await owner.auth.signUp({ email: newEmail(), password: PASSWORD });
  const { data: theirs } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  await owner.auth.mfa.challengeAndVerify({
    factorId: theirs!.id,
    code: new TOTP({ secret: theirs!.totp.secret }).generate(),
  });
  await owner.auth.mfa.recoveryCodes.generate();
  const { data: asked } = await owner.auth.mfa.challenge({ factorId: theirs!.id });
  const ownerId = (await owner.auth.getUser()).data.user!.id;
  const untouched = async () => {
    const { rows } = await server.database.pool.query(
      `select (select count(*)::int from auth.users) as users, to_jsonb(u) as account,
         (select jsonb_agg(to_jsonb(f) order by f.id) from auth.mfa_factors f where f.user_id = u.id) as factors,
         (select jsonb_agg(to_jsonb(r) order by r.code_hash) from auth.mfa_recovery_codes r
          join auth.mfa_factors f on f.id = r.factor_id where f.user_id = u.id) as codes,
         (select jsonb_agg(to_jsonb(c) order by c.id) from auth.mfa_challenges c where c.factor_id = $2) as challenges,
         (select jsonb_agg(to_jsonb(s) order by s.id) from auth.sessions s where s.user_id = u.id) as sessions,
         (select count(*)::int from auth.webauthn_credentials) as passkeys
       from auth.users u where u.id = $1`,
      [ownerId, theirs!.id],
    );
    return rows;
  };
  const client = server.client();
  await client.auth.signUp({ email: newEmail(), password: PASSWORD });
  const token = (await client.auth.getSession()).data.session!.access_token;
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor!.id });
  const before = await untouched();
  expect(before[0]!.codes).toHaveLength(10);
  expect(before[0]!.challenges).toEqual(expect.arrayContaining([expect.objectContaining({ id: asked!.id })]));
  const wild = fc.oneof(
    fc.string({ maxLength: 200, unit: 'binary' }),
    fc.constantFrom(
      '',
      '\u0000',
      'x'.repeat(100_000),
      '../..',
      "'; drop table auth.users; --",
      '٠١٢٣٤٥',
      '💥',
    ),
  );
  const id = fc.oneof(
    fc.constantFrom(factor!.id, theirs!.id),
    fc.uuid(),
    wild.filter((text) => text.length < 1_000).map(encodeURIComponent),
  );
  const path = fc.oneof(
    fc.constantFrom(
      ...['/factors', '/factors/recovery-codes', '/factors/recovery-codes/verify', '/passkeys'],
      ...[
        '/factors/recovery-codes/regenerate',
        '/passkeys/registration/options',
        '/passkeys/registration/verify',
      ],
      ...['/passkeys/authentication/options', '/passkeys/authentication/verify'],
    ),
    id.map((each) => `/factors/${each}/challenge`),
    id.map((each) => `/factors/${each}/verify`),
    id.map((each) => `/factors/${each}`),
    id.map((each) => `/passkeys/${each}`),
  );
  const encoded = fc.oneof(
    wild,
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  );
  const credential = fc.record(
    {
      id: encoded,
      rawId: encoded,
      type: fc.constantFrom('public-key', 'x'),
      clientExtensionResults: fc.anything(),
      response: fc.record(
        {
          clientDataJSON: encoded,
          attestationObject: encoded,
          authenticatorData: encoded,
          signature: encoded,
          userHandle: encoded,
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );
  const value = fc.oneof(wild, fc.jsonValue(), fc.constant(challenge!.id), credential);
  const body = fc.oneof(
    fc.record(
      {
        factor_type: fc.oneof(fc.constantFrom('totp', 'phone', 'webauthn', 'recovery_code'), value),
        friendly_name: value,
        issuer: value,
        phone: value,
        challenge_id: fc.oneof(fc.constantFrom(challenge!.id, asked!.id), value),
        code: value,
        credential: fc.oneof(credential, value),
        webauthn: fc.oneof(
          fc.record({ type: fc.constantFrom('create', 'request'), credential_response: credential }),
          value,
        ),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
    wild,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'DELETE', 'PATCH', 'GET'),
      path,
      body,
      async (method, where, sent) => {
        const { answer, told } = await promptly(() =>
          server.call(method, where, {
            ...(method === 'GET' ? {} : { body: sent }),
            headers: { Authorization: `Bearer ${token}` },
          }),
        );
        expect([method, where, answer.status < 500]).toEqual([method, where, true]);
        if (answer.status < 400) return;
        expect(JSON.parse(told)).toMatchObject({
          code: answer.status,
          error_code: expect.any(String),
          msg: expect.any(String),
        });
      },
    ),
    { numRuns: 600 },
  );
  expect(await untouched()).toEqual(before);
  // Nobody got in: the session is what it was.
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data!.currentLevel).toBe('aal1');
});
