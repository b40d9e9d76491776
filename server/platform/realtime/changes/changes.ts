import type pg from 'pg';
import type { Logger } from 'pino';
import type { Channel } from '../channel.ts';
import { type Delivery, deliveriesOf, GAP, write } from './deliver.ts';
import { startPurge } from './purge.ts';
import { type Change, createReader } from './reader.ts';
import type { Asked, Subscription } from './subscription.ts';
import { checkSubscription, createTables, isOn } from './tables.ts';

/** `postgres_changes`: what commits in published tables, to those who follow it and may see it. */
export interface Changes {
  /** @throws SubscribeError */
  check(role: string, asked: Asked): Promise<Subscription>;
  /** From its resolution on, every commit reaches the channel. Its `subscriptions` may change later. */
  follow(channel: Channel): Promise<void>;
  unfollow(channel: Channel): void;
  /** A commit was told. */
  wake(): void;
  schemaChanged(): void;
  /** The database restarted, and changes that were not read are gone. */
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
