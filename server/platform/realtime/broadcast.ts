import { z } from 'zod';
import type { BusMessage } from './bus/carrier.ts';
import { type Channel, pushSystem, reply } from './channel.ts';
import type { Ground } from './ground.ts';
import type { Broadcast, Incoming } from './wire/message.ts';

const isUserBroadcast = (payload: unknown): payload is Extract<Broadcast, { form: 'user' }> =>
  typeof payload === 'object' && payload !== null && (payload as { body?: unknown }).body instanceof Buffer;

const sizeOf = (broadcast: Broadcast): number =>
  broadcast.form === 'json' ? Buffer.byteLength(broadcast.payload) : broadcast.body.length;

/** Tells everyone on a topic, in this process and in all others. */
export function spread(ground: Ground, key: string, broadcast: Broadcast, except?: Channel): void {
  ground.topics.broadcast(key, broadcast, except);
  ground.bus.publish({
    kind: 'broadcast',
    key,
    broadcast:
      broadcast.form === 'json' ? broadcast : { ...broadcast, body: broadcast.body.toString('base64') },
  });
}

const fromBus = z.object({
  key: z.string(),
  broadcast: z.discriminatedUnion('form', [
    z.object({ form: z.literal('json'), payload: z.string() }),
    z.object({
      form: z.literal('user'),
      event: z.string(),
      encoding: z.enum(['json', 'binary']),
      body: z.base64().transform((text) => Buffer.from(text, 'base64')),
    }),
  ]),
});

/** What another process, or the database by `realtime.send()`, told its listeners. */
export function hearBroadcast(ground: Pick<Ground, 'topics'>, message: BusMessage): void {
  const { key, broadcast } = fromBus.parse(message);
  ground.topics.broadcast(key, broadcast);
}

export const isTooLong = (ground: Pick<Ground, 'limits'>, broadcast: Broadcast): boolean =>
  sizeOf(broadcast) > ground.limits.payloadBytes;

/** Why a client's broadcast may not pass, or null. */
function refusalOf(ground: Ground, channel: Channel, broadcast: Broadcast | null): string | null {
  if (channel.access?.write.includes('broadcast') === false)
    return `You do not have permissions to write to this Channel topic: ${channel.name}`;
  if (broadcast === null) return 'A broadcast needs a payload';
  return isTooLong(ground, broadcast) ? 'payload_size_exceeded' : null;
}

function broadcastIn(payload: unknown): Broadcast | null {
  if (isUserBroadcast(payload)) return payload;
  if (typeof payload !== 'object' || payload === null) return null;
  return { form: 'json', payload: JSON.stringify(payload) };
}

/** A client's broadcast on a channel. Without `ack` a hosted project drops what may not pass in silence; here the channel is told. */
export function handleBroadcast(ground: Ground, channel: Channel, { ref, payload }: Incoming): void {
  const broadcast = broadcastIn(payload);
  const refusal = refusalOf(ground, channel, broadcast);
  if (refusal === null && broadcast) {
    spread(ground, channel.key, broadcast, channel.selfBroadcast ? undefined : channel);
    if (channel.ackBroadcast) reply(channel, ref, 'ok');
  } else if (channel.ackBroadcast) {
    reply(channel, ref, 'error', { reason: refusal });
  } else {
    pushSystem(channel, 'error', refusal ?? '');
  }
}
