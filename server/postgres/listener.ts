import pg from 'pg';
import type { Logger } from 'pino';

const RETRY_FIRST = 200;
const RETRY_MOST = 5_000;
/** How often the connection is checked: a broken network does not report itself. */
const PING_EVERY = 20_000;
const PING_WITHIN = 5_000;
/** How long connecting may take, and how long each of the first queries may wait for its answer. */
const ANSWER_WITHIN = 10_000;

/** One connection that LISTENs, and reconnects until it is closed. */
export interface Listener {
  /**
   * Waits until every notification of a transaction that was committed before the call has been
   * passed on: Postgres sends those that wait before it says that a query is done.
   * @returns false while there is no connection, so that some may be missing
   */
  caughtUp(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ListenerDeps {
  connection: pg.ClientConfig;
  /** Names the listener in the log and in `pg_stat_activity`. */
  name: string;
  logger: Logger;
  channels: readonly string[];
  onNotification(channel: string, payload: string): void;
  /**
   * Called after each reconnection. `restarted`: Postgres itself was restarted, so unlogged tables
   * may be empty.
   */
  onReconnected(restarted: boolean): void;
  /** Milliseconds after which a connection that was accepted but not answered is given up. */
  answerWithin?: number;
}

const CONNECT = `select pg_postmaster_start_time()::text as started`;

/**
 * @throws when the first connection fails; later the listener tries to reconnect until it succeeds
 */
export async function startListener(deps: ListenerDeps): Promise<Listener> {
  const { connection, name, logger, channels, answerWithin = ANSWER_WITHIN } = deps;
  let client: pg.Client | null = null;
  let started: string | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let delay = RETRY_FIRST;

  async function connect(): Promise<string> {
    const fresh = new pg.Client({
      ...connection,
      application_name: `loge-${name}`,
      keepAlive: true,
      connectionTimeoutMillis: answerWithin,
      query_timeout: answerWithin,
    });
    client = fresh;
    let listens = false;
    const lost = (error?: Error) => {
      // A failure before it listens is thrown to the caller below.
      if (client !== fresh || closed || !listens) return;
      client = null;
      logger.warn({ away: 'database', reason: error?.message }, `${name} lost its connection`);
      void fresh.end().catch(() => undefined); // it is broken already
      again();
    };
    fresh.on('error', lost);
    fresh.on('end', () => lost());
    fresh.on('notification', ({ channel, payload }) => deps.onNotification(channel, payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(channels.map((channel) => `listen ${channel}`).join('; '));
      const { rows } = await fresh.query(CONNECT);
      listens = true;
      return rows[0]?.started ?? '';
    } catch (error) {
      client = null;
      void fresh.end().catch(() => undefined); // the connection is not used any more
      throw error;
    }
  }

  function again(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connect().then(
        (since) => {
          const restarted = since !== started;
          started = since;
          delay = RETRY_FIRST;
          ping();
          logger.info(`${name} listens again`);
          deps.onReconnected(restarted);
        },
        (error: unknown) => {
          if (closed) return;
          logger.warn({ err: error }, `${name} cannot listen yet`);
          delay = Math.min(delay * 2, RETRY_MOST);
          again();
        },
      );
    }, delay);
  }

  function ping(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const asked = client;
      if (asked === null) return;
      const late = setTimeout(() => asked.emit('error', new Error('no answer to the ping')), PING_WITHIN);
      asked
        .query('select 1')
        .then(ping, () => undefined) // a failure is also an `error` event of the connection, which is handled there
        .finally(() => clearTimeout(late));
    }, PING_EVERY);
    timer.unref();
  }

  started = await connect();
  ping();
  return {
    async caughtUp() {
      // A failure is also an `error` event of the connection, which is handled there.
      const answered = client?.query('select 1').then(
        () => true,
        () => false,
      );
      return (await answered) ?? false;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
