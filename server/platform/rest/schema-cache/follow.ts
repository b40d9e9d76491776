import type pg from 'pg';
import type { Logger } from 'pino';
import { startListener } from '#server/postgres/listener.ts';
import type { Catalog } from './catalog.ts';
import { readCatalog } from './read.ts';

/** `schema_changed` is sent by our migrations; `pgrst` is what Supabase's own tools send. */
const CHANNELS = ['schema_changed', 'pgrst'];

/** The catalogue, read again whenever the database says it changed. */
export interface Following {
  current(): Catalog;
  reload(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param connection for LISTEN, which needs a connection of its own
 * @throws when the first read fails
 */
export async function followCatalog(
  pool: pg.Pool,
  connection: pg.ClientConfig,
  schemas: readonly string[],
  logger: Logger,
): Promise<Following> {
  let catalog = await readCatalog(pool, schemas);
  let closed = false;
  let reading: Promise<void> = Promise.resolve();

  // One after the other, so that an older reading never replaces a newer one.
  const reload = () => {
    const next = reading.then(async () => {
      catalog = await readCatalog(pool, schemas);
    });
    reading = next.catch(() => undefined); // `next` carries the failure to who asked
    return next;
  };
  const reloadOrLog = () => {
    if (!closed)
      reload().catch((error: unknown) => logger.error({ err: error }, 'schema cache not reloaded'));
  };

  const listener = await startListener({
    connection,
    name: 'schema-cache',
    logger,
    channels: CHANNELS,
    onNotification: reloadOrLog,
    onReconnected: reloadOrLog,
  });
  return {
    current: () => catalog,
    reload,
    async close() {
      closed = true;
      await listener.close();
      await reading;
    },
  };
}
