import { type Instant, MILLIS_PER_MINUTE, minutesAfter } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';

/** Lives on a streamer's Twitch channel: those that are on, and those that are announced. */

/** How long before a session both sides are told that a live is announced for its start. */
export const LIVE_WARNING_MINUTES_BEFORE = 120;

/**
 * The announced live during which a session would begin; null when there is none. One that ends at
 * the start is over by then.
 */
export const liveAtStart = (start: Instant, announced: readonly Interval[]): Interval | null =>
  announced.find((live) => live.start <= start && live.end > start) ?? null;

/** Whether it is time to tell: within two hours of the start, and not after it. */
export const isLiveWarningDue = (start: Instant, now: Instant): boolean =>
  now >= minutesAfter(start, -LIVE_WARNING_MINUTES_BEFORE) && now < start;

/**
 * Twitch's rule: a message of its webhook that is older than this is not to be taken. The clocks
 * may differ by as much.
 */
export const MESSAGE_MINUTES = 10;
export const isMessageFresh = (sentAt: Instant, now: Instant): boolean =>
  Math.abs(now - sentAt) <= MESSAGE_MINUTES * MILLIS_PER_MINUTE;

export const LIVE_TOPICS = ['stream.online', 'stream.offline'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** A subscription at Twitch. */
export interface LiveSubscription {
  id: string;
  topic: string;
  channelId: string;
  /** `enabled`, `webhook_callback_verification_pending`, or one of several words for 'failed'. */
  status: string;
}

const WORKING = ['enabled', 'webhook_callback_verification_pending'];

/**
 * Compares the subscriptions to ask for and to end, so that both topics of each channel are told
 * once, and nothing of a channel that was unlinked. One that failed is ended and asked for again.
 */
export function subscriptionsToChange(
  channelIds: readonly string[],
  present: readonly LiveSubscription[],
): { ask: { topic: LiveTopic; channelId: string }[]; end: string[] } {
  const keyOf = ({ topic, channelId }: { topic: string; channelId: string }) => `${topic} ${channelId}`;
  const wanted = new Map(
    channelIds.flatMap((channelId) =>
      LIVE_TOPICS.map((topic) => [keyOf({ topic, channelId }), { topic, channelId }]),
    ),
  );
  const end: string[] = [];
  for (const subscription of present) {
    const isKept = WORKING.includes(subscription.status) && wanted.delete(keyOf(subscription));
    if (!isKept) end.push(subscription.id);
  }
  return { ask: [...wanted.values()], end };
}
