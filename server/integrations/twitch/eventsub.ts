import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isMessageFresh } from '#product/channels/rules/lives.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';

/** https://dev.twitch.tv/docs/eventsub/handling-webhook-events */
export type LiveMessage =
  | { kind: 'challenge'; challenge: string }
  | { kind: 'online'; id: string; at: Instant; channelId: string; since: Instant }
  | { kind: 'offline'; id: string; at: Instant; channelId: string }
  | { kind: 'revoked'; topic: string; reason: string }
  /** Signed, and nothing that Loge asked for. */
  | { kind: 'other' };

/** The message is not Twitch's, or not of now. */
export class MessageRefused extends Error {
  override name = 'MessageRefused';
}

/** Twitch's own have 36 to 44 letters; they are kept, and an index takes no long ones. */
const LONGEST_ID = 200;
/** Twitch's ids are numbers in text. */
const channelId = z.string().regex(/^\d{1,20}$/);
const challengeBody = z.object({ challenge: z.string().min(1).max(1_000) });
const revocationBody = z.object({ subscription: z.object({ type: z.string(), status: z.string() }) });
const onlineBody = z.object({
  event: z.object({ broadcaster_user_id: channelId, type: z.string(), started_at: z.iso.datetime() }),
});
const offlineBody = z.object({ event: z.object({ broadcaster_user_id: channelId }) });

/** @throws MessageRefused: signed, and of another shape than Twitch publishes */
function shaped<S extends z.ZodType>(shape: S, said: unknown): z.output<S> {
  const { data, error } = shape.safeParse(said);
  if (error) throw new MessageRefused('shape', { cause: error });
  return data;
}

/**
 * Reads a message of Twitch's webhook.
 * @param body as it came, byte for byte: the signature is of it
 * @throws MessageRefused for a wrong signature, or a time more than ten minutes away
 */
export function readLiveMessage(headers: Headers, body: string, secret: string, now: Instant): LiveMessage {
  const header = (name: string) => headers.get(`twitch-eventsub-${name}`) ?? '';
  const [id, timestamp] = [header('message-id'), header('message-timestamp')];
  const expected = Buffer.from(
    `sha256=${createHmac('sha256', secret).update(id).update(timestamp).update(body).digest('hex')}`,
  );
  const given = Buffer.from(header('message-signature'));
  if (
    id === '' ||
    id.length > LONGEST_ID ||
    given.length !== expected.length ||
    !timingSafeEqual(given, expected)
  )
    throw new MessageRefused('signature');
  const sent = Date.parse(timestamp);
  if (Number.isNaN(sent) || !isMessageFresh(instantOf(sent), now)) throw new MessageRefused('time');
  const at = instantOf(sent);
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch (cause) {
    throw new MessageRefused('no JSON', { cause });
  }
  switch (header('message-type')) {
    case 'webhook_callback_verification':
      return { kind: 'challenge', challenge: shaped(challengeBody, said).challenge };
    case 'revocation': {
      const { type: topic, status: reason } = shaped(revocationBody, said).subscription;
      return { kind: 'revoked', topic, reason };
    }
    case 'notification':
      break;
    default:
      return { kind: 'other' };
  }
  switch (header('subscription-type')) {
    case 'stream.online': {
      const { event } = shaped(onlineBody, said);
      // A playlist, a premiere and a rerun are no lives.
      if (event.type !== 'live') return { kind: 'other' };
      const since = instantOf(Date.parse(event.started_at));
      return { kind: 'online', id, at, channelId: event.broadcaster_user_id, since };
    }
    case 'stream.offline':
      return { kind: 'offline', id, at, channelId: shaped(offlineBody, said).event.broadcaster_user_id };
    default:
      return { kind: 'other' };
  }
}
