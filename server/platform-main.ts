import { join } from 'node:path';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type pg from 'pg';
import { pino } from 'pino';
import { purgeExpired } from '#platform/auth/purge.ts';
import { createModules } from '#platform/functions/modules/modules.ts';
import { loadKeys } from '#platform/gateway/keys.ts';
import { createPlatform } from '#platform/platform.ts';
import { createSmsHook } from '#server/integrations/sms/sms-hook.ts';
import { listen, stopOnSignal } from '#server/listen.ts';
import {
  AWAY_RETRY_AFTER,
  connectionsGiven,
  openDatabase,
  watchDatabase,
} from '#server/postgres/database.ts';
import { migrate, PLATFORM_SCHEMA } from '#server/postgres/migrate.ts';
import { connectionsOf, parseSettings, refuseTooManyConnections } from '#server/settings.ts';

/**
 * Grants the three roles the use of all that is made in `public` from now on, as on a hosted
 * project, where row-level security alone decides: programs written for one say `create table` and
 * no more. Not in a database that has Loge's own schema, whose tables list their columns.
 */
export async function grantDefaults(pool: pg.Pool): Promise<void> {
  await pool.query(`do $$
    begin
      if exists (select from migrations.applied where set_name = 'product') then
        return;
      end if;
      alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
      alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
      alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
    end $$`);
}

/**
 * The platform without the product: auth and rest over whatever schema the database has. Mail is
 * logged, since its wording belongs to a product; an operator who needs it puts a product on top.
 * Passwords are checked as a GoTrue without further settings does, and people may sign up by
 * telephone where text messages are sent.
 */
// Alone it has no sample account, no admin and no mailbox, so that it may be open to others without
// being told.
const settings = parseSettings(undefined, {
  NODE_ENV: 'development',
  AUTH_PASSWORD_CHECK: 'none',
  AUTH_PHONE: 'true',
});
const logger = pino({ level: settings.logLevel });
const database = await openDatabase(
  {
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    poolSize: settings.databasePool,
    connections: connectionsOf(settings),
  },
  logger,
);
refuseTooManyConnections(settings, await connectionsGiven(database.pool));
await migrate(database.pool, [PLATFORM_SCHEMA]);
await grantDefaults(database.pool);
const keys = await loadKeys(settings);
let origin = settings.publicUrl;
const platform = await createPlatform({
  database,
  keys,
  settings,
  siteUrl: () => origin ?? '',
  sendMail: async (_client, mail) => {
    logger.info({ kind: mail.kind, to: mail.to, actionLink: mail.actionLink, otp: mail.otp }, 'mail');
  },
  sendSms: settings.auth.smsHook === null ? null : createSmsHook(settings.auth.smsHook, () => new Date()),
  logger,
});
const watch = watchDatabase(database.connection, logger);
const app = new Hono();
app.use(requestId());
app.get('/health', async (c) => {
  if (await watch.isThere()) return c.json({ status: 'ok', database: database.version });
  c.header('Retry-After', String(AWAY_RETRY_AFTER));
  return c.json({ status: 'unavailable', database: 'away' }, 503);
});
app.route('/', platform.app);
const { folder, ...limits } = settings.functions;
const functions =
  folder === null
    ? null
    : createModules({
        folder,
        ...limits,
        pool: database.pool,
        gateway: platform.gateway,
        environment: () => ({
          SUPABASE_URL: origin ?? '',
          SUPABASE_ANON_KEY: keys.publishableKey,
          SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
        }),
        logger,
      });
if (functions) app.route('/functions/v1', functions.app);
const server = await listen(app, settings, platform.upgrade);
origin ??= `http://localhost:${server.port}`;
const purging = setInterval(() => {
  purgeExpired(database.pool).catch((error: unknown) => logger.error({ err: error }, 'purge failed'));
}, 3_600_000);
stopOnSignal(async () => {
  clearInterval(purging);
  await platform.closeSockets();
  await server.close();
  await functions?.close();
  await platform.close();
  await watch.close();
  await database.close();
}, logger);

console.log(`Platform: ${origin}
  publishable key  ${keys.publishableKey}
  secret key       ${settings.secretKey ? 'SUPABASE_SECRET_KEY' : join(settings.dataDir, 'keys.json')}`);
