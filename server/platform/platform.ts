import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import type { Database } from '#server/postgres/database.ts';
import type { Settings } from '#server/settings.ts';
import { createAuth } from './auth/auth.ts';
import type { SendAuthMail } from './auth/mail-port.ts';
import { platformCors } from './cors.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import type { Keys } from './gateway/keys.ts';
import { createRealtime, type Realtime } from './realtime/realtime.ts';
import { createRest } from './rest/rest.ts';

export interface PlatformDeps {
  database: Database;
  keys: Keys;
  settings: Settings;
  /** The origin of links in mails; known once the port is. */
  siteUrl: () => string;
  sendMail: SendAuthMail;
  logger: Logger;
  now?: () => Date;
}

export interface Platform {
  app: Hono;
  gateway: Gateway;
  /** For the HTTP server: upgrades to `/realtime/v1/websocket`. */
  upgrade: Realtime['upgrade'];
  /** Sends the sockets away, which an HTTP server waits for before it is closed. */
  closeSockets(): Promise<void>;
  close(): Promise<void>;
}

/** Requests larger than this are refused before they are read; files will go through storage. */
const BODY_LIMIT = 10 * 1024 * 1024;

/** Where the processes of this installation, and of no other, meet in a shared Redis. */
const busChannel = (keys: Keys) =>
  `loge:realtime:${keys.derive('realtime-bus').toString('hex').slice(0, 16)}`;

/** The Supabase protocols over one database. It knows no booking and no streamer. */
export async function createPlatform(deps: PlatformDeps): Promise<Platform> {
  const { database, keys, settings, siteUrl, sendMail, logger, now = () => new Date() } = deps;
  const gateway = createGateway(keys, settings.rest.roles, now);
  const rest = await createRest({
    pool: database.pool,
    connection: database.connection,
    gateway,
    schemas: settings.rest.schemas,
    maxRows: settings.rest.maxRows,
    logger,
  });
  const realtime = await createRealtime({
    database,
    gateway,
    path: settings.rest.schemas[0] ?? 'public',
    redis: settings.redisUrl === null ? null : { url: settings.redisUrl, channel: busChannel(keys) },
    logger,
  });
  const auth = createAuth({
    pool: database.pool,
    settings: settings.auth,
    siteUrl,
    keys,
    sendMail,
    trustProxy: settings.trustProxy,
    logger,
    now,
  });
  const app = new Hono();
  app.use('/auth/v1/*', platformCors);
  app.use('/rest/v1/*', platformCors);
  app.use('/realtime/v1/*', platformCors);
  // Asking for the body makes Hono build a whole Request, so those that have none are spared.
  const limit = bodyLimit({ maxSize: BODY_LIMIT });
  app.use('/rest/v1/*', (c, next) => (/^(?:GET|HEAD|OPTIONS)$/.test(c.req.method) ? next() : limit(c, next)));
  app.route('/auth/v1', auth);
  app.route('/rest/v1', rest.app);
  app.route('/realtime/v1', realtime.app);
  return {
    app,
    gateway,
    upgrade: realtime.upgrade,
    closeSockets: realtime.close,
    async close() {
      await realtime.close();
      await rest.close();
    },
  };
}
