// Long because the doubles of all providers stand together, with what they share.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll } from 'vitest';

/** An answer of a provider: JSON, or a form that the browser sends on. */
interface Answer {
  status: number;
  body: unknown;
}
interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  headers: IncomingMessage['headers'];
}

/** A provider on a port of this machine that accepts only what its documentation publishes, and notes what it refused and why. */
interface PublishedProvider {
  url: string;
  refusals: string[];
}

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
};

/** What a provider refuses: told to the asker as its documentation says, and to the test. */
class Refusal extends Error {
  override name = 'Refusal';
  readonly answer: Answer;
  constructor(reason: string, answer: Answer) {
    super(reason);
    this.answer = answer;
  }
}

async function openServer(answer: (asked: Asked, url: string) => Answer | URL | Promise<Answer | URL>) {
  const refusals: string[] = [];
  const server = createServer(async (request, response) => {
    const at = new URL(request.url ?? '/', url);
    const asked: Asked = {
      method: request.method ?? '',
      path: at.pathname,
      query: at.searchParams,
      form: await bodyOf(request),
      headers: request.headers,
    };
    let result: Answer | URL;
    try {
      result = await answer(asked, url);
    } catch (error) {
      refusals.push(String(error));
      result = error instanceof Refusal ? error.answer : { status: 500, body: String(error) };
    }
    if (result instanceof URL) response.writeHead(302, { Location: result.href }).end();
    else
      response
        .writeHead(result.status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(result.body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url, refusals };
}

const need = (isSo: boolean, reason: string, answer: Answer) => {
  if (!isSo) throw new Refusal(reason, answer);
};

interface Published {
  clientId: string;
  secret: string;
  redirectUri: () => string;
  authorize: string;
  token: string;
  /** The scopes, in any order. */
  scopes: readonly string[];
  pkce: boolean;
  /** How a code that is not good is refused: GitHub says so with a 200. */
  badCode: Answer;
  /** The token endpoint's answer, in the provider's own words. */
  tokens: (accessToken: string) => unknown;
  profile: (asked: Asked) => Answer;
}

/** The authorisation code flow of a provider of OAuth 2: its two endpoints, and what it tells of a person to the holder of the token. */
function openOAuth(published: Published): Promise<PublishedProvider> {
  const codes = new Map<string, { challenge: string | null; redirectUri: string }>();
  const tokens = new Set<string>();
  return openServer((asked) => {
    const wrong: Answer = { status: 400, body: { message: 'invalid request' } };
    if (asked.path === published.authorize) {
      const get = (name: string) => asked.query.get(name);
      need(get('response_type') === 'code', 'response_type', wrong);
      need(get('client_id') === published.clientId, 'client_id', wrong);
      need(get('redirect_uri') === published.redirectUri(), 'redirect_uri', wrong);
      const scopes = (get('scope') ?? '').split(' ').sort();
      need(scopes.join(' ') === [...published.scopes].sort().join(' '), `scope ${get('scope')}`, wrong);
      need((get('state') ?? '').length > 20, 'state', wrong);
      need((get('code_challenge_method') === 'S256') === published.pkce, 'code_challenge_method', wrong);
      const code = randomUUID();
      const redirectUri = get('redirect_uri') ?? '';
      codes.set(code, { challenge: get('code_challenge'), redirectUri });
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: get('state') ?? '' }).toString();
      return back;
    }
    if (asked.path === published.token) {
      const get = (name: string) => asked.form.get(name);
      need(asked.method === 'POST', 'method', wrong);
      need(asked.headers.accept?.includes('application/json') === true, 'Accept', wrong);
      need(get('client_id') === published.clientId, 'client_id', wrong);
      need(get('client_secret') === published.secret, 'client_secret', { status: 403, body: {} });
      need(get('grant_type') === 'authorization_code', 'grant_type', wrong);
      const known = codes.get(get('code') ?? '');
      need(known !== undefined, 'code', published.badCode);
      codes.delete(get('code') ?? '');
      need(get('redirect_uri') === known?.redirectUri, 'redirect_uri of the code', wrong);
      const proof = createHash('sha256')
        .update(get('code_verifier') ?? '')
        .digest('base64url');
      need(known?.challenge === null || proof === known?.challenge, 'code_verifier', published.badCode);
      const accessToken = randomUUID();
      tokens.add(accessToken);
      return { status: 200, body: published.tokens(accessToken) };
    }
    const bearer = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1];
    need(bearer !== undefined && tokens.has(bearer), 'Authorization', { status: 401, body: {} });
    return published.profile(asked);
  });
}

type Client = Pick<Published, 'clientId' | 'secret' | 'redirectUri'>;
const found = (body: unknown): Answer => ({ status: 200, body });
const notFound = (path: string): never => {
  throw new Refusal(path, { status: 404, body: {} });
};

/** https://dev.twitch.tv/docs/authentication/getting-tokens-oauth and /docs/api/reference#get-users */
export const openTwitch = (client: Client, user: Record<string, unknown>) =>
  openOAuth({
    ...client,
    authorize: '/oauth2/authorize',
    token: '/oauth2/token',
    scopes: ['user:read:email'],
    pkce: false,
    badCode: { status: 400, body: { status: 400, message: 'Invalid authorization code' } },
    tokens: (access_token) => ({
      access_token,
      expires_in: 14_124,
      refresh_token: `again-${access_token}`,
      scope: ['user:read:email'],
      token_type: 'bearer',
    }),
    profile({ path, headers }) {
      if (path !== '/helix/users') notFound(path);
      need(headers['client-id'] === client.clientId, 'Client-Id', { status: 401, body: {} });
      return found({ data: [user] });
    },
  });

/** https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps; a request without User-Agent is refused */
export const openGithub = (client: Client, user: Record<string, unknown>, emails: unknown[]) =>
  openOAuth({
    ...client,
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    scopes: ['user:email'],
    pkce: true,
    badCode: found({
      error: 'bad_verification_code',
      error_description: 'The code is incorrect or expired.',
    }),
    tokens: (access_token) => ({ access_token, scope: 'user:email', token_type: 'bearer' }),
    profile({ path, headers }) {
      need((headers['user-agent'] ?? '') !== '', 'User-Agent', { status: 403, body: {} });
      if (path === '/user') return found(user);
      return path === '/user/emails' ? found(emails) : notFound(path);
    },
  });

/** https://docs.discord.com/developers/topics/oauth2 */
export const openDiscord = (client: Client, user: Record<string, unknown>) =>
  openOAuth({
    ...client,
    authorize: '/api/oauth2/authorize',
    token: '/api/oauth2/token',
    scopes: ['identify', 'email'],
    pkce: true,
    badCode: { status: 400, body: { error: 'invalid_grant' } },
    tokens: (access_token) => ({
      access_token,
      token_type: 'Bearer',
      expires_in: 604_800,
      refresh_token: `again-${access_token}`,
      scope: 'identify email',
    }),
    profile: ({ path }) => (path === '/api/users/@me' ? found(user) : notFound(path)),
  });

/**
 * https://developer.apple.com/documentation/signinwithapple: the client secret is a JWT of the developer's key, the answer comes as a posted
 * form, and the name comes with a person's first authorisation only.
 */
export async function openApple(
  client: { clientId: string; teamId: string; keyId: string },
  person: {
    sub: string;
    email: string;
    firstName: string;
    lastName: string;
  },
) {
  const developer = await generateKeyPair('ES256', { extractable: true });
  const signer = await generateKeyPair('RS256', { extractable: true });
  const kid = 'apple-1';
  const jwk = { ...(await exportJWK(signer.publicKey)), kid, alg: 'RS256', use: 'sig' };
  const codes = new Map<string, string>();
  let authorised = false;
  const issue = async (issuer: string, nonce?: string) => {
    const { sub, email } = person;
    const accessToken = randomUUID();
    // OpenID Connect Core, 3.1.3.6.
    const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
    const claims = { email, email_verified: 'true', is_private_email: 'true', at_hash: half };
    const idToken = await new SignJWT(nonce === undefined ? claims : { ...claims, nonce })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(issuer)
      .setSubject(sub)
      .setAudience(client.clientId)
      .setIssuedAt()
      .setExpirationTime('1d')
      .sign(signer.privateKey);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: randomUUID(),
      id_token: idToken,
    };
  };
  const server = await openServer(async ({ path, method, query, form }, url) => {
    const wrong: Answer = { status: 400, body: { error: 'invalid_request' } };
    switch (path) {
      case '/.well-known/openid-configuration':
        return found({
          issuer: url,
          authorization_endpoint: `${url}/auth/authorize`,
          token_endpoint: `${url}/auth/token`,
          jwks_uri: `${url}/auth/keys`,
          response_types_supported: ['code'],
          response_modes_supported: ['query', 'fragment', 'form_post'],
          subject_types_supported: ['pairwise'],
          id_token_signing_alg_values_supported: ['RS256'],
          scopes_supported: ['openid', 'email', 'name'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
        });
      case '/auth/keys':
        return found({ keys: [jwk] });
      case '/auth/authorize': {
        need(query.get('response_type') === 'code', 'response_type', wrong);
        need(query.get('client_id') === client.clientId, 'client_id', wrong);
        // A client that asks for a name or an address must take the answer as a posted form.
        need(query.get('response_mode') === 'form_post', 'response_mode', wrong);
        need(query.get('scope') === 'email name', `scope ${query.get('scope')}`, wrong);
        const code = randomUUID();
        codes.set(code, query.get('nonce') ?? '');
        const { firstName, lastName, email } = person;
        const user = authorised ? {} : { user: JSON.stringify({ name: { firstName, lastName }, email }) };
        authorised = true;
        const state = query.get('state') ?? '';
        return found({ action: query.get('redirect_uri'), form: { code, state, ...user } });
      }
      case '/auth/token': {
        need(method === 'POST', 'method', wrong);
        need(form.get('client_id') === client.clientId, 'client_id', wrong);
        const refused: Answer = { status: 400, body: { error: 'invalid_client' } };
        const secret = await jwtVerify(form.get('client_secret') ?? '', developer.publicKey, {
          algorithms: ['ES256'],
          issuer: client.teamId,
          subject: client.clientId,
          audience: url,
          requiredClaims: ['iat', 'exp'],
        }).catch((error: unknown) => {
          throw new Refusal(`client_secret: ${error}`, refused);
        });
        need(secret.protectedHeader.kid === client.keyId, 'kid of client_secret', refused);
        const { iat = 0, exp = 0 } = secret.payload;
        need(exp - iat <= 15_777_000, 'client_secret is valid for more than six months', refused);
        need(form.get('grant_type') === 'authorization_code', 'grant_type', wrong);
        const nonce = codes.get(form.get('code') ?? '');
        need(nonce !== undefined, 'code', { status: 400, body: { error: 'invalid_grant' } });
        codes.delete(form.get('code') ?? '');
        return found(await issue(url, nonce));
      }
      default:
        return notFound(path);
    }
  });
  return { ...server, privateKey: await exportPKCS8(developer.privateKey), issue: () => issue(server.url) };
}

/**
 * https://developers.google.com/identity/openid-connect/openid-connect: the profile stands in the ID token, and a refresh token comes only
 * with `access_type=offline` and `prompt=consent`.
 */
export async function openGoogle(
  client: Client,
  person: { sub: string; email: string; name: string; picture: string },
) {
  const signer = await generateKeyPair('RS256', { extractable: true });
  const kid = 'google-1';
  const jwk = { ...(await exportJWK(signer.publicKey)), kid, alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { challenge: string; nonce: string; scope: string; offline: boolean }>();
  const known = [
    'access_type',
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'login_hint',
    'nonce',
  ];
  known.push('prompt', 'redirect_uri', 'response_type', 'scope', 'state');
  return openServer(async ({ path, method, query, form }, url) => {
    const wrong: Answer = { status: 400, body: { error: 'invalid_request' } };
    switch (path) {
      case '/.well-known/openid-configuration':
        return found({
          issuer: url,
          authorization_endpoint: `${url}/o/oauth2/v2/auth`,
          token_endpoint: `${url}/token`,
          userinfo_endpoint: `${url}/v1/userinfo`,
          jwks_uri: `${url}/oauth2/v3/certs`,
          response_types_supported: ['code', 'token', 'id_token'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          scopes_supported: ['openid', 'email', 'profile'],
          token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
          code_challenge_methods_supported: ['plain', 'S256'],
        });
      case '/oauth2/v3/certs':
        return found({ keys: [jwk] });
      case '/o/oauth2/v2/auth': {
        const get = (name: string) => query.get(name) ?? '';
        const unknown = [...query.keys()].filter((name) => !known.includes(name));
        need(unknown.length === 0, `parameters ${unknown}`, wrong);
        need(get('response_type') === 'code', 'response_type', wrong);
        need(get('client_id') === client.clientId, 'client_id', wrong);
        need(get('redirect_uri') === client.redirectUri(), 'redirect_uri', wrong);
        const scopes = get('scope').split(' ');
        need(
          ['openid', 'email', 'profile'].every((one) => scopes.includes(one)),
          `scope ${scopes}`,
          wrong,
        );
        need(get('nonce').length > 20 && get('state').length > 20, 'nonce or state', wrong);
        need(get('code_challenge_method') === 'S256', 'code_challenge_method', wrong);
        const offline = get('access_type') === 'offline' && get('prompt') === 'consent';
        const code = randomUUID();
        const [challenge, nonce, scope] = [get('code_challenge'), get('nonce'), get('scope')];
        codes.set(code, { challenge, nonce, scope, offline });
        const back = new URL(get('redirect_uri'));
        back.search = new URLSearchParams({ code, state: get('state'), scope, prompt: 'none' }).toString();
        return back;
      }
      case '/token': {
        const get = (name: string) => form.get(name) ?? '';
        need(method === 'POST', 'method', wrong);
        need(get('grant_type') === 'authorization_code', 'grant_type', wrong);
        need(get('client_id') === client.clientId, 'client_id', wrong);
        const notOurs: Answer = { status: 401, body: { error: 'invalid_client' } };
        need(get('client_secret') === client.secret, 'client_secret', notOurs);
        need(get('redirect_uri') === client.redirectUri(), 'redirect_uri', wrong);
        const code = codes.get(get('code'));
        const refused: Answer = { status: 400, body: { error: 'invalid_grant' } };
        need(code !== undefined, 'code', refused);
        codes.delete(get('code'));
        const proof = createHash('sha256').update(get('code_verifier')).digest('base64url');
        need(proof === code?.challenge, 'code_verifier', refused);
        const { sub, ...claims } = person;
        const said = { ...claims, email_verified: true, nonce: code?.nonce, azp: client.clientId };
        const idToken = await new SignJWT(said)
          .setProtectedHeader({ alg: 'RS256', kid })
          .setIssuer(url)
          .setSubject(sub)
          .setAudience(client.clientId)
          .setIssuedAt()
          .setExpirationTime('1h')
          .sign(signer.privateKey);
        return found({
          access_token: `ya29.${randomUUID()}`,
          expires_in: 3599,
          scope: code?.scope,
          token_type: 'Bearer',
          id_token: idToken,
          ...(code?.offline ? { refresh_token: `1//${randomUUID()}` } : {}),
        });
      }
      default:
        return notFound(path);
    }
  });
}
