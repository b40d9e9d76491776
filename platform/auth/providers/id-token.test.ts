import { createHash, randomUUID } from 'node:crypto';
import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, openAuth } from '../testing/server.ts';
import { openProvider } from './testing/oidc.ts';

const provider = await openProvider();
const PROVIDER = 'custom:essai';
const server = await openAuth({
  providers: [
    {
      id: PROVIDER,
      label: 'Essai',
      clientIds: [provider.clientId],
      secret: provider.secret,
      apple: null,
      url: provider.issuer,
    },
  ],
});
await provider.allow(`${server.url}/auth/v1/callback`);
beforeEach(() => {
  Object.assign(provider.person, { sub: randomUUID(), email: newEmail('paule'), emailVerified: true });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const nonce = 'a nonce of the application';
type Sent = Record<string, unknown>;
const send = async (body: Sent, headers: Record<string, string> = {}) => {
  const answer = await server.call('POST', '/token?grant_type=id_token', {
    body: { provider: PROVIDER, ...body },
    headers,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const refused = (description: string, error = 'invalid request') => ({
  status: 400,
  body: { error, error_description: description },
});

test('an ID token opens a session, by supabase-js, with the nonce that its hash was asked with', async () => {
  const { id_token, access_token } = await provider.tokensFor('ours', sha256(nonce));
  const client = server.client();
  const { data, error } = await client.auth.signInWithIdToken({
    provider: PROVIDER,
    token: id_token,
    access_token,
    nonce,
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: provider.person.email,
    app_metadata: { provider: PROVIDER, providers: [PROVIDER] },
    identities: [{ provider: PROVIDER, id: provider.person.sub }],
  });
  expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: 'oauth' }]);
  // The provider may be named by the issuer and the client instead.
  const named = await send({
    provider: '',
    issuer: provider.issuer,
    client_id: provider.clientId,
    id_token,
    nonce,
  });
  expect([named.status, (named.body.user as { id: string }).id]).toEqual([200, data.user!.id]);
});

test('a token for another client of the same provider is refused, no matter whom it names', async () => {
  const { id_token } = await provider.tokensFor('foreign');
  expect(await send({ id_token })).toEqual(refused('Unacceptable audience in id_token: [foreign]'));
});

test('the nonce must be there on both sides, and be the same', async () => {
  const withNonce = await provider.tokensFor('ours', sha256(nonce));
  const without = await provider.tokensFor('ours');
  const both = 'Passed nonce and nonce in id_token should either both exist or not.';
  expect(await send({ id_token: withNonce.id_token })).toEqual(refused(both));
  expect(await send({ id_token: without.id_token, nonce })).toEqual(refused(both));
  expect(await send({ id_token: withNonce.id_token, nonce: 'another' })).toEqual(
    refused('Nonces mismatch', 'invalid nonce'),
  );
  // In clear, as the token has it, it proves nothing.
  expect(await send({ id_token: withNonce.id_token, nonce: sha256(nonce) })).toEqual(
    refused('Nonces mismatch', 'invalid nonce'),
  );
  expect((await send({ id_token: without.id_token })).status).toBe(200);
});

test('a forged signature, changed claims, none at all', async () => {
  const first = await provider.tokensFor('ours');
  const { privateKey } = await generateKeyPair('RS256');
  const claims = decodeJwt(first.id_token);
  const forge = (change: Sent) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'RS256', kid: 'mine' }).sign(privateKey);
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`.replaceAll('=', '');
  const [head, , signature] = first.id_token.split('.');
  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'victim' })).toString('base64url');
  for (const id_token of [await forge({}), unsigned, `${head}.${other}.${signature}`, 'seven', 'a.b.c'])
    expect(await send({ id_token })).toEqual(refused('Bad ID token'));
  expect(await send({ id_token: '' })).toEqual(refused('id_token required'));
  expect(await send({ provider: '', id_token: first.id_token })).toEqual(
    refused('provider or client_id and issuer required'),
  );
});

test('links the account to the one that is signed in, and to nobody without a token', async () => {
  const email = newEmail('lise');
  const { data: made } = await server
    .admin()
    .auth.admin.createUser({ email, password: 'Rideau-rouge-1867', email_confirm: true });
  const client = server.client();
  const { data } = await client.auth.signInWithPassword({ email, password: 'Rideau-rouge-1867' });
  const { id_token } = await provider.tokensFor('ours');
  const body = { id_token, link_identity: true };
  expect((await send(body)).status).toBe(401);
  const linked = await send(body, { Authorization: `Bearer ${data.session!.access_token}` });
  expect(linked).toMatchObject({ status: 200, body: { user: { id: made.user!.id, email } } });
  const again = await send(body, { Authorization: `Bearer ${data.session!.access_token}` });
  expect(again).toMatchObject({ status: 422, body: { error_code: 'identity_already_exists' } });
});

test('a provider that is off or has no ID tokens', async () => {
  const { id_token } = await provider.tokensFor('ours');
  for (const [named, code] of [
    ['google', 'provider_disabled'],
    ['twitch', 'provider_disabled'],
    ['custom:autre', 'validation_failed'],
  ])
    expect(await send({ id_token, provider: named })).toMatchObject({
      status: 400,
      body: { error_code: code },
    });
});
