import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BusMessage, Carrier, Envelope } from './carrier.ts';

/**
 * Messages within this many milliseconds share a transaction: each commit with a NOTIFY waits for
 * the one before it.
 */
const FLUSH_AFTER = 4;
const BEAT = 3_000;
/** A process that has been silent for this long counts as dead. */
const DEAD_AFTER = 10_000;
/** How long a starting process waits until the others noticed it. */
const GREETING = 150;

/**
 * A notification as it arrives: an envelope, or, for a long one, the id of its row in
 * realtime.bus_messages.
 */
interface Arrived {
  node: string;
  message?: BusMessage;
  long?: string;
}

/**
 * Between the server processes of one installation. Delivery is not guaranteed: each listener
 * recovers from a lost message by itself.
 */
export interface Bus {
  readonly node: string;
  /** Sends to all other processes; does nothing when there are none. */
  publish(message: BusMessage): void;
  /** Handles one payload that arrived from another process or from the database. */
  receive(payload: string): void;
  /**
   * Greets the other processes again after notifications may have been missed: they answer with
   * their state.
   */
  greet(): void;
  close(): Promise<void>;
}

export interface BusDeps {
  pool: pg.Pool;
  logger: Logger;
  /**
   * Null with the embedded engine, which has a single process: it sends to no other, and receives
   * only from `realtime.send()`.
   */
  carrier: Carrier | null;
  /** `node` is null for a message of the database itself. */
  onMessage(message: BusMessage, node: string | null): void;
  /** Called when another process appears: sends it the current state. */
  onJoined(node: string): void;
  onGone(node: string): void;
  /** @returns the data that each heartbeat carries */
  beat(): Record<string, unknown>;
}

const isArrived = (value: unknown): value is Arrived =>
  typeof value === 'object' && value !== null && typeof (value as Arrived).node === 'string';

export function createBus(deps: BusDeps): Bus {
  const { pool, logger, carrier } = deps;
  const node = randomUUID();
  const seen = new Map<string, number>();
  const outbox: BusMessage[] = [];
  let seq = 0;
  let flushTimer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();
  let reading: Promise<void> = Promise.resolve();
  let closed = false;

  function flush(): void {
    flushTimer = null;
    const envelopes = outbox.splice(0).map((message): Envelope => {
      seq += 1;
      return { node, seq, message };
    });
    sending = sending
      .then(() => carrier?.send(envelopes))
      .catch((error: unknown) =>
        logger.error({ away: carrier?.via, err: error }, 'realtime bus could not send'),
      );
  }

  function enqueue(message: BusMessage): void {
    if (carrier === null || closed) return;
    outbox.push(message);
    flushTimer ??= setTimeout(flush, FLUSH_AFTER);
  }

  function hear(from: string, message: BusMessage): void {
    if (from === 'database') {
      deps.onMessage(message, null);
      return;
    }
    const isNew = !seen.has(from);
    seen.set(from, Date.now());
    if (message.kind === 'bye') {
      seen.delete(from);
      deps.onGone(from);
      return;
    }
    // A greeting is answered even when its sender is known already: that process lost its
    // connection and may have missed messages.
    if (message.kind === 'hello' || isNew) {
      deps.onJoined(from);
      enqueue({ kind: 'beat', ...deps.beat() });
    }
    if (message.kind !== 'hello') deps.onMessage(message, from);
  }

  async function open(payload: string): Promise<void> {
    const parsed = JSON.parse(payload) as unknown;
    if (!isArrived(parsed) || parsed.node === node) return;
    if (parsed.long === undefined) {
      if (parsed.message) hear(parsed.node, parsed.message);
      return;
    }
    const { rows } = await pool.query('select body from realtime.bus_messages where id = $1::bigint', [
      parsed.long,
    ]);
    const whole = rows[0] ? (JSON.parse(rows[0].body) as unknown) : null;
    if (isArrived(whole) && whole.message) hear(parsed.node, whole.message);
  }

  const beating = setInterval(() => {
    enqueue({ kind: 'beat', ...deps.beat() });
    for (const [other, at] of seen) {
      if (Date.now() - at < DEAD_AFTER) continue;
      seen.delete(other);
      deps.onGone(other);
    }
  }, BEAT);
  beating.unref();
  if (carrier === null) clearInterval(beating);

  return {
    node,
    publish(message) {
      if (seen.size > 0) enqueue(message);
    },
    receive(payload) {
      // One message after the other: a long message takes a query more, and a later short one must
      // not overtake it.
      reading = reading
        .then(() => open(payload))
        .catch((error: unknown) => logger.error({ err: error }, 'realtime bus could not read'));
    },
    greet: () => enqueue({ kind: 'hello' }),
    async close() {
      clearInterval(beating);
      if (flushTimer !== null) clearTimeout(flushTimer);
      outbox.push({ kind: 'bye' });
      flush();
      closed = true;
      await Promise.all([sending, reading]);
      await carrier?.close();
    },
  };
}

/**
 * Waits until the other processes had time to notice a greeting: from then on they send their
 * messages to this process too.
 */
export const greeted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, GREETING);
  });
