import { createClient } from '@redis/client';
import type pg from 'pg';
import type { Logger } from 'pino';

/**
 * The NOTIFY channel on which the server processes exchange messages; `realtime.send()` writes to
 * it as well.
 */
export const BUS_CHANNEL = 'realtime_bus';

/** A message between processes; `kind` says which part of realtime it belongs to. */
export interface BusMessage {
  kind: string;
  [field: string]: unknown;
}

export interface Envelope {
  node: string;
  /**
   * A counter, so that no two notifications of a transaction are equal: Postgres would send only
   * one of them.
   */
  seq: number;
  message: BusMessage;
}

/** How envelopes get to the other processes. */
export interface Carrier {
  /** The service that it needs, as the log names it when it is away. */
  via: 'database' | 'redis';
  /**
   * Sends the messages in the given order; one call at a time.
   * @throws when Postgres or Redis cannot be reached
   */
  send(envelopes: readonly Envelope[]): Promise<void>;
  close(): Promise<void>;
}

/** A NOTIFY holds less than 8000 bytes; longer messages go through realtime.bus_messages. */
const LONGEST = 7_500;

/**
 * Sends by NOTIFY. Messages from other processes arrive through the process's listener, not here.
 */
export function createPostgresCarrier(pool: pg.Pool): Carrier {
  /** Stores a long message in a table, and sends the id of its row. */
  async function shortened({ node, seq }: Envelope, payload: string): Promise<string> {
    const { rows } = await pool.query(
      'insert into realtime.bus_messages (body) values ($1) returning id::text',
      [payload],
    );
    return JSON.stringify({ node, seq, long: rows[0]?.id ?? '' });
  }

  return {
    via: 'database',
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
  /** This installation's own channel: several installations may share a Redis. */
  channel: string;
  logger: Logger;
  onPayload(payload: string): void;
  /** Called when the connection is back; messages were missed while it was broken. */
  onReconnected(): void;
}

/**
 * Sends by Redis, so that many broadcasts and presence changes put no load on Postgres.
 * @throws when the first connection fails; later it reconnects for as long as it takes
 */
export async function createRedisCarrier(deps: Deps): Promise<Carrier> {
  const { url, channel, logger } = deps;
  let started = false;
  const publisher = createClient({
    url,
    // A message that cannot be sent now is dropped: presence and broadcasts may be lost, and a
    // message kept for later would arrive late and out of order.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (retries, cause) => (started ? Math.min(100 * 2 ** retries, LONGEST_WAIT) : cause),
    },
  });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  for (const client of [publisher, subscriber])
    client.on('error', (error: Error) =>
      logger.warn({ away: 'redis', reason: error.message }, 'realtime lost Redis'),
    );
  await Promise.all([publisher.connect(), subscriber.connect()]);
  await subscriber.subscribe(channel, deps.onPayload);
  started = true;
  subscriber.on('ready', deps.onReconnected);
  return {
    via: 'redis',
    async send(envelopes) {
      await Promise.all(envelopes.map((envelope) => publisher.publish(channel, JSON.stringify(envelope))));
    },
    async close() {
      for (const client of [publisher, subscriber]) client.destroy();
    },
  };
}
