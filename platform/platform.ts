import { join } from 'node:path';
import { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createAuth } from '#platform/auth/auth.ts';
import type { SendAuthMail } from '#platform/auth/mail-port.ts';
import type { SendSms } from '#platform/auth/sms-port.ts';
import { platformCors } from '#platform/cors.ts';
import { createGateway, type Gateway } from '#platform/gateway/gateway.ts';
import type { Keys } from '#platform/gateway/keys.ts';
import { createRealtime, type Realtime } from '#platform/realtime/realtime.ts';
import { createRest } from '#platform/rest/rest.ts';
import { createStorage, type Storage } from '#platform/storage/storage.ts';
import { keepTime, type PlatformTask } from '#platform/tasks.ts';
import { createPool, type Database } from '#server/postgres/database.ts';
import type { Settings } from '#server/settings.ts';

/** How often the schema is looked at where no event trigger tells of its changes. Milliseconds. */
const EVERY = 3_000;

/**
 * Lets REST and realtime know of schema changes that nobody notifies of, in a database where the
 * server's role may not create event triggers.
 * @param schemas those that are served
 * @returns null where an event trigger tells of them
 */
export async function watchSchema(pool: pg.Pool, schemas: readonly string[]): Promise<PlatformTask | null> {
  const look = async () => {
    const { rows } = await pool.query('select realtime.schema_look($1) as look', [schemas]);
    return rows[0]?.look ?? null;
  };
  let seen = await look();
  if (seen === null) return null;
  return {
    name: 'schema/watch',
    every: EVERY,
    where: 'each process',
    async run() {
      const now = await look();
      if (now !== seen) await pool.query("select pg_notify('schema_changed', '')");
      seen = now;
    },
  };
}

export interface PlatformDeps {
  database: Database;
  keys: Keys;
  settings: Settings;
  /**
   * The origin of links in mails; a function, because it is known only once the server has its
   * port.
   */
  siteUrl: () => string;
  sendMail: SendAuthMail;
  /** Null: no text messages. */
  sendSms: SendSms | null;
  logger: Logger;
  now?: () => Date;
  /** Whether somebody else runs the platform's tasks; unless said, it keeps timers of its own. */
  leavesTasks?: boolean;
  /** How sign-in providers are reached; the machine's own `fetch` unless told. */
  providerFetch?: typeof fetch;
}

export interface Platform {
  app: Hono;
  gateway: Gateway;
  /** Reads the bytes of a stored object with the server's rights; null when there is none. */
  readObject: Storage['read'];
  /** Stores bytes for somebody with the server's rights, through all that their bucket checks. */
  storeObject: Storage['write'];
  /** The connections of rest and storage. */
  restPool: pg.Pool;
  /** The counts of realtime's work in this process. */
  realtimeCounts: Realtime['counts'];
  /** Hears the events of a private topic inside this process. */
  hear: Realtime['hear'];
  /** The tasks that it runs later. */
  tasks: readonly PlatformTask[];
  /** For the HTTP server: upgrades to `/realtime/v1/websocket`. */
  upgrade: Realtime['upgrade'];
  /** Closes the WebSockets, since an HTTP server waits for them before it closes. */
  closeSockets(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The Redis channel of this installation's processes; other installations in the same Redis have
 * other names.
 */
const busChannel = (keys: Keys) =>
  `loge:realtime:${keys.derive('realtime-bus').toString('hex').slice(0, 16)}`;

/**
 * The Supabase protocols over one database. Nothing in them knows the product: no bookings, no
 * streamers.
 */
export async function createPlatform(deps: PlatformDeps): Promise<Platform> {
  const { database, keys, settings, siteUrl, sendMail, logger, now = () => new Date() } = deps;
  const gateway = createGateway(keys, settings.rest.roles, now);
  const restPool = createPool(database.connection, { size: settings.rest.pool, name: 'loge-rest' }, logger);
  const rest = await createRest({
    pool: restPool,
    connection: database.connection,
    gateway,
    schemas: settings.rest.schemas,
    options: settings.rest.options,
    limits: settings.rest.limits,
    trustProxy: settings.trustProxy,
    logger,
  });
  const realtime = await createRealtime({
    database,
    gateway,
    path: settings.rest.schemas[0] ?? 'public',
    redis: settings.redisUrl === null ? null : { url: settings.redisUrl, channel: busChannel(keys) },
    limits: settings.realtime,
    trustProxy: settings.trustProxy,
    logger,
  });
  const watching = await watchSchema(database.pool, settings.rest.schemas);
  const storage = await createStorage({
    pool: restPool,
    gateway,
    urlKey: keys.derive('storage-urls'),
    folder: join(settings.dataDir, 'storage'),
    storageUrl: settings.storage.url,
    mostBytes: settings.storage.mostBytes,
    trustProxy: settings.trustProxy,
    logger,
  });
  const auth = createAuth({
    pool: database.pool,
    settings: settings.auth,
    siteUrl,
    keys,
    sendMail,
    sendSms: deps.sendSms,
    trustProxy: settings.trustProxy,
    logger,
    now,
    ...(deps.providerFetch === undefined ? {} : { fetch: deps.providerFetch }),
  });
  const tasks = [...storage.tasks, ...realtime.tasks, ...(watching === null ? [] : [watching])];
  const stopTasks = deps.leavesTasks
    ? async () => undefined
    : keepTime(tasks, (error, { name }) => logger.error({ err: error, task: name }, 'a task failed'));
  const app = new Hono();
  app.use('/auth/v1/*', platformCors);
  app.use('/rest/v1/*', platformCors);
  app.use('/realtime/v1/*', platformCors);
  app.use('/storage/v1/*', platformCors);
  app.route('/auth/v1', auth);
  app.route('/rest/v1', rest.app);
  app.route('/realtime/v1', realtime.app);
  app.route('/storage/v1', storage.app);
  return {
    app,
    gateway,
    readObject: storage.read,
    storeObject: storage.write,
    restPool,
    realtimeCounts: realtime.counts,
    hear: realtime.hear,
    tasks,
    upgrade: realtime.upgrade,
    closeSockets: realtime.close,
    async close() {
      await stopTasks();
      await realtime.close();
      await storage.close();
      await rest.close();
      await restPool.end();
    },
  };
}
