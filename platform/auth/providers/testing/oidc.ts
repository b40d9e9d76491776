import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { afterAll } from 'vitest';

/** Who signs in next at the provider, and whether they agree. */
interface Person {
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
  refuses: boolean;
}

/** A certified OpenID Connect provider on a port of this machine, which signs every visitor in as `person` and asks no consent. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  secret: string;
  person: Person;
  /** Allows an address that the provider may redirect to. */
  allow(callback: string): Promise<void>;
  /** Replaces the signing keys. */
  rotateKeys(): Promise<void>;
  /** Requests for this path are accepted and never answered; null ends that. */
  hangAt(path: string | null): void;
  /** Hands these tokens to the next who redeems a code, as one who stands between could. */
  handNext(tokens: Record<string, unknown>): void;
  /** How many requests are open without an answer. */
  hanging(): number;
  /** The tokens that a client gets on its own, such as a mobile application: ours, or another one of the same provider. */
  tokensFor(client: 'ours' | 'foreign', nonce?: string): Promise<{ id_token: string; access_token: string }>;
}

const CLIENT = { client_id: 'loge', client_secret: 'a-secret-between-the-two-of-them' };
/** A client of the same provider that is not ours. */
const FOREIGN = { client_id: 'foreign', client_secret: 'a-secret-of-somebody-else-again' };

const listen = (server: Server) =>
  new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

export async function openProvider(): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.writeHead(503).end();
  let hangsAt: string | null = null;
  let handed: Record<string, unknown> | null = null;
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (hangsAt !== null && request.url?.startsWith(hangsAt)) {
      held.add(response);
      response.on('close', () => held.delete(response));
    } else if (handed !== null && request.url?.startsWith('/token')) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(handed));
      handed = null;
    } else handle(request, response);
  });
  await listen(server);
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const person: Person = {
    sub: 'p-1',
    email: 'p@exemple.fr',
    emailVerified: true,
    name: 'Paule',
    refuses: false,
  };
  const known = new Map<string, Person>();
  let callbacks: string[] = [`${issuer}/nowhere`];

  const rebuild = async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' };
    const configuration: Configuration = {
      clients: [
        { ...CLIENT, redirect_uris: callbacks },
        { ...FOREIGN, redirect_uris: callbacks },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['a key for cookies of a test'] },
      features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => {
          const { email, emailVerified, name } = known.get(sub) ?? person;
          return { sub, email, email_verified: emailVerified, name };
        },
      }),
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          ...(oidc.client ? { clientId: oidc.client.clientId } : {}),
          ...(oidc.session?.accountId ? { accountId: oidc.session.accountId } : {}),
        });
        grant.addOIDCScope('openid email profile offline_access');
        grant.addOIDCClaims(['email', 'email_verified', 'name']);
        await grant.save();
        return grant;
      },
    };
    const provider = new Provider(issuer, configuration);
    const callback = provider.callback();
    handle = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) {
        callback(request, response);
        return;
      }
      known.set(person.sub, { ...person });
      const result = person.refuses
        ? { error: 'access_denied', error_description: 'The person said no' }
        : { login: { accountId: person.sub, remember: false } };
      provider
        .interactionFinished(request, response, result, { mergeWithLastSubmission: false })
        .catch((error: unknown) => response.writeHead(500).end(String(error)));
    };
  };
  await rebuild();
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    issuer,
    clientId: CLIENT.client_id,
    secret: CLIENT.client_secret,
    person,
    async allow(callback) {
      callbacks = [callback];
      await rebuild();
    },
    rotateKeys: rebuild,
    hangAt(path) {
      hangsAt = path;
    },
    handNext(tokens) {
      handed = tokens;
    },
    hanging: () => held.size,
    async tokensFor(whose, nonce) {
      const client = whose === 'ours' ? CLIENT : FOREIGN;
      const [redirect = ''] = callbacks;
      const asked = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: redirect,
        response_type: 'code',
        scope: 'openid email profile',
        // In the ID token itself, as the big providers give them.
        claims: JSON.stringify({ id_token: { email: null, email_verified: null, name: null } }),
        ...(nonce === undefined ? {} : { nonce }),
      });
      const back = await browse(`${issuer}/auth?${asked}`, ({ href }) => href.startsWith(redirect));
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code') ?? '',
          redirect_uri: redirect,
        }),
      });
      if (!answer.ok) throw new Error(`the provider refused: ${await answer.text()}`);
      return (await answer.json()) as { id_token: string; access_token: string };
    },
  };
}

/** Follows redirects from an address, as a browser with its own cookies, up to the first address for which `until` holds. */
export async function browse(start: string, until: (url: URL) => boolean): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(start);
  for (let hops = 0; hops < 12; hops += 1) {
    if (until(url)) return url;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url);
  }
  throw new Error(`no end of redirects from ${start}`);
}
