import fc from 'fast-check';
import { expect, test } from 'vitest';
import { promptly } from '#platform/testing/promptly.ts';
import { createSmsHook } from '#server/integrations/sms/sms-hook.ts';
import { openSmsWebhook } from '#server/integrations/sms/testing/sms-webhook.ts';
import { newEmail, openAuth, PASSWORD } from './testing/server.ts';

const webhook = await openSmsWebhook();
const sendSms = createSmsHook({ url: webhook.url, secrets: [webhook.secret] }, () => new Date());
const server = await openAuth({ anonymous: true, autoconfirm: true, smsPerHour: 100_000 }, sendSms);

/** A person with a telephone, a factor and recovery codes, whom nobody of this test may change. */
async function someone() {
  const client = server.client({ experimental: { recoveryCodes: true, passkey: true } });
  const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD });
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  return { client, id: data.user!.id, token: data.session!.access_token, factorId: factor!.id };
}

const wild = fc.oneof(
  fc.string({ maxLength: 200, unit: 'binary' }),
  fc.constantFrom(
    ...['', '\u0000', '\ud800', '+', '+0', '+33', '33612345678x', '٠٦١٢٣٤٥٦٧٨', '💥'],
    ...['x'.repeat(100_000), '9'.repeat(100_000), "'; drop table auth.users; --", '+1'.repeat(40)],
  ),
);

test('whatever is sent to telephones, guests and the operator’s endpoints is answered in the protocol’s shape, in less than a second, and changes nobody else', async () => {
  const [victim, caller] = [await someone(), await someone()];
  const admin = server.admin();
  const untouched = async () => {
    const { rows } = await server.database.pool.query(
      `select u.email, u.phone, u.encrypted_password, u.raw_user_meta_data, u.raw_app_meta_data, u.email_change, u.phone_change, u.banned_until, u.deleted_at,
         (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
         (select json_agg(f.status) from auth.mfa_factors f where f.user_id = u.id) as factors
       from auth.users u where id = $1`,
      [victim.id],
    );
    return rows;
  };
  const before = await untouched();
  const value = fc.oneof(wild, fc.jsonValue(), fc.constantFrom(victim.id, victim.factorId));
  const body = fc.oneof(
    fc.record(
      {
        phone: fc.oneof(wild, fc.constantFrom('33600000001', '+33600000002')),
        email: wild,
        password: fc.oneof(wild, fc.constant(PASSWORD)),
        token: fc.oneof(wild, fc.constant('000000')),
        token_hash: wild,
        type: fc.oneof(fc.constantFrom('sms', 'phone_change', 'email', '__proto__'), wild),
        channel: fc.oneof(fc.constantFrom('sms', 'whatsapp'), wild),
        create_user: value,
        data: value,
        code_challenge: wild,
        code_challenge_method: wild,
        friendly_name: value,
        key_ops: value,
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
    wild,
  );
  const id = fc.oneof(
    fc.constantFrom(victim.id, victim.factorId),
    fc.uuid(),
    wild.filter((text) => text.length < 1_000).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const path = fc.oneof(
    fc.constantFrom('/signup', '/otp', '/verify', '/resend', '/token?grant_type=password', '/user'),
    // Somebody else's factors and passkeys, by their own token and the operator's paths without the operator's key.
    id.map((each) => `/factors/${each}`),
    id.map((each) => `/factors/${each}/challenge`),
    id.map((each) => `/factors/${each}/verify`),
    id.map((each) => `/passkeys/${each}`),
    fc.tuple(id, id).map(([user, factor]) => `/admin/users/${user}/factors/${factor}`),
    fc.tuple(id, id).map(([user, passkey]) => `/admin/users/${user}/passkeys/${passkey}`),
    id.map((user) => `/admin/users/${user}`),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'GET'),
      path,
      body,
      fc.constantFrom(caller.token, null, 'not.a.token'),
      async (method, where, sent, token) => {
        // The caller's own account is theirs to change; a person who is gone would answer everything alike.
        if (where === '/user' && method === 'PUT' && token === caller.token) return;
        const { answer, told } = await promptly(() =>
          server.call(method, where, {
            ...(method === 'GET' ? {} : { body: sent }),
            headers: token === null ? {} : { Authorization: `Bearer ${token}` },
          }),
        );
        expect([method, where, answer.status < 500, told.length < 100_000]).toEqual([
          method,
          where,
          true,
          true,
        ]);
        if (answer.status < 400 || answer.status === 431) return;
        expect(JSON.parse(told)).toMatchObject({
          code: answer.status,
          error_code: expect.any(String),
          msg: expect.any(String),
        });
      },
    ),
    { numRuns: 700 },
  );
  expect(await untouched()).toEqual(before);
  expect((await admin.auth.admin.getUserById(victim.id)).data.user!.id).toBe(victim.id);
  expect(server.errors).toEqual([]);
});
