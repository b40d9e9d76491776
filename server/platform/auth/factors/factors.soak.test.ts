import fc from 'fast-check';
import { expect, test } from 'vitest';
import { promptly } from '../../testing/promptly.ts';
import { newEmail, openAuth, PASSWORD } from '../testing/server.ts';

const server = await openAuth({ autoconfirm: true });

test('whatever is sent to factors and passkeys is answered in the protocol’s shape, in less than a second, and never as a failure of ours', async () => {
  const client = server.client();
  await client.auth.signUp({ email: newEmail(), password: PASSWORD });
  const token = (await client.auth.getSession()).data.session!.access_token;
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor!.id });
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
    fc.constant(factor!.id),
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
        challenge_id: fc.oneof(fc.constant(challenge!.id), value),
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
  // Nobody got in: the session is what it was.
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data!.currentLevel).toBe('aal1');
});
