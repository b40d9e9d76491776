import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { openStore } from '#platform/storage/storage.ts';
import { backUp } from '#server/backup/back-up.ts';
import { BackupRefused } from '#server/backup/backup-file.ts';
import { keyPrints } from '#server/backup/key-prints.ts';
import { reachDatabase } from '#server/postgres/database.ts';
import { parseSettings } from '#server/settings.ts';

/**
 * `npm run backup -- loge.backup`: all rows and files of an installation, running or not, in one
 * file.
 */
const [file] = process.argv.slice(2);
if (!file) {
  console.error('Into which file? npm run backup -- loge.backup');
  process.exit(2);
}

try {
  const settings = parseSettings();
  const { databaseUrl, dataDir } = settings;
  const logger = pino({ level: 'warn' });
  const database = await reachDatabase({ databaseUrl, dataDir, poolSize: 2 }, logger);
  try {
    const folder = join(dataDir, 'storage');
    const bytes = await openStore({ folder, storageUrl: settings.storage.url });
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
      version: string;
    };
    const { size, rows, files, missing, foreign } = await backUp(resolve(file), {
      database,
      bytes,
      keys: (client) => keyPrints(settings, client),
      version,
    });
    const count = new Intl.NumberFormat('en-GB');
    console.log(
      `${file}: ${count.format(rows)} rows and ${count.format(files)} files, ${count.format(size)} bytes.`,
    );
    if (missing.length > 0)
      console.log(
        `Warning: ${count.format(missing.length)} files had lost their bytes before: ${missing.slice(0, 5).join(', ')}`,
      );
    if (foreign.length > 0)
      console.log(
        `Warning: these tables are not Loge’s and are left out: ${foreign.join(', ')}. Back them up by other means.`,
      );
    const secrets = [
      settings.jwtPrivateKeys.length === 0 ? 'keys.json' : null,
      settings.identityKeys.length === 0 ? 'identity.key' : null,
    ].filter((name) => name !== null);
    if (secrets.length > 0)
      console.log(
        `The keys are not in it. Keep them elsewhere: ${secrets.map((name) => join(dataDir, name)).join(' and ')}.`,
      );
  } finally {
    await database.close();
  }
} catch (error) {
  // An obstacle is described for people; a fault of ours keeps its stack.
  const expected =
    error instanceof BackupRefused ||
    (error instanceof Error && /^(?:SettingsError|BucketRefused)$/.test(error.name));
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
