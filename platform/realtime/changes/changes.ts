import type pg from 'pg';
import type { Logger } from 'pino';
import type { Channel } from '../channel.ts';
import { type Delivery, deliveriesOf, GAP, write } from './deliver.ts';
import { type Change, createReader } from './reader.ts';
import type { Asked, Subscription } from './subscription.ts';
import { checkSubscription, createTables, isOn } from './tables.ts';

const EVERY = 120_000;

/**
 * Deletes changes and long messages that every process had two minutes to read: those already
 * visible at the purge before.
 * @returns a function that stops the timer
 */
function startPurge(pool: pg.Pool, logger: Logger): () => void {
  let before: string | null = null;
  const timer = setInterval(() => {
    purge(pool, before).then(
      (snapshot) => {
        before = snapshot;
      },
      (error: unknown) => logger.error({ err: error }, 'realtime could not purge'),
    );
  }, EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * @param before the snapshot that the purge before this one returned
 * @returns this purge's snapshot
 */
export async function purge(pool: pg.Pool, before: string | null): Promise<string> {
  if (before !== null) {
    await pool.query('delete from realtime.changes where xid < pg_snapshot_xmin($1::pg_snapshot)', [before]);
    await pool.query(
      "delete from realtime.bus_messages where sent_at < clock_timestamp() - interval '2 minutes'",
    );
  }
  const { rows } = await pool.query('select pg_current_snapshot()::text as snapshot');
  return rows[0]?.snapshot ?? '';
}

/**
 * `postgres_changes`: sends the changes of published tables to the clients that follow them and may
 * see the row.
 */
export interface Changes {
  /** @throws SubscribeError */
  check(role: string, asked: Asked): Promise<Subscription>;
  /**
   * Once the promise resolves, every later commit reaches the channel. The channel's
   * `subscriptions` may change afterwards.
   */
  follow(channel: Channel): Promise<void>;
  unfollow(channel: Channel): void;
  /** To call when a notification of a commit arrives. */
  wake(): void;
  schemaChanged(): void;
  /** To call when the database restarted: changes that were not read are lost. */
  databaseRestarted(): void;
  close(): Promise<void>;
}

interface Deps {
  pool: pg.Pool;
  logger: Logger;
  path: string;
}

export function createChanges({ pool, logger, path }: Deps): Changes {
  const tables = createTables(pool);
  const followers = new Set<Channel>();
  const stopPurge = startPurge(pool, logger);

  async function followed(): Promise<string[]> {
    const published = await tables.all();
    return published
      .filter((table) =>
        [...followers].some(({ subscriptions }) => subscriptions.some((each) => isOn(table, each))),
      )
      .map(({ schema, name }) => `${schema}.${name}`);
  }

  async function deliver(changes: readonly Change[]): Promise<void> {
    const published = await tables.all();
    const batches = Map.groupBy(changes, ({ schema, table }) => `${schema}.${table}`);
    const deliveries: Delivery[] = [];
    for (const [name, batch] of batches) {
      const table = published.find((each) => `${each.schema}.${each.name}` === name);
      if (!table) continue;
      const here = [...followers].filter(({ subscriptions }) =>
        subscriptions.some((each) => isOn(table, each)),
      );
      try {
        deliveries.push(...(await deliveriesOf({ pool, logger, path }, table, batch, here)));
      } catch (error) {
        logger.error({ err: error, table: name }, 'realtime could not deliver changes');
        for (const channel of here) channel.reset(GAP);
      }
    }
    const order = new Map(changes.map((change, at) => [change, at]));
    const place = ({ change }: Delivery) => order.get(change) ?? 0;
    deliveries.sort((a, b) => place(a) - place(b));
    for (const delivery of deliveries) write(delivery);
  }

  function unfollow(channel: Channel): void {
    followers.delete(channel);
    if (followers.size === 0) reader.stop();
  }

  const gap = () => {
    for (const channel of [...followers]) channel.reset(GAP);
  };
  const reader = createReader({ pool, logger, tables: followed, deliver, onGap: gap });

  return {
    check: (role, asked) => checkSubscription(pool, tables, role, asked),
    async follow(channel) {
      followers.add(channel);
      try {
        await reader.start();
      } catch (error) {
        unfollow(channel);
        throw error;
      }
    },
    unfollow,
    wake: () => reader.wake(),
    schemaChanged: () => tables.invalidate(),
    databaseRestarted: () => {
      tables.invalidate();
      reader.forget();
    },
    async close() {
      stopPurge();
      reader.stop();
      await reader.idle();
    },
  };
}
