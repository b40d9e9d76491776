import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { AWAY_RETRY_AFTER, isDatabaseAway } from '#server/postgres/database.ts';
import { authorize } from './authorize.ts';
import { isTooLong, spread } from './broadcast.ts';
import { keyOf } from './channel.ts';
import type { RealtimeContext } from './context.ts';
import { createRate } from './limits.ts';
import { databaseAway, type Identified, identify, JoinError } from './token.ts';
import type { Broadcast } from './wire/message.ts';

/** Messages in one request. */
const MOST_MESSAGES = 100;

const batch = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.record(z.string(), z.unknown()),
        private: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(MOST_MESSAGES),
});

/** The errors of a body, by field, in the wording of a hosted project, which is Ecto's. */
function fieldErrors({ issues }: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = path.map(String).join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

/**
 * Counts messages by caller and finds those who send too many; emptied each minute, so that it
 * cannot grow.
 */
function createSenders(allowed: number): (identity: string) => boolean {
  const rates = new Map<string, () => boolean>();
  let since = Date.now();
  return (identity) => {
    if (Date.now() - since > 60_000) {
      rates.clear();
      since = Date.now();
    }
    const rate = rates.get(identity) ?? createRate(allowed, 1_000);
    rates.set(identity, rate);
    return rate();
  };
}

/**
 * `POST /api/broadcast` and `POST /api/broadcast/:topic/events/:event`: sending without a socket.
 */
export function createHttpBroadcast(context: RealtimeContext): Hono {
  const { limits, logger } = context;
  const maySend = createSenders(limits.messagesPerSecond);

  async function whoSends(headers: Headers, apikeyInQuery: string | undefined): Promise<Identified> {
    const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    const apikey = headers.get('apikey') ?? apikeyInQuery ?? bearer;
    if (apikey === undefined) throw new JoinError('Unauthorized', 'No API key found in request');
    return identify(context, bearer, apikey);
  }

  /** @returns the status and what is wrong, or null */
  async function send(
    who: Identified,
    topic: string,
    isPrivate: boolean,
    broadcast: Broadcast,
  ): Promise<{ status: 403 | 413 | 429; message: string } | null> {
    if (!maySend(who.caller.userId ?? who.caller.role))
      return { status: 429, message: 'You have exceeded your rate limit' };
    if (isTooLong(context, broadcast)) return { status: 413, message: 'payload_size_exceeded' };
    if (isPrivate && who.caller.role !== 'service_role') {
      const { write } = await authorize(context, who.caller, topic);
      if (!write.includes('broadcast'))
        return {
          status: 403,
          message: `You do not have permissions to write to this Channel topic: ${topic}`,
        };
    }
    spread(context, keyOf(topic, isPrivate), broadcast);
    return null;
  }

  const app = new Hono();
  app.use(bodyLimit({ maxSize: limits.frameBytes }));

  app.post('/api/broadcast', async (c) => {
    const who = await whoSends(c.req.raw.headers, c.req.query('apikey'));
    const body = (await c.req.json().catch(() => null)) as unknown; // a body that is no JSON is refused as a wrong body
    const parsed = batch.safeParse(body);
    if (!parsed.success) return c.json({ errors: fieldErrors(parsed.error) }, 422);
    for (const { topic, event, payload, private: isPrivate } of parsed.data.messages) {
      const text = JSON.stringify({ payload, event, type: 'broadcast' });
      const wrong = await send(who, topic, isPrivate, { form: 'json', payload: text });
      // The rest of a batch is sent even when one of its topics is refused, as on a hosted project.
      if (wrong && wrong.status !== 403) return c.json({ message: wrong.message }, wrong.status);
    }
    return c.body(null, 202);
  });

  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const who = await whoSends(c.req.raw.headers, c.req.query('apikey'));
    const { topic, event } = c.req.param();
    const isBinary = c.req.header('content-type')?.startsWith('application/octet-stream') ?? false;
    const body = Buffer.from(await c.req.arrayBuffer());
    if (!isBinary) {
      try {
        JSON.parse(body.toString('utf8'));
      } catch {
        return c.json({ errors: { body: ['is no JSON'] } }, 422);
      }
    }
    const encoding = isBinary ? 'binary' : 'json';
    const isPrivate = c.req.query('private') === 'true';
    const wrong = await send(who, topic, isPrivate, { form: 'user', event, encoding, body });
    return wrong ? c.json({ message: wrong.message }, wrong.status) : c.body(null, 202);
  });

  app.all('*', (c) => c.json({ message: 'Not found' }, 404));
  app.onError((error, c) => {
    if (error instanceof JoinError) return c.json({ message: 'Unauthorized', reason: error.reason }, 401);
    if ('getResponse' in error && typeof error.getResponse === 'function')
      return error.getResponse() as Response;
    logger.error({ err: error }, 'realtime broadcast over HTTP failed');
    if (isDatabaseAway(error)) {
      c.header('Retry-After', String(AWAY_RETRY_AFTER));
      return c.json({ message: databaseAway().reason }, 503);
    }
    return c.json({ message: 'Internal error' }, 500);
  });
  return app;
}
