import { z } from 'zod';
import { type Channel, reply } from '../channel.ts';
import type { RealtimeContext } from '../context.ts';
import type { Incoming } from '../wire/message.ts';

const shape = z.object({ event: z.string(), payload: z.unknown().optional() });

/** A client's `track` or `untrack`. @returns why the channel must be closed, or null */
export function handlePresence(
  context: RealtimeContext,
  channel: Channel,
  { ref, payload }: Incoming,
): string | null {
  if (!channel.mayPresence()) return 'Client presence rate limit exceeded';
  const parsed = shape.safeParse(payload);
  const event = parsed.data?.event.toLowerCase();
  if (event === 'untrack') {
    context.presence.untrack(channel);
    channel.tracked = null;
    reply(channel, ref, 'ok');
    return null;
  }
  if (event !== 'track') {
    reply(channel, ref, 'error', { reason: 'Unknown presence event' });
    return null;
  }
  if (channel.access?.write.includes('presence') === false) {
    reply(channel, ref, 'error', {
      reason: `You do not have permissions to track presence on this Channel topic: ${channel.name}`,
    });
    return null;
  }
  const words = parsed.data?.payload ?? {};
  if (typeof words !== 'object' || Array.isArray(words)) {
    reply(channel, ref, 'error', { reason: 'Presence track payload must be a map' });
    return null;
  }
  const text = JSON.stringify(words);
  if (Buffer.byteLength(text) > context.limits.presenceBytes) return 'Track message size exceeded';
  if (channel.tracked === null && context.presence.count(channel) >= context.limits.presencesPerTopic) {
    reply(channel, ref, 'error', { reason: 'Too many presences on this topic' });
    return null;
  }
  if (channel.tracked !== text) {
    channel.tracked = text;
    context.presence.track(channel, words as Record<string, unknown>);
  }
  reply(channel, ref, 'ok');
  // A client that tracks itself wants to see the others too, and has not received those who came
  // before it.
  if (!channel.presenceEnabled) {
    channel.presenceEnabled = true;
    context.presence.sync(channel);
  }
  return null;
}
