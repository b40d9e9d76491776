import { pino } from 'pino';
import { openDatabase } from '#server/postgres/database.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { parseSettings } from '#server/settings.ts';

/**
 * `npm run migrate`: brings the schema of the database that the settings name to this version, while
 * processes of the version before serve it. Their successors wait for it (`MIGRATE_AT_START=false`).
 */
// A container's first process is not ended by a signal that it does not ask for. Nothing is lost: what
// runs is one transaction.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => process.exit(code));

try {
  const { databaseUrl, dataDir } = parseSettings();
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2 }, pino({ level: 'warn' }));
  try {
    const ran = await migrate(database.pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
    for (const file of ran.filter((name) => /\/\d{4}_/.test(name))) console.log(file);
    console.log(
      ran.length === 0 ? 'The schema is up to date.' : `The schema is updated: ${ran.length} files ran.`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  const expected =
    error instanceof Error && /^(?:SettingsError|DataDirInUse|MigrationError)$/.test(error.name);
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
