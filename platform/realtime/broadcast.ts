import { z } from 'zod';
import type { BusMessage } from './bus/carrier.ts';
import { type Channel, pushSystem, reply } from './channel.ts';
import type { RealtimeContext } from './context.ts';
import type { Broadcast, Incoming } from './wire/message.ts';

const isUserBroadcast = (payload: unknown): payload is Extract<Broadcast, { form: 'user' }> =>
  typeof payload === 'object' && payload !== null && (payload as { body?: unknown }).body instanceof Buffer;

const sizeOf = (broadcast: Broadcast): number =>
  broadcast.form === 'json' ? Buffer.byteLength(broadcast.payload) : broadcast.body.length;

/** Sends to everyone on a topic, in this process and in all others. */
export function spread(context: RealtimeContext, key: string, broadcast: Broadcast, except?: Channel): void {
  context.topics.broadcast(key, broadcast, except);
  context.bus.publish({
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

/** Passes on a broadcast of another process, or of the database through `realtime.send()`. */
export function hearBroadcast(context: Pick<RealtimeContext, 'topics'>, message: BusMessage): void {
  const { key, broadcast } = fromBus.parse(message);
  context.topics.broadcast(key, broadcast);
}

export const isTooLong = (context: Pick<RealtimeContext, 'limits'>, broadcast: Broadcast): boolean =>
  sizeOf(broadcast) > context.limits.payloadBytes;

/** @returns why a client's broadcast is refused, or null */
function refusalOf(context: RealtimeContext, channel: Channel, broadcast: Broadcast | null): string | null {
  if (channel.access?.write.includes('broadcast') === false)
    return `You do not have permissions to write to this Channel topic: ${channel.name}`;
  if (broadcast === null) return 'A broadcast needs a payload';
  return isTooLong(context, broadcast) ? 'payload_size_exceeded' : null;
}

function broadcastIn(payload: unknown): Broadcast | null {
  if (isUserBroadcast(payload)) return payload;
  if (typeof payload !== 'object' || payload === null) return null;
  return { form: 'json', payload: JSON.stringify(payload) };
}

/**
 * A client's broadcast on a channel. Without `ack` a hosted project drops a refused broadcast
 * silently; here the channel is told why.
 */
export function handleBroadcast(
  context: RealtimeContext,
  channel: Channel,
  { ref, payload }: Incoming,
): void {
  const broadcast = broadcastIn(payload);
  const refusal = refusalOf(context, channel, broadcast);
  if (refusal === null && broadcast) {
    spread(context, channel.key, broadcast, channel.selfBroadcast ? undefined : channel);
    if (channel.ackBroadcast) reply(channel, ref, 'ok');
  } else if (channel.ackBroadcast) {
    reply(channel, ref, 'error', { reason: refusal });
  } else {
    pushSystem(channel, 'error', refusal ?? '');
  }
}
