import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { hashPassword } from '#platform/auth/passwords.ts';
import { loadActs } from '#product/acts.ts';
import { keepAuditReaders } from '#product/command/audit.ts';
import { installTexts } from '#product/content/install-texts.ts';
import { applyDeployment } from '#product/deployment.ts';
import { seedDemo } from '#product/seed-demo.ts';
import { DEMO_PASSWORD } from '#server/greeting.ts';
import type { IdentitySeal } from '#server/integrations/identity/identity-seal.ts';
import {
  connectionsGiven,
  type Database,
  onceDatabaseIsThere,
  openDatabase,
} from '#server/postgres/database.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { filesDue } from '#server/postgres/who-can-serve.ts';
import { connectionsOf, refuseTooManyConnections, type Settings } from '#server/settings.ts';

interface ReadyDeps {
  /** For what the sample sellers tell of themselves. */
  seal: IdentitySeal;
  logger: Logger;
  now: () => Date;
  /** Ends the wait for the schema. */
  signal?: AbortSignal | undefined;
}

/**
 * Waits until `npm run migrate` ran.
 * @throws what `due` throws: another version's schema; and the signal's reason
 */
async function onceNothingIsDue(
  due: () => Promise<string[]>,
  logger: Logger,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const files = await onceDatabaseIsThere(due, logger, signal);
    if (files.length === 0) return;
    // As of something that is away: the log tells of it once a minute.
    logger.warn({ away: 'schema', due: files.length, first: files[0] }, 'waits for npm run migrate');
    await sleep(1_000, undefined, { signal });
  }
}

/**
 * Opens the database and brings it to the state of this version: its schema, who may sign up, who
 * reads the log, the sample data where it is wanted, and the texts that people accept.
 * @returns the database, and the SQL files that ran
 * @throws Error whose message is the sentence to show; the database is closed then, for the version
 *   that goes on serving it
 */
export async function openReadyDatabase(
  settings: Settings,
  { seal, logger, now, signal }: ReadyDeps,
): Promise<{ database: Database; migrated: readonly string[] }> {
  const database = await openDatabase(
    {
      databaseUrl: settings.databaseUrl,
      dataDir: settings.dataDir,
      poolSize: settings.databasePool,
      connections: connectionsOf(settings),
    },
    logger,
  );
  const { pool } = database;
  let migrated: readonly string[] = [];
  try {
    refuseTooManyConnections(settings, await connectionsGiven(pool));
    const sets = [PLATFORM_SCHEMA, PRODUCT_SCHEMA];
    if (settings.migrateAtStart) migrated = await migrate(pool, sets);
    else await onceNothingIsDue(() => filesDue(pool, sets), logger, signal);
    await applyDeployment(pool, { adminSignup: settings.adminSignup, adminMfa: settings.adminMfa });
    await keepAuditReaders(pool, await loadActs());
    // The demonstration brings the texts itself: its people accepted them in the past.
    if (settings.demoData) await seedDemo(pool, { hashPassword, password: DEMO_PASSWORD, seal, now: now() });
    // Before anybody has an account, and accepts them.
    const tooLong = await installTexts(pool, now());
    if (tooLong.length > 0)
      logger.error(
        { texts: tooLong },
        'texts of this release are longer than can be kept: they were left out',
      );
    return { database, migrated };
  } catch (error) {
    await database.close();
    throw error;
  }
}
