import pg from 'pg';
import type { Logger } from 'pino';
import type { Catalog } from './catalog.ts';
import { readCatalog } from './read.ts';

/** `schema_changed` is sent by our migrations; `pgrst` is what Supabase's own tools send. */
const CHANNELS = ['schema_changed', 'pgrst'];
const RECONNECT_AFTER = 2_000;

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
  let listener: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
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

  async function listen(): Promise<void> {
    const client = new pg.Client({ ...connection, application_name: 'loge-schema-cache' });
    const lost = (error?: Error) => {
      if (listener !== client || closed) return;
      listener = null;
      logger.warn({ err: error }, 'schema cache lost its connection');
      retry = setTimeout(relisten, RECONNECT_AFTER);
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', reloadOrLog);
    listener = client;
    await client.connect();
    for (const channel of CHANNELS) await client.query(`listen ${channel}`);
  }

  function relisten(): void {
    listen().then(reloadOrLog, (error: unknown) => {
      if (closed) return;
      listener = null;
      logger.warn({ err: error }, 'schema cache cannot listen yet');
      retry = setTimeout(relisten, RECONNECT_AFTER);
    });
  }

  await listen();
  return {
    current: () => catalog,
    reload,
    async close() {
      closed = true;
      clearTimeout(retry);
      await listener?.end();
      await reading;
    },
  };
}
