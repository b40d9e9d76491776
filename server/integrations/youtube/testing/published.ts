import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { YOUTUBE_SCOPE } from '../youtube.ts';

interface KnownToken {
  aud?: string;
  sub: string;
  scope?: string;
  channel: { id: string; title: string } | null;
}

export const GOOGLE_CLIENT = 'google-client.apps.googleusercontent.com';

/**
 * Google on a port of this machine: what a token is (tokeninfo), and YouTube's channels.list, with the parameters that they publish and no
 * other. What it refused and why is noted.
 */
export async function openYouTube() {
  const tokens = new Map<string, KnownToken>();
  const refusals: string[] = [];
  let isAway = false;
  const refuse = (status: number, reason: string) => {
    refusals.push(reason);
    return { status, body: { error: reason } };
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const given = [...query.keys()].sort().join();
    const answer = () => {
      if (isAway) return { status: 503, body: {} };
      if (request.method === 'GET' && pathname === '/tokeninfo') {
        if (given !== 'access_token') return refuse(400, `tokeninfo with ${given}`);
        const token = tokens.get(query.get('access_token') ?? '');
        if (token === undefined) return { status: 400, body: { error: 'invalid_token' } };
        const { aud = GOOGLE_CLIENT, sub, scope = `openid ${YOUTUBE_SCOPE}` } = token;
        return { status: 200, body: { azp: aud, aud, sub, scope, exp: '1795420800', expires_in: '3599' } };
      }
      if (request.method === 'GET' && pathname === '/youtube/v3/channels') {
        if (given !== 'mine,part' || query.get('mine') !== 'true' || query.get('part') !== 'snippet')
          return refuse(400, `channels with ${query}`);
        const token = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
        if (token === undefined) return refuse(401, 'no token');
        // Without a channel YouTube leaves `items` out.
        const items = token.channel && [
          { kind: 'youtube#channel', id: token.channel.id, snippet: { title: token.channel.title } },
        ];
        return {
          status: 200,
          body: { kind: 'youtube#channelListResponse', ...(items === null ? {} : { items }) },
        };
      }
      return refuse(404, `${request.method} ${pathname}`);
    };
    const { status, body } = answer();
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    settings: {
      clientIds: [GOOGLE_CLIENT],
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    tokens,
    refusals,
    setAway(away: boolean) {
      isAway = away;
    },
  };
}
