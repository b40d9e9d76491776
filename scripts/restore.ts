import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { openStore } from '#platform/storage/storage.ts';
import { BackupRefused, openBackup } from '#server/backup/backup-file.ts';
import { keysMissing } from '#server/backup/key-prints.ts';
import { requireKnownMigrations, restore } from '#server/backup/restore.ts';
import { openDatabase } from '#server/postgres/database.ts';
import { parseSettings } from '#server/settings.ts';

/** `npm run restore -- loge.backup`: fills an empty installation with what a backup holds. */
const [file, ...options] = process.argv.slice(2);
const OPTIONS = ['--other-keys', '--same-storage'];
if (!file || options.some((option) => !OPTIONS.includes(option))) {
  console.error('Which backup? npm run restore -- loge.backup');
  process.exit(2);
}

try {
  const settings = parseSettings();
  const { databaseUrl, dataDir } = settings;
  const backup = await openBackup(resolve(file));
  try {
    await requireKnownMigrations(backup.manifest);
    const missing = await keysMissing(settings, backup.manifest.keys);
    if (missing.length > 0 && !options.includes('--other-keys'))
      throw new BackupRefused(
        `The keys of the installation that was backed up are missing: put ${missing.join(' and ')} into ${dataDir}. If they are lost, add --other-keys: everybody will have to sign in again, and neither second factors nor tax identities can be read any more. Nothing was changed.`,
      );
    const logger = pino({ level: 'warn' });
    const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2 }, logger);
    try {
      const bytes = await openStore({
        folder: join(dataDir, 'storage'),
        storageUrl: settings.storage.url,
      });
      await restore(backup, { database, bytes, sameStorage: options.includes('--same-storage') });
    } finally {
      await database.close();
    }
    const { takenAt, bytes, tables } = backup.manifest;
    const count = new Intl.NumberFormat('en-GB');
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored, as of ${takenAt}: ${count.format(rows)} rows and ${count.format(bytes.length)} files. Loge can be started.`,
    );
  } finally {
    backup.close();
  }
} catch (error) {
  const expected =
    error instanceof BackupRefused ||
    (error instanceof Error &&
      /^(?:SettingsError|DataDirInUse|MigrationError|BucketRefused)$/.test(error.name));
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
