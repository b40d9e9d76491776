import { createClient } from '@redis/client';
import type { Logger } from 'pino';
import type { Carrier } from './carrier.ts';

const LONGEST_WAIT = 3_000;

interface Deps {
  url: string;
  /** Of this installation alone: several may share a Redis. */
  channel: string;
  logger: Logger;
  onPayload(payload: string): void;
  /** After a break, in which messages were missed. */
  onReconnected(): void;
}

/**
 * Carries by Redis, so that busy broadcasts and presence leave Postgres alone.
 * @throws when the first connection fails; later it reconnects for as long as it takes
 */
export async function createRedisCarrier(deps: Deps): Promise<Carrier> {
  const { url, channel, logger } = deps;
  let started = false;
  const publisher = createClient({
    url,
    // What cannot be sent now is lost, as presence and broadcasts may be; kept, it would come late and out of order.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (retries, cause) => (started ? Math.min(100 * 2 ** retries, LONGEST_WAIT) : cause),
    },
  });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  for (const client of [publisher, subscriber])
    client.on('error', (error: Error) => logger.warn({ reason: error.message }, 'realtime lost Redis'));
  await Promise.all([publisher.connect(), subscriber.connect()]);
  await subscriber.subscribe(channel, deps.onPayload);
  started = true;
  subscriber.on('ready', deps.onReconnected);
  return {
    async send(envelopes) {
      await Promise.all(envelopes.map((envelope) => publisher.publish(channel, JSON.stringify(envelope))));
    },
    async close() {
      for (const client of [publisher, subscriber]) client.destroy();
    },
  };
}
