import { pino } from 'pino';
import { type MadeAdmin, makeAdmin } from '#database/make-admin.ts';
import { openDatabase } from '#server/postgres/database.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { parseSettings } from '#server/settings.ts';

/**
 * `npm run admin -- camille@example.com`: makes an admin of an account, on the database that the
 * settings name.
 */
const [email] = process.argv.slice(2);
if (!email) {
  console.error('Which account? npm run admin -- camille@example.com');
  process.exit(2);
}

const sentences: Record<MadeAdmin, string> = {
  made: `${email} is an admin of Loge from now on.`,
  already: `${email} is an admin of Loge already.`,
  unknown: `No account has the address ${email}. Make it first, on the page of sign-up.`,
  unconfirmed: `The address ${email} is not confirmed. Follow the link in its mail first.`,
};

const settings = parseSettings();
const database = await openDatabase(
  { databaseUrl: settings.databaseUrl, dataDir: settings.dataDir, poolSize: 2 },
  pino({ level: 'warn' }),
).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error('If Loge runs on its embedded database, stop it while this command runs.');
  process.exit(1);
});
try {
  await migrate(database.pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
  const result = await makeAdmin(database.pool, email);
  console.log(sentences[result]);
  process.exitCode = result === 'made' || result === 'already' ? 0 : 1;
} finally {
  await database.close();
}
