import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { YOUTUBE_SCOPE } from '#server/integrations/youtube/youtube.ts';

export const GOOGLE = { clientId: 'google-of-the-tests', secret: 'a secret between the two of them' };

const CHANNEL = {
  kind: 'youtube#channel',
  id: 'UC-of-the-tests',
  snippet: { title: 'Nour joue aux échecs' },
};

export interface Google {
  url: string;
  /** Allows the address to which browsers are sent back. Until then nobody can sign in. */
  allow(callback: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Google on a port of this machine: a certified OpenID Connect provider that signs each visitor in without a question, what it says of a token
 * (tokeninfo), and YouTube's list of one's own channels.
 */
export async function openGoogle(): Promise<Google> {
  let handle = async (_: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.writeHead(503).end();
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async allow(callback) {
      const provider = await providerAt(url, callback);
      const answer = provider.callback();
      handle = async (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', url);
        const json = (status: number, body: object) =>
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
        if (pathname.startsWith('/interaction/'))
          return provider.interactionFinished(request, response, {
            login: { accountId: 'nour-at-google', remember: false },
          });
        if (pathname !== '/tokeninfo' && pathname !== '/youtube/v3/channels')
          return answer(request, response);
        const shown =
          searchParams.get('access_token') ?? request.headers.authorization?.replace('Bearer ', '');
        const token = await provider.AccessToken.find(shown ?? '');
        const { scope = '', accountId: sub, clientId: aud } = token ?? {};
        if (!token || !scope.includes(YOUTUBE_SCOPE)) json(401, { error: 'invalid_token' });
        else if (pathname === '/tokeninfo') json(200, { aud, sub, scope });
        else json(200, { kind: 'youtube#channelListResponse', items: [CHANNEL] });
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function providerAt(url: string, callback: string): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'of-the-tests', alg: 'RS256', use: 'sig' };
  return new Provider(url, {
    clients: [{ client_id: GOOGLE.clientId, client_secret: GOOGLE.secret, redirect_uris: [callback] }],
    jwks: { keys: [key] },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    scopes: ['openid', 'email', 'profile', YOUTUBE_SCOPE],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: 'nour@google.test', email_verified: true, name: 'Nour' }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        ...(oidc.client ? { clientId: oidc.client.clientId } : {}),
        ...(oidc.session?.accountId ? { accountId: oidc.session.accountId } : {}),
      });
      grant.addOIDCScope(`openid email profile ${YOUTUBE_SCOPE}`);
      await grant.save();
      return grant;
    },
  });
}
