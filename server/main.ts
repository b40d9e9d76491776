import { pino } from 'pino';
import { createApp } from './app.ts';
import { accountMailer } from './integrations/mail/account-mails.ts';
import { authMailer } from './integrations/mail/auth-mails.ts';
import { startMailDelivery } from './integrations/mail/deliver.ts';
import { listen, stopOnSignal } from './listen.ts';
import { checkPassword } from './platform/auth/passwords.ts';
import { createFunctions } from './platform/functions/functions.ts';
import { loadKeys } from './platform/gateway/keys.ts';
import { createPlatform } from './platform/platform.ts';
import { openDatabase } from './postgres/database.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from './postgres/migrate.ts';
import { createCommands } from './product/commands.ts';
import { applyDeployment } from './product/deployment.ts';
import { refusalOf } from './product/refusals.ts';
import { parseSettings } from './settings.ts';

const settings = parseSettings();
const logger = pino({ level: settings.logLevel });
const database = await openDatabase(
  { databaseUrl: settings.databaseUrl, dataDir: settings.dataDir, poolSize: settings.databasePool },
  logger,
);
await migrate(database.pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
await applyDeployment(database.pool, { adminSignup: settings.adminSignup });
const keys = await loadKeys(settings);

let origin = settings.publicUrl ?? '';
const siteUrl = () => origin;
const identity = { from: settings.mail.from, siteUrl };
const platform = await createPlatform({
  database,
  keys,
  settings,
  siteUrl,
  sendMail: authMailer({ ...identity, validitySeconds: settings.auth.otpExp }),
  logger,
});
const functions = createFunctions({
  pool: database.pool,
  gateway: platform.gateway,
  commands: createCommands({
    sendAccountMail: accountMailer(identity),
    verifyPassword: checkPassword,
    siteUrl,
  }),
  refusalOf,
  logger,
});
const app = await createApp({
  settings,
  database,
  platform,
  functions,
  publishableKey: keys.publishableKey,
  logger,
});
const server = await listen(app, settings);
origin ||= `http://localhost:${server.port}`;
const delivery = startMailDelivery({ pool: database.pool, mail: settings.mail, logger });

stopOnSignal(async () => {
  await server.close();
  await delivery.close();
  await platform.close();
  await database.close();
}, logger);

console.log(`Loge est ouverte : ${origin}`);
