/**
 * Writes docs/settings.md and deploy/.env.example from the settings, and database/generated/schema.sql,
 * database/generated/types.ts and database/generated/statements.ts from a freshly migrated Postgres
 * of its own. Names the statements of the server that this Postgres cannot prepare, and fails when
 * there is one. With `--check` it writes nothing, names the files that are stale, and fails when
 * there is one.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ENV_EXAMPLE, renderEnvExample } from '../../scripts/settings/env-example.ts';
import { renderSettings, SETTINGS_PAGE } from '../../scripts/settings/settings-page.ts';
import { locateBinaries } from '../../server/postgres/embedded/binaries.ts';
import { openCluster } from '../../server/postgres/embedded/cluster.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '../../server/postgres/migrate.ts';
import { findStatements, statementFiles } from './find-statements.ts';
import { type Generated, generateFiles } from './generate.ts';
import { LISTS_FILE, renderLists } from './lists-sql.ts';

const root = join(import.meta.dirname, '../..');

async function generate(): Promise<Generated> {
  const folder = mkdtempSync(join(tmpdir(), 'loge-schema-'));
  const cluster = await openCluster(folder, locateBinaries(), { fsync: 'off' });
  const pool = new pg.Pool({ ...cluster.connection, database: 'postgres' });
  // `end` does not wait for the connections to be gone, so a closing one may hear that the server
  // stops.
  pool.on('error', () => undefined);
  try {
    await migrate(pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
    return await generateFiles(pool, findStatements(root, statementFiles(root)));
  } finally {
    await pool.end();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const checking = process.argv.includes('--check');
// Before the database is made: its functions begin with these.
write(LISTS_FILE, renderLists());
write(SETTINGS_PAGE, renderSettings());
write(ENV_EXAMPLE, renderEnvExample());
const { files, refused } = await generate();
for (const fault of refused) console.error(fault);
if (refused.length > 0) process.exitCode = 1;
for (const [path, text] of files) write(path, text);

/** @returns whether the file was another */
function write(path: string, text: string): boolean {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  if (checking) {
    console.error(`${path} is stale: run node tools/schema/generate-schema.ts`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`${path} written`);
  }
  return true;
}
