import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openBytes } from '#platform/storage/bytes.ts';
import type { Database } from '#server/postgres/database.ts';
import { migrate, migrateBack, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import type { Recorded } from '#server/postgres/migration-files.ts';
import { createTestDatabase, openTestDatabase } from '#server/postgres/testing/database.ts';
import { createEarlierDatabase, earlierStates } from '#server/postgres/testing/earlier-states.ts';
import { schemaDifferences } from '../../tools/schema/compare-schemas.ts';
import { backUp, type OwnTables, TABLES } from './back-up.ts';
import { openBackup } from './backup-file.ts';
import { restore } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'loge-earlier-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));
const keys = { signing: 'kid', identity: '0'.repeat(64) };
const OURS = [PLATFORM_SCHEMA, PRODUCT_SCHEMA];
const fresh = await openTestDatabase('product');

/** How many rows each table has. */
async function rowsOf(pool: pg.Pool): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of (await pool.query<{ name: string }>(TABLES)).rows)
    counts[name] =
      (await pool.query<{ n: number }>(`select count(*)::int as n from ${name}`)).rows[0]?.n ?? 0;
  return counts;
}

/** The tables of the version that made a database, as that version knows them. */
async function ownOf(pool: pg.Pool): Promise<OwnTables> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select table_schema || '.' || table_name as name, array_agg(column_name::text) as columns
     from information_schema.columns group by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, new Set(columns)]));
}

/** Backs a database up, restores that elsewhere, and brings the database itself to today: both ways lead to one place. */
async function expectSame(earlier: Database, name: string): Promise<void> {
  const file = join(folder, `${name}.backup`);
  const bytes = await openBytes(join(folder, `${name}-source`));
  await backUp(file, {
    database: earlier,
    bytes,
    keys: async () => keys,
    version: '0.0.1',
    own: await ownOf(earlier.pool),
  });
  await earlier.pool.query('delete from private.backups'); // that it was made is not in it
  const target = await createTestDatabase('empty', 4);
  onTestFinished(() => target.close());
  const backup = await openBackup(file);
  await restore(backup, { database: target, bytes: await openBytes(join(folder, `${name}-target`)) });
  backup.close();
  await migrate(earlier.pool, OURS);
  expect(await schemaDifferences(target.pool, fresh.pool)).toEqual([]);
  expect(await rowsOf(target.pool)).toEqual(await rowsOf(earlier.pool));
  expect(await migrate(target.pool, OURS)).toEqual([]);
}

// Before that one, Loge had no backups.
const states = earlierStates().filter((state) => state >= '2026-11-24');

test.each(states)('a backup of %s becomes what an update of it would', async (state) => {
  const earlier = await createEarlierDatabase(state);
  onTestFinished(() => earlier.close());
  await expectSame(earlier, state);
});

test('so does that of a version which lacks a third of the migrations', async () => {
  const { rows: all } = await fresh.pool.query<Recorded>(
    `select set_name as set, name, checksum from migrations.applied where kind = 'migration'`,
  );
  const earlier = await createTestDatabase('empty', 4);
  onTestFinished(() => earlier.close());
  const client = await earlier.pool.connect();
  await client.query('begin');
  await migrateBack(
    client,
    OURS,
    all.filter(({ name }) => name < '0320'),
  );
  await client.query('commit');
  client.release();
  await earlier.pool.query(
    `insert into auth.users (id, email) select gen_random_uuid(), 'p' || n || '@exemple.test' from generate_series(1, 5) n`,
  );
  await earlier.pool.query(
    `insert into public.profiles (id, role, first_name) select id, 'viewer', 'Camille' from auth.users`,
  );
  await expectSame(earlier, 'fewer');
});
