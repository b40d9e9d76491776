import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type pg from 'pg';
import type { Logger } from 'pino';
import { instantOf } from '#product/shared/time/instant.ts';
import { type LiveMessage, MessageRefused, readLiveMessage } from '#server/integrations/twitch/eventsub.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';

export interface LiveWebhookDeps {
  pool: pg.Pool;
  logger: Logger;
  now: () => Date;
  /** With which Twitch signs. */
  secret: string;
}

/** Below the path of the site; Twitch is given the whole address. */
export const LIVE_WEBHOOK = '/webhooks/twitch';

/** Twitch's messages stay far below it. */
const LONGEST_MESSAGE = 64 * 1024;

type LiveChange = Extract<LiveMessage, { kind: 'online' | 'offline' }>;

/**
 * Takes a message once, in one transaction with what it changes; what is older than what is known
 * changes nothing.
 */
async function takeChange({ pool, now }: LiveWebhookDeps, change: LiveChange): Promise<'known' | 'taken'> {
  return inTransaction(pool, async (db) => {
    const { rowCount } = await db.query(
      'insert into private.channel_messages (message_id, received_at) values ($1, $2) on conflict do nothing',
      [change.id, now()],
    );
    if (rowCount === 0) return 'known';
    await db.query(
      `update public.streamer_channels set live_since = $3, live_told_at = $2
       where provider = 'twitch' and channel_id = $1 and (live_told_at is null or live_told_at < $2)`,
      [change.channelId, new Date(change.at), change.kind === 'online' ? new Date(change.since) : null],
    );
    return 'taken';
  });
}

/**
 * `POST /webhooks/twitch`: where Twitch tells that a live began or ended. The signature is the only
 * way in.
 */
export function createLiveWebhook(deps: LiveWebhookDeps): Hono {
  const { logger, now, secret } = deps;
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: LONGEST_MESSAGE,
    // The rest of the body is not read, so the connection cannot be used again.
    onError: (c) => c.json({ outcome: 'too long' }, 413, { Connection: 'close' }),
  });
  app.post(LIVE_WEBHOOK, limit, async (c) => {
    const body = await c.req.text();
    try {
      const message = readLiveMessage(c.req.raw.headers, body, secret, instantOf(now().getTime()));
      switch (message.kind) {
        case 'challenge':
          return c.text(message.challenge);
        case 'revoked':
          // Asked for again by the task, while the channel is linked.
          logger.warn(
            { topic: message.topic, reason: message.reason },
            'Twitch tells of a channel no longer',
          );
          return c.body(null, 204);
        case 'other':
          return c.body(null, 204);
        default: {
          const outcome = await takeChange(deps, message);
          logger.info({ channel: message.channelId, kind: message.kind, outcome }, 'change of a live');
          return c.body(null, 204);
        }
      }
    } catch (error) {
      if (!(error instanceof MessageRefused)) throw error;
      logger.warn({ reason: error.message }, 'message of a live refused');
      return c.json({ outcome: 'refused' }, 403);
    }
  });
  return app;
}
