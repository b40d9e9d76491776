import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

interface AnnouncedLive {
  /** In epoch milliseconds. */
  start: number;
  hours: number;
}

const stamp = (at: number) => new Date(at).toISOString().replace(/\.\d+|[-:]/g, '');

/**
 * Get Channel iCalendar (https://dev.twitch.tv/docs/api/reference#get-channel-icalendar): public, asked for with `broadcaster_id` alone. What
 * Twitch does not publish is refused and noted.
 */
export function openSchedules() {
  const announced = new Map<string, readonly AnnouncedLive[]>();
  const refusals: string[] = [];
  const answer: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://api.twitch.tv');
    const id = searchParams.get('broadcaster_id') ?? '';
    const wrong =
      request.method !== 'GET' || pathname !== '/helix/schedule/icalendar'
        ? `${request.method} ${pathname}`
        : !/^\d+$/.test(id) || [...searchParams.keys()].length !== 1
          ? `parameters ${searchParams}`
          : request.headers.authorization === undefined
            ? null
            : 'a token where none is asked for';
    if (wrong !== null) {
      refusals.push(wrong);
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"status":400}');
      return;
    }
    const lives = announced.get(id);
    if (lives === undefined) {
      response
        .writeHead(404, { 'Content-Type': 'application/json' })
        .end('{"error":"Not Found","status":404,"message":"segments were not found"}');
      return;
    }
    const events = lives.map(
      ({ start, hours }) =>
        `BEGIN:VEVENT\r\nUID:${id}-${start}\r\nDTSTAMP:${stamp(start)}\r\nDTSTART:${stamp(start)}\r\nDTEND:${stamp(start + hours * 3_600_000)}\r\nSUMMARY:TwitchDev Monthly Update\r\nDESCRIPTION:Science & Technology.\r\nCATEGORIES:Science & Technology\r\nEND:VEVENT\r\n`,
    );
    response
      .writeHead(200, { 'Content-Type': 'text/calendar' })
      .end(
        `BEGIN:VCALENDAR\r\nPRODID:-//twitch.tv//StreamSchedule//1.0\r\nVERSION:2.0\r\nCALSCALE:GREGORIAN\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nNAME:TwitchDev\r\n${events.join('')}END:VCALENDAR\r\n`,
      );
  };
  return {
    answer,
    refusals,
    announce: (id: string, lives: readonly AnnouncedLive[]) => void announced.set(id, lives),
  };
}

interface Known {
  id: string;
  type: string;
  status: string;
  channelId: string;
  callback: string;
  secret: string;
}

const APP = { clientId: 'twitch-client', secret: 'twitch-client-secret' };
/** Subscriptions on a page of the list. */
const PAGE = 2;
const CREATION = ['condition', 'transport', 'type', 'version'];
const WEBHOOK = ['callback', 'method', 'secret'];
const keysOf = (value: unknown) => Object.keys((value ?? {}) as object).sort();

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * Twitch on a port of this machine: app access tokens (docs/authentication/getting-tokens-oauth#client-credentials-grant-flow), Get Streams,
 * and the subscriptions of EventSub, with the parameters that its reference publishes and no other. What it refused and why is noted.
 */
export async function openHelix() {
  const tokens = new Set<string>();
  const lives = new Map<string, { startedAt: string; type: string }>();
  const subscriptions: Known[] = [];
  const refusals: string[] = [];
  let isAway = false;
  let askedTokens = 0;
  /** How many streams each question was for. */
  const questions: number[] = [];

  const refuse = (reason: string, status = 400) => {
    refusals.push(reason);
    return { status, body: { status, message: reason } };
  };
  const token = (form: URLSearchParams, type: string | undefined) => {
    askedTokens += 1;
    if (!type?.startsWith('application/x-www-form-urlencoded')) return refuse(`token as ${type}`);
    if (form.get('client_id') !== APP.clientId || form.get('client_secret') !== APP.secret)
      return refuse('invalid client secret', 403);
    if (form.get('grant_type') !== 'client_credentials')
      return refuse(`grant_type ${form.get('grant_type')}`);
    const access = randomUUID();
    tokens.add(access);
    return { status: 200, body: { access_token: access, expires_in: 5_011_271, token_type: 'bearer' } };
  };
  const streams = (query: URLSearchParams) => {
    const ids = query.getAll('user_id');
    const others = [...query.keys()].filter((name) => name !== 'user_id' && name !== 'first');
    if (others.length > 0) return refuse(`parameters ${others}`);
    if (ids.length < 1 || ids.length > 100) return refuse(`${ids.length} of user_id`);
    if (ids.some((id) => !/^\d+$/.test(id))) return refuse('user_id');
    const first = Number(query.get('first') ?? 20);
    if (first < 1 || first > 100) return refuse('first');
    questions.push(ids.length);
    const data = ids.flatMap((id) => {
      const live = lives.get(id);
      return live === undefined
        ? []
        : [{ id: `9${id}`, user_id: id, user_login: 'paule', type: live.type, started_at: live.startedAt }];
    });
    return { status: 200, body: { data: data.slice(0, first), pagination: {} } };
  };
  const list = (query: URLSearchParams) => {
    const others = [...query.keys()].filter(
      (name) => !['status', 'type', 'user_id', 'subscription_id', 'after'].includes(name),
    );
    if (others.length > 0) return refuse(`parameters ${others}`);
    const from = Number(query.get('after') ?? 0);
    const data = subscriptions.slice(from, from + PAGE).map(({ id, type, status, channelId, callback }) => ({
      id,
      status,
      type,
      version: '1',
      condition: { broadcaster_user_id: channelId },
      created_at: '2026-01-01T00:00:00Z',
      transport: { method: 'webhook', callback },
      cost: 1,
    }));
    const cursor = from + PAGE < subscriptions.length ? { cursor: String(from + PAGE) } : {};
    const total = subscriptions.length;
    return {
      status: 200,
      body: { data, total, total_cost: total, max_total_cost: 10_000, pagination: cursor },
    };
  };
  const create = (text: string, contentType: string | undefined) => {
    if (contentType !== 'application/json') return refuse(`subscription as ${contentType}`);
    const { type, version, condition, transport, ...rest } = JSON.parse(text);
    if (keysOf(rest).length > 0) return refuse(`fields ${keysOf(rest)}, wanted ${CREATION}`);
    if (!['stream.online', 'stream.offline'].includes(type) || version !== '1') return refuse(`type ${type}`);
    if (keysOf(condition).join() !== 'broadcaster_user_id') return refuse('condition');
    if (keysOf(transport).join() !== WEBHOOK.join() || transport.method !== 'webhook')
      return refuse('transport');
    const callback = new URL(transport.callback);
    if (callback.protocol !== 'https:' || callback.port !== '') return refuse('callback');
    if (!/^[\x20-\x7e]{10,100}$/.test(transport.secret)) return refuse('secret');
    const channelId = condition.broadcaster_user_id as string;
    const isThere = subscriptions.some(
      (one) => one.type === type && one.channelId === channelId && one.callback === transport.callback,
    );
    if (isThere) return { status: 409, body: { status: 409, message: 'subscription already exists' } };
    const status = 'webhook_callback_verification_pending';
    subscriptions.push({
      id: randomUUID(),
      type,
      status,
      channelId,
      callback: transport.callback,
      secret: transport.secret,
    });
    return { status: 202, body: { data: [], total: subscriptions.length } };
  };
  const end = (query: URLSearchParams) => {
    const at = subscriptions.findIndex(({ id }) => id === query.get('id'));
    if (at < 0) return { status: 404, body: { status: 404 } };
    subscriptions.splice(at, 1);
    return { status: 204, body: null };
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = await bodyOf(request);
    const { authorization = '', 'client-id': client, 'content-type': type } = request.headers;
    const answer = () => {
      if (isAway) return { status: 503, body: { status: 503 } };
      if (pathname === '/oauth2/token' && request.method === 'POST')
        return token(new URLSearchParams(body), type);
      if (!tokens.has(authorization.replace(/^Bearer /, ''))) return { status: 401, body: { status: 401 } };
      if (client !== APP.clientId) return refuse('Client-Id', 401);
      switch (`${request.method} ${pathname}`) {
        case 'GET /helix/streams':
          return streams(query);
        case 'GET /helix/eventsub/subscriptions':
          return list(query);
        case 'POST /helix/eventsub/subscriptions':
          return create(body, type);
        case 'DELETE /helix/eventsub/subscriptions':
          return end(query);
        default:
          return refuse(`${request.method} ${pathname}`, 404);
      }
    };
    const { status, body: said } = answer();
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(said === null ? undefined : JSON.stringify(said));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    settings: { ...APP, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    refusals,
    lives,
    subscriptions,
    questions,
    askedTokens: () => askedTokens,
    endTokens: () => tokens.clear(),
    setAway(away: boolean) {
      isAway = away;
    },
  };
}

interface Message {
  /** Twitch sends three; tests send others too. */
  type: string;
  topic: string;
  body: object;
  secret: string;
  sentAt: Date;
  id?: string;
}

/** A message as EventSub sends it (docs/eventsub/handling-webhook-events): the signature is of id, time and body. */
export function signedMessage({
  type,
  topic,
  body,
  secret,
  sentAt,
  id = randomUUID(),
}: Message): RequestInit {
  const text = JSON.stringify(body);
  const at = sentAt.toISOString();
  const signature = createHmac('sha256', secret).update(`${id}${at}${text}`).digest('hex');
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Twitch-Eventsub-Message-Id': id,
      'Twitch-Eventsub-Message-Retry': '0',
      'Twitch-Eventsub-Message-Type': type,
      'Twitch-Eventsub-Message-Signature': `sha256=${signature}`,
      'Twitch-Eventsub-Message-Timestamp': at,
      'Twitch-Eventsub-Subscription-Type': topic,
      'Twitch-Eventsub-Subscription-Version': '1',
    },
    body: text,
  };
}
