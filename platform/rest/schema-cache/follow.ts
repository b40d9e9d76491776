import type pg from 'pg';
import type { Logger } from 'pino';
import { startListener } from '#server/postgres/listener.ts';
import type { Catalog } from './catalog.ts';
import { readCatalog } from './read.ts';

/** Our migrations notify `schema_changed`, Supabase's own tools `pgrst`. */
const CHANNELS = ['schema_changed', 'pgrst'];

/** The catalogue, read again whenever the database notifies of a change. */
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

  // Reads run one after another, so that the result of an older one never replaces a newer one.
  const reload = () => {
    const next = reading.then(async () => {
      catalog = await readCatalog(pool, schemas);
    });
    reading = next.catch(() => undefined); // the caller gets the failure from `next`
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
