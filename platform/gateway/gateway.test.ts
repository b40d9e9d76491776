import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader, exportJWK, exportPKCS8, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGateway, type Gateway } from './gateway.ts';
import { type KeySettings, type Keys, loadKeys } from './keys.ts';

const secret = 'a legacy secret of more than thirty-two bytes';
const person = '6f1b0a54-6f3b-4a6e-9a5e-0d2f3c4b5a69';
const second = () => Math.floor(Date.now() / 1000);

describe('the gateway', () => {
  let dataDir: string;
  let keys: Keys;
  let gateway: Gateway;
  const settings = (more: Partial<KeySettings> = {}): KeySettings => ({
    dataDir,
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: secret,
    ...more,
  });
  const ask = (headers: Record<string, string>) => gateway.caller(new Headers(headers));
  const legacy = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'loge-keys-'));
    keys = await loadKeys(settings());
    gateway = createGateway(keys, ['anon', 'authenticated', 'service_role']);
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test('takes the publishable key for anon and the secret key for service_role', async () => {
    expect(await ask({ apikey: keys.publishableKey })).toMatchObject({ role: 'anon', userId: null });
    expect(await ask({ apikey: keys.secretKey, authorization: `Bearer ${keys.secretKey}` })).toMatchObject({
      role: 'service_role',
      userId: null,
    });
  });

  test('reads the person from a token signed by us, and refuses it once expired', async () => {
    const token = await keys.sign({
      sub: person,
      role: 'authenticated',
      session_id: person,
      exp: second() + 2,
    });
    const headers = { apikey: keys.publishableKey, authorization: `Bearer ${token}` };
    expect(await ask(headers)).toMatchObject({ role: 'authenticated', userId: person, sessionId: person });
    const clock = { ahead: 0 };
    const moved = createGateway(keys, ['authenticated'], () => new Date(Date.now() + clock.ahead));
    await moved.caller(new Headers(headers));
    clock.ahead = 3_000;
    // Also when the token was verified before and is in the cache.
    await expect(moved.caller(new Headers(headers))).rejects.toMatchObject({ code: 'PGRST303' });
    const expired = await keys.sign({ sub: person, role: 'authenticated', exp: second() - 1 });
    await expect(ask({ ...headers, authorization: `Bearer ${expired}` })).rejects.toMatchObject({
      code: 'PGRST303',
    });
  });

  test('accepts keys signed with the legacy secret, as a hosted project does', async () => {
    const serviceKey = await legacy({ role: 'service_role' });
    expect(await ask({ apikey: serviceKey, authorization: `Bearer ${serviceKey}` })).toMatchObject({
      role: 'service_role',
    });
  });

  test.each([
    ['no key', {}],
    ['an unknown key', { apikey: 'sb_publishable_wrong' }],
  ])('refuses %s', async (_, headers) => {
    await expect(ask(headers)).rejects.toMatchObject({ status: 401, code: 'no_api_key' });
  });

  test('refuses a token that is forged, unsigned, nonsense, or names the database owner as its role', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const forged = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey);
    const none = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`;
    const owner = await legacy({ role: 'postgres' });
    // Signed with HS256, but with the `kid` of our public key.
    const confused = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256', kid: keys.jwks.keys[0]?.kid ?? '' })
      .sign(new TextEncoder().encode('not the legacy secret, but as long as one'));
    for (const token of [forged, none, 'nonsense', owner, confused]) {
      await expect(
        ask({ apikey: keys.publishableKey, authorization: `Bearer ${token}` }),
      ).rejects.toMatchObject({
        code: 'PGRST301',
      });
    }
  });

  test('an installation generates its keys once, in a file that only its owner can read', async () => {
    expect((await loadKeys(settings())).publishableKey).toBe(keys.publishableKey);
    expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
  });

  test('derives secrets that are stable and differ by purpose', async () => {
    const again = await loadKeys(settings());
    expect(again.derive('refresh-tokens')).toEqual(keys.derive('refresh-tokens'));
    expect(keys.derive('refresh-tokens')).not.toEqual(keys.derive('other'));
  });

  test('signs with the operator’s own key, RSA included, and says so when it is not a key', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const own = await loadKeys(settings({ jwtPrivateKeys: [await exportPKCS8(privateKey)] }));
    expect(own.jwks.keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256' });
    expect(own.jwks.keys[0]).not.toHaveProperty('d');
    expect(await own.verify(await own.sign({ sub: person }))).toMatchObject({ sub: person });
    // As the tools of a hosted project write it.
    const written = {
      ...(await exportJWK(privateKey)),
      kid: 'theirs',
      use: 'sig',
      key_ops: ['sign', 'verify'],
      alg: 'RS256',
      ext: true,
    };
    const same = await loadKeys(settings({ jwtPrivateKeys: [JSON.stringify(written)] }));
    expect(await own.verify(await same.sign({ sub: person }))).toMatchObject({ sub: person });
    await expect(loadKeys(settings({ jwtPrivateKeys: ['not a key'] }))).rejects.toThrow('JWT_PRIVATE_KEY');
  });

  test('a key is changed without ending a session: both are accepted and published, then the new one signs', async () => {
    const pem = async (algorithm: 'ES256' | 'RS256') =>
      exportPKCS8((await generateKeyPair(algorithm, { extractable: true })).privateKey);
    const [before, next] = [await pem('ES256'), await pem('ES256')];
    const alone = await loadKeys(settings({ jwtPrivateKeys: [before] }));
    const secretsKey = alone.root.toString('base64');
    const steps = [[before], [before, next], [next, before], [next]];
    const versions = await Promise.all(
      steps.map((jwtPrivateKeys) => loadKeys(settings({ jwtPrivateKeys, secretsKey }))),
    );
    for (const [at, now] of versions.entries()) {
      expect(now.derive('refresh-tokens')).toEqual(alone.derive('refresh-tokens'));
      // Processes of this step and of the next serve together while it is rolled out.
      for (const other of versions.slice(Math.max(0, at - 1), at + 2)) {
        const token = await now.sign({ sub: person });
        expect(await other.verify(token)).toMatchObject({ sub: person });
        expect(other.jwks.keys.map(({ kid }) => kid)).toContain(decodeProtectedHeader(token).kid);
      }
    }
    const [first, , , last] = versions;
    await expect(last?.verify((await first?.sign({ sub: person })) ?? '')).rejects.toThrow('signature');
    const mixed = await loadKeys(settings({ jwtPrivateKeys: [await pem('RS256'), before], secretsKey }));
    expect(await mixed.verify(await alone.sign({ sub: person }))).toMatchObject({ sub: person });
    expect(await mixed.verify(await mixed.sign({ sub: person }))).toMatchObject({ sub: person });
  });
});
