import { z } from 'zod';
import type { LiveSubscription, LiveTopic } from '#product/channels/rules/lives.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';

/** https://dev.twitch.tv/docs/api/reference: what Loge asks of Twitch in its own name. */
export interface Twitch {
  /** Which of these channels are live, and since when. */
  readLives(channelIds: readonly string[]): Promise<ReadonlyMap<string, Instant>>;
  /** Lists the subscriptions of this address, whichever server asked for it. */
  listSubscriptions(callback: string): Promise<LiveSubscription[]>;
  /**
   * Asks to be told. Twitch then sends a challenge to the address. A subscription that exists
   * already is left as it is.
   */
  subscribe(asked: { topic: LiveTopic; channelId: string; callback: string; secret: string }): Promise<void>;
  /** A subscription that is ended already is left so. */
  unsubscribe(id: string): Promise<void>;
}

export interface TwitchSettings {
  clientId: string;
  secret: string;
  /** Where it answers when not at its usual addresses. */
  url: string | null;
}

const TIMEOUT_MS = 10_000;
/** Twitch's limit of `user_id` in one question; without `first` it would answer with 20. */
const MOST_CHANNELS = 100;
/** A token is asked for again this long before it ends. */
const MARGIN_MS = 60_000;
/**
 * Pages of a list that never ends are not followed for ever: ten thousand subscriptions is Twitch's
 * limit.
 */
const MOST_PAGES = 150;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const streamsAnswer = z.object({
  data: z.array(z.object({ user_id: z.string(), type: z.string(), started_at: z.iso.datetime() })),
});
const subscriptionsAnswer = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      type: z.string(),
      condition: z.looseObject({ broadcaster_user_id: z.string().optional() }),
      transport: z.looseObject({ callback: z.string().optional() }),
    }),
  ),
  pagination: z.object({ cursor: z.string().optional() }).optional(),
});

/** Twitch answered with something else than what was asked for. */
export class TwitchFault extends Error {
  override name = 'TwitchFault';
}

interface Ask {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: readonly (readonly [string, string])[];
  body?: object;
}

/**
 * Speaks to Twitch with an app access token (client credentials), which is kept while it is good.
 */
export function createTwitch({ clientId, secret, url }: TwitchSettings): Twitch {
  const api = url ?? 'https://api.twitch.tv';
  let kept: { token: Promise<string>; until: number } | null = null;

  const askToken = async (): Promise<{ token: string; lasts: number }> => {
    const answer = await fetch(`${url ?? 'https://id.twitch.tv'}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: secret,
        grant_type: 'client_credentials',
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new TwitchFault(`no app token: ${answer.status}`);
    const { access_token: token, expires_in: seconds } = tokenAnswer.parse(await answer.json());
    return { token, lasts: seconds * 1000 - MARGIN_MS };
  };
  const appToken = (): Promise<string> => {
    if (kept !== null && kept.until > Date.now()) return kept.token;
    const asked = askToken();
    const mine = { token: asked.then(({ token }) => token), until: Number.POSITIVE_INFINITY };
    kept = mine;
    asked.then(
      ({ lasts }) => {
        mine.until = Date.now() + lasts;
      },
      () => {
        // The next question asks for another; this one's asker hears of it.
        if (kept === mine) kept = null;
      },
    );
    return mine.token;
  };

  const send = async ({ method = 'GET', path, query = [], body }: Ask): Promise<Response> =>
    fetch(`${api}/helix/${path}?${new URLSearchParams(query.map(([name, value]) => [name, value]))}`, {
      method,
      headers: {
        Authorization: `Bearer ${await appToken()}`,
        'Client-Id': clientId,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  /** Twitch may end a token early: then it is asked for once more. */
  const ask = async (asked: Ask, settled: readonly number[] = []): Promise<Response> => {
    let answer = await send(asked);
    if (answer.status === 401) {
      await answer.body?.cancel();
      kept = null;
      answer = await send(asked);
    }
    if (answer.ok || settled.includes(answer.status)) return answer;
    await answer.body?.cancel();
    throw new TwitchFault(`${asked.method ?? 'GET'} ${asked.path}: ${answer.status}`);
  };

  return {
    async readLives(channelIds) {
      const lives = new Map<string, Instant>();
      for (let first = 0; first < channelIds.length; first += MOST_CHANNELS) {
        const some = channelIds.slice(first, first + MOST_CHANNELS);
        const answer = await ask({
          path: 'streams',
          query: [...some.map((id) => ['user_id', id] as const), ['first', String(MOST_CHANNELS)]],
        });
        for (const stream of streamsAnswer.parse(await answer.json()).data) {
          if (stream.type === 'live') lives.set(stream.user_id, instantOf(Date.parse(stream.started_at)));
        }
      }
      return lives;
    },
    async listSubscriptions(callback) {
      const found: LiveSubscription[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = cursor === undefined ? [] : ([['after', cursor]] as const);
        const answer = await ask({ path: 'eventsub/subscriptions', query });
        const { data, pagination } = subscriptionsAnswer.parse(await answer.json());
        for (const { id, status, type: topic, condition, transport } of data) {
          if (transport.callback !== callback) continue; // of another installation with the same client
          found.push({ id, status, topic, channelId: condition.broadcaster_user_id ?? '' });
        }
        cursor = pagination?.cursor;
        if (cursor === undefined || cursor === '') break;
      }
      return found;
    },
    async subscribe({ topic, channelId, callback, secret: hookSecret }) {
      const body = {
        type: topic,
        version: '1',
        condition: { broadcaster_user_id: channelId },
        transport: { method: 'webhook', callback, secret: hookSecret },
      };
      const answer = await ask({ method: 'POST', path: 'eventsub/subscriptions', body }, [409]);
      await answer.body?.cancel();
    },
    async unsubscribe(id) {
      const answer = await ask(
        { method: 'DELETE', path: 'eventsub/subscriptions', query: [['id', id]] },
        [404],
      );
      await answer.body?.cancel();
    },
  };
}
