import { z } from 'zod';
import { type Channel, reply } from '../channel.ts';
import type { Ground } from '../ground.ts';
import type { Incoming } from '../wire/message.ts';

const shape = z.object({ event: z.string(), payload: z.unknown().optional() });

/** A client's `track` or `untrack`. @returns why the channel must be closed, or null */
export function handlePresence(ground: Ground, channel: Channel, { ref, payload }: Incoming): string | null {
  if (!channel.mayPresence()) return 'Client presence rate limit exceeded';
  const parsed = shape.safeParse(payload);
  const event = parsed.data?.event.toLowerCase();
  if (event === 'untrack') {
    ground.presence.untrack(channel);
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
  if (Buffer.byteLength(text) > ground.limits.presenceBytes) return 'Track message size exceeded';
  if (channel.tracked === null && ground.presence.count(channel) >= ground.limits.presencesPerTopic) {
    reply(channel, ref, 'error', { reason: 'Too many presences on this topic' });
    return null;
  }
  if (channel.tracked !== text) {
    channel.tracked = text;
    ground.presence.track(channel, words as Record<string, unknown>);
  }
  reply(channel, ref, 'ok');
  // Who tracks wants to see the others too, and has not been told of those before it.
  if (!channel.presenceEnabled) {
    channel.presenceEnabled = true;
    ground.presence.sync(channel);
  }
  return null;
}
