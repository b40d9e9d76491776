import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, importPKCS8, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as oauth from 'openid-client';
import { z } from 'zod';
import type { ProviderSettings } from '#server/settings-providers.ts';
import {
  appleName,
  claimsProfile,
  discordProfile,
  githubProfile,
  type ProviderProfile,
  twitchProfile,
} from './profiles.ts';

/** The provider's answer at the end of a sign-in. */
export interface Handed {
  profile: ProviderProfile;
  accessToken: string;
  refreshToken: string | null;
}

interface AuthorizationRequest {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  scopes: readonly string[];
  /** Further parameters from the page for the provider, such as `prompt`. */
  extra: ReadonlyMap<string, string>;
}

interface CodeExchange {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  code: string;
  /** RFC 9207: the issuer that the answer names. */
  iss: string | undefined;
  /** Apple's `user` field. */
  user: string | undefined;
}

export interface Provider {
  readonly settings: ProviderSettings;
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /**
   * @throws ProfileError when the code was accepted but the profile could not be read; else the
   *   errors of the OAuth client
   */
  exchange(exchange: CodeExchange): Promise<Handed>;
  /**
   * Checks an ID token's signature, issuer and times, not its audience; null for a provider without
   * ID tokens.
   * @throws jose's errors
   */
  readIdToken: ((token: string) => Promise<JWTPayload>) | null;
}

export class ProfileError extends Error {
  override name = 'ProfileError';
}

/** How requests are sent to providers, and the timeout in seconds. */
interface Wire {
  fetch: typeof fetch;
  timeout: number;
}

interface Kind {
  /** The issuer of an OpenID Connect provider, else the base of the provider's endpoints. */
  url: string;
  /** Paths below `url`; null when the provider's discovery document names the endpoints. */
  endpoints: { authorize: string; token: string } | null;
  scopes: readonly string[];
  /**
   * Whether the provider is known to support PKCE (RFC 7636); the discovery document of OpenID
   * Connect may say so too.
   */
  pkce: boolean;
  parameters?: Readonly<Record<string, string>>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  twitch: {
    url: 'https://id.twitch.tv',
    endpoints: { authorize: '/oauth2/authorize', token: '/oauth2/token' },
    scopes: ['user:read:email'],
    pkce: false,
  },
  discord: {
    url: 'https://discord.com',
    endpoints: { authorize: '/api/oauth2/authorize', token: '/api/oauth2/token' },
    scopes: ['email', 'identify'],
    pkce: true,
  },
  github: {
    url: 'https://github.com',
    endpoints: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
    scopes: ['user:email'],
    pkce: true,
  },
  google: {
    url: 'https://accounts.google.com',
    endpoints: null,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
  },
  apple: {
    url: 'https://appleid.apple.com',
    endpoints: null,
    scopes: ['email', 'name'],
    pkce: false,
    // Apple sends name and address in a posted form only.
    parameters: { response_mode: 'form_post' },
  },
};

const kindOf = ({ id, url }: ProviderSettings): Kind => {
  const kind = KINDS[id] ?? { url: '', endpoints: null, scopes: ['openid', 'email', 'profile'], pkce: false };
  return url === null ? kind : { ...kind, url };
};

/**
 * The base URL of the profile: the provider's usual one, unless the settings give another address
 * of the provider.
 */
const beside = ({ url }: ProviderSettings, usual: string) => url ?? usual;

/** How long a discovery document is cached. */
const METADATA_MS = 3_600_000;
/**
 * How long a client secret for Apple is valid. Apple allows six months; each of ours is used for
 * one exchange only.
 */
const APPLE_SECRET_SECONDS = 300;

const scopeList = z.looseObject({ scope: z.array(z.string()) });

/** Twitch sends `scope` as a list, where RFC 6749 says text: turns the list into text. */
async function withTextScope(response: Response): Promise<Response> {
  const body = await response.clone().text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return response; // the OAuth client will report that it is no JSON
  }
  const list = scopeList.safeParse(parsed);
  if (!list.success) return response;
  return Response.json({ ...list.data, scope: list.data.scope.join(' ') }, { status: response.status });
}

/** Everything that the parts of one provider share. */
interface Client extends Wire {
  settings: ProviderSettings;
  kind: Kind;
  clientId: string;
  /** On this machine, where providers of tests are. */
  isLocal: boolean;
  send: oauth.CustomFetch;
}

function clientOf(wire: Wire, settings: ProviderSettings): Client {
  const kind = kindOf(settings);
  const [clientId] = settings.clientIds;
  const isLocal = new URL(kind.url).protocol === 'http:';
  const send: oauth.CustomFetch = (url, { body, signal, ...options }) =>
    wire.fetch(url, {
      ...options,
      ...(body instanceof URLSearchParams ? { body } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
  return { ...wire, settings, kind, clientId, isLocal, send };
}

/** The provider's discovery document, fetched when first needed and again when it is old. */
function createMetadata({ settings, kind, clientId, isLocal, send, timeout }: Client) {
  let known: { metadata: Promise<oauth.ServerMetadata>; until: number } | null = null;
  const discover = async (): Promise<oauth.ServerMetadata> => {
    if (kind.endpoints !== null) {
      const { authorize, token } = kind.endpoints;
      return {
        // The issuer that GitHub sends (RFC 9207) has a path.
        issuer: settings.id === 'github' ? `${kind.url}/login/oauth` : kind.url,
        authorization_endpoint: `${kind.url}${authorize}`,
        token_endpoint: `${kind.url}${token}`,
      };
    }
    const config = await oauth.discovery(new URL(kind.url), clientId, undefined, undefined, {
      timeout,
      [oauth.customFetch]: send,
      execute: isLocal ? [oauth.allowInsecureRequests] : [],
    });
    return config.serverMetadata();
  };
  return (): Promise<oauth.ServerMetadata> => {
    if (known === null || known.until < Date.now()) {
      const mine = { metadata: discover(), until: Date.now() + METADATA_MS };
      known = mine;
      // A failure is not cached: the next sign-in fetches it again.
      mine.metadata.catch(() => {
        if (known === mine) known = null;
      });
    }
    return known.metadata;
  };
}

type Metadata = ReturnType<typeof createMetadata>;

/** The secret of the client: of Apple's a key signs one each time. */
async function clientSecret({ settings, kind, clientId }: Client): Promise<string> {
  if (settings.apple === null) return settings.secret;
  const key = await importPKCS8(settings.secret.replaceAll('\\n', '\n'), 'ES256');
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: settings.apple.keyId })
    .setIssuer(settings.apple.teamId)
    .setSubject(clientId)
    .setAudience(kind.url)
    .setIssuedAt()
    .setExpirationTime(`${APPLE_SECRET_SECONDS}s`)
    .sign(key);
}

/** The OAuth client, ready for one exchange. */
async function configure(client: Client, metadata: Metadata): Promise<oauth.Configuration> {
  const { settings, kind, clientId, isLocal, send, timeout } = client;
  const server = await metadata();
  const secret = await clientSecret(client);
  const methods = server.token_endpoint_auth_methods_supported;
  const inBody =
    kind.endpoints !== null || settings.apple !== null || methods?.includes('client_secret_post');
  const proof = inBody ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
  const config = new oauth.Configuration(server, clientId, {}, proof);
  config.timeout = timeout;
  config[oauth.customFetch] = async (url, options) => {
    const answer = await send(url, options);
    return settings.id === 'twitch' ? withTextScope(answer) : answer;
  };
  if (isLocal) oauth.allowInsecureRequests(config);
  return config;
}

/** Asks the provider's API with the person's access token. @throws ProfileError */
async function ask(
  { settings }: Client,
  config: oauth.Configuration,
  accessToken: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const wanted = new Headers({ Accept: 'application/json', 'User-Agent': 'Loge', ...headers });
  const answer = await oauth.fetchProtectedResource(config, accessToken, new URL(url), 'GET', null, wanted);
  if (!answer.ok) throw new ProfileError(`${settings.id} answered ${answer.status}`);
  return answer.json();
}

/** Reads ID tokens with the provider's keys, which are fetched when a token names an unknown one. */
function createIdTokens({ fetch, timeout, settings }: Client, metadata: Metadata) {
  let keys: { uri: string; set: ReturnType<typeof createRemoteJWKSet> } | null = null;

  return async (token: string): Promise<JWTPayload> => {
    const { issuer, jwks_uri: uri } = await metadata();
    if (uri === undefined) throw new ProfileError(`${settings.id} names no keys`);
    if (keys?.uri !== uri) {
      // No cooldown: a key that is not known yet is fetched at once, since providers rotate keys.
      // The rate limit per address bounds how often anybody can cause such a request.
      const options = { timeoutDuration: timeout * 1000, cooldownDuration: 0, [customFetch]: fetch };
      keys = { uri, set: createRemoteJWKSet(new URL(uri), options) };
    }
    // Checked by the real time and not by the server's movable clock, because the provider's token
    // has real times.
    const algorithms = ['RS256', 'PS256', 'ES256', 'RS384', 'ES384', 'RS512', 'ES512', 'EdDSA'];
    const verified = await jwtVerify(token, keys.set, {
      issuer,
      algorithms,
      clockTolerance: 30,
      requiredClaims: ['exp', 'iat'],
    });
    return verified.payload;
  };
}

/** The person, as the provider's API or its ID token names them; null when it names nobody. */
async function profileFrom(
  client: Client,
  readIdToken: (token: string) => Promise<JWTPayload>,
  config: oauth.Configuration,
  tokens: oauth.TokenEndpointResponse,
  user: string | undefined,
): Promise<ProviderProfile | null> {
  const { settings, kind, clientId } = client;
  const token = tokens.access_token;
  switch (settings.id) {
    case 'twitch': {
      const api = beside(settings, 'https://api.twitch.tv');
      return twitchProfile(
        await ask(client, config, token, `${api}/helix/users`, { 'Client-Id': clientId }),
        api,
      );
    }
    case 'discord': {
      const api = `${kind.url}/api`;
      return discordProfile(await ask(client, config, token, `${api}/users/@me`), api);
    }
    case 'github': {
      const api = beside(settings, 'https://api.github.com');
      const [person, emails] = await Promise.all([
        ask(client, config, token, `${api}/user`),
        ask(client, config, token, `${api}/user/emails`),
      ]);
      return githubProfile(person, emails, api);
    }
    default: {
      const claims = await readIdToken(tokens.id_token ?? '');
      const isApple = settings.id === 'apple';
      const lacks = claims.email === undefined || claims.name === undefined;
      const more =
        lacks && config.serverMetadata().userinfo_endpoint !== undefined
          ? await oauth.fetchUserInfo(config, token, claims.sub ?? '')
          : {};
      return claimsProfile({ ...more, ...claims, ...(isApple ? appleName(user) : {}) }, isApple);
    }
  }
}

/**
 * One provider, with its own OAuth client. Its discovery document and keys are fetched when first
 * needed, and again when they are old.
 */
export function createProvider(wire: Wire, settings: ProviderSettings): Provider {
  const client = clientOf(wire, settings);
  const { kind } = client;
  const metadata = createMetadata(client);
  const readIdToken = createIdTokens(client, metadata);
  const takesPkce = (server: oauth.ServerMetadata) =>
    kind.pkce || server.code_challenge_methods_supported?.includes('S256') === true;

  return {
    settings,
    async authorizationUrl({ state, nonce, verifier, redirectUri, scopes, extra }) {
      const config = await configure(client, metadata);
      const challenge = takesPkce(config.serverMetadata())
        ? {
            code_challenge: createHash('sha256').update(verifier).digest('base64url'),
            code_challenge_method: 'S256',
          }
        : {};
      return oauth.buildAuthorizationUrl(config, {
        ...Object.fromEntries(extra),
        ...kind.parameters,
        redirect_uri: redirectUri,
        scope: [...new Set([...kind.scopes, ...scopes])].join(' '),
        state,
        ...(kind.endpoints === null ? { nonce } : {}),
        ...challenge,
      });
    },
    async exchange({ state, nonce, verifier, redirectUri, code, iss, user }) {
      const config = await configure(client, metadata);
      const url = new URL(redirectUri);
      url.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
      const isOidc = kind.endpoints === null;
      const tokens = await oauth.authorizationCodeGrant(config, url, {
        expectedState: state,
        ...(isOidc ? { expectedNonce: nonce, idTokenExpected: true } : {}),
        ...(takesPkce(config.serverMetadata()) ? { pkceCodeVerifier: verifier } : {}),
      });
      const profile = await profileFrom(client, readIdToken, config, tokens, user).catch((cause: unknown) => {
        throw new ProfileError('no profile', { cause });
      });
      if (profile === null) throw new ProfileError(`${settings.id} named nobody`);
      return { profile, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null };
    },
    readIdToken: kind.endpoints === null ? readIdToken : null,
  };
}
