import { createClient } from '@redis/client';
import type pg from 'pg';
import type { Logger } from 'pino';

/** The channel of NOTIFY on which processes talk; `realtime.send()` writes to it as well. */
export const BUS_CHANNEL = 'realtime_bus';

/** A message between processes; `kind` says which part of realtime it belongs to. */
export interface BusMessage {
  kind: string;
  [field: string]: unknown;
}

export interface Envelope {
  node: string;
  /** Counts, so that no two notifications of a transaction are equal: Postgres would send one of them. */
  seq: number;
  message: BusMessage;
}

/** How envelopes get to the other processes. */
export interface Carrier {
  /** In this order; one call at a time. @throws when the carrier is away */
  send(envelopes: readonly Envelope[]): Promise<void>;
  close(): Promise<void>;
}

/** A NOTIFY holds less than 8000 bytes; longer messages go through realtime.bus_messages. */
const LONGEST = 7_500;

/** Carries by NOTIFY; what arrives comes from the listener of the process. */
export function createPostgresCarrier(pool: pg.Pool): Carrier {
  /** Keeps a long message in a table, and tells where. */
  async function shortened({ node, seq }: Envelope, payload: string): Promise<string> {
    const { rows } = await pool.query(
      'insert into realtime.bus_messages (body) values ($1) returning id::text',
      [payload],
    );
    return JSON.stringify({ node, seq, long: rows[0]?.id ?? '' });
  }

  return {
    async send(envelopes) {
      const payloads: string[] = [];
      for (const envelope of envelopes) {
        const payload = JSON.stringify(envelope);
        payloads.push(Buffer.byteLength(payload) <= LONGEST ? payload : await shortened(envelope, payload));
      }
      await pool.query({
        name: 'realtime-bus',
        text: `select pg_notify('${BUS_CHANNEL}', payload) from unnest($1::text[]) with ordinality as n(payload, at) order by at`,
        values: [payloads],
      });
    },
    close: async () => undefined,
  };
}

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
