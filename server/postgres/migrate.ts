import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * Brings a database to the state of the files in the tree. Migrations are append-only, ordered by their number and checksummed; functions
 * and policies are re-runnable files, applied again whenever their text changed. Everything happens in one transaction
 * under one advisory lock, so two processes that start at once run each file once and a failure leaves nothing behind.
 */
export interface MigrationSet {
  /** Recorded with each file; renaming a set would run it again. */
  name: string;
  /** Folder of `NNNN_what.sql`, run once each. */
  migrations: string;
  /** Folders of re-runnable files, applied in this order after the migrations. */
  repeatable: string[];
}

const database = join(import.meta.dirname, '../../database');

/** What `server/platform` needs: roles, the `auth` schema, kept mail. Runs alone under `npm run platform`. */
export const PLATFORM_SCHEMA: MigrationSet = {
  name: 'platform',
  migrations: join(database, 'platform/migrations'),
  repeatable: [
    join(database, 'platform/functions'),
    join(database, 'platform/policies'),
    join(database, 'platform/comments'),
  ],
};

/** Loge's own tables and functions. */
export const PRODUCT_SCHEMA: MigrationSet = {
  name: 'product',
  migrations: join(database, 'migrations'),
  repeatable: [join(database, 'functions'), join(database, 'policies'), join(database, 'comments')],
};

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Arbitrary, but fixed for ever: the key under which processes take turns. */
const LOCK_KEY = 7_506_513_001n;

interface SqlFile {
  name: string;
  sql: string;
  checksum: string;
  /** Of earlier texts of a migration: what they made, on a database that they could pass, is what today's text makes. */
  earlier: readonly string[];
}

/** In a migration that was mended because it failed on data of some age: the checksum of the text that ran until then. */
const RAN_BEFORE = /^-- Ran before as ([0-9a-f]{64})$/gm;

async function sqlFiles(folder: string): Promise<SqlFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      const earlier = Array.from(sql.matchAll(RAN_BEFORE), ([, checksum = '']) => checksum);
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), earlier };
    }),
  );
}

async function run(client: pg.ClientBase, set: MigrationSet, file: SqlFile): Promise<void> {
  try {
    await client.query(file.sql);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`${set.name}/${file.name} : ${reason}`, { cause });
  }
}

async function applySet(client: pg.ClientBase, set: MigrationSet): Promise<string[]> {
  const { rows } = await client.query(
    'select kind, name, checksum from migrations.applied where set_name = $1',
    [set.name],
  );
  const known = new Map(rows.map((row) => [`${row.kind}/${row.name}`, row.checksum]));
  const done: string[] = [];
  const ran: { kind: string; file: SqlFile }[] = [];

  const migrations = await sqlFiles(set.migrations);
  const onDisk = new Set(migrations.map((file) => file.name));
  for (const row of rows.filter(({ kind }) => kind === 'migration')) {
    if (!onDisk.has(row.name))
      throw new MigrationError(`${set.name}/${row.name} est appliquée mais son fichier a disparu`);
  }
  for (const file of migrations) {
    const checksum = known.get(`migration/${file.name}`);
    if (checksum === file.checksum || file.earlier.includes(checksum ?? '')) continue;
    if (checksum !== undefined) {
      throw new MigrationError(
        `${set.name}/${file.name} a changé après avoir été appliquée : ajoutez une migration, ne la modifiez pas`,
      );
    }
    await run(client, set, file);
    ran.push({ kind: 'migration', file });
    done.push(`${set.name}/${file.name}`);
  }

  // A new migration may change a table that a function or policy uses, so all of them are applied again after it.
  const migrated = done.length > 0;
  for (const folder of set.repeatable) {
    for (const file of await sqlFiles(folder)) {
      const kind = folder.slice(folder.lastIndexOf('/') + 1);
      if (!migrated && known.get(`${kind}/${file.name}`) === file.checksum) continue;
      await run(client, set, file);
      ran.push({ kind, file });
      done.push(`${set.name}/${kind}/${file.name}`);
    }
  }
  if (ran.length > 0) {
    await client.query(
      `insert into migrations.applied (set_name, kind, name, checksum)
       select $1, f.kind, f.name, f.checksum from unnest($2::text[], $3::text[], $4::text[]) f (kind, name, checksum)
       on conflict (set_name, kind, name) do update set checksum = excluded.checksum, applied_at = now()`,
      [
        set.name,
        ran.map(({ kind }) => kind),
        ran.map(({ file }) => file.name),
        ran.map(({ file }) => file.checksum),
      ],
    );
  }
  return done;
}

/** How often a migration is tried: a process of an older version may use the same tables, and in a deadlock Postgres ends one of the two. */
const ATTEMPTS = 5;
const isDeadlock = (error: unknown): boolean =>
  error instanceof MigrationError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === '40P01';

/**
 * @returns the files that ran, in order; empty when the database was up to date
 * @throws MigrationError when an applied file changed or vanished, or when one fails; nothing is kept then
 */
export async function migrate(pool: pg.Pool, sets: readonly MigrationSet[]): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(pool, sets);
    } catch (error) {
      if (attempt === ATTEMPTS || !isDeadlock(error)) throw error;
    }
  }
}

/** Other processes that migrate wait from here to the end of the transaction. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
}

/** Migrates within a transaction of the caller's, who has called `lockMigrations`. */
export async function migrateWithin(client: pg.ClientBase, sets: readonly MigrationSet[]): Promise<string[]> {
  await client.query(`
    create schema if not exists migrations;
    create table if not exists migrations.applied (
      set_name text not null, kind text not null, name text not null, checksum text not null,
      applied_at timestamptz not null default now(), primary key (set_name, kind, name))`);
  const done: string[] = [];
  for (const set of sets) done.push(...(await applySet(client, set)));
  if (done.length > 0) await client.query("notify schema_changed, 'migrated'");
  return done;
}

/** The migrations that the tree has, in the order in which they run; not the re-runnable files. */
export async function migrationsOf(
  sets: readonly MigrationSet[],
): Promise<{ set: string; name: string; checksum: string }[]> {
  const found: { set: string; name: string; checksum: string }[] = [];
  for (const set of sets)
    for (const { name, checksum } of await sqlFiles(set.migrations))
      found.push({ set: set.name, name, checksum });
  return found;
}

async function migrateOnce(pool: pg.Pool, sets: readonly MigrationSet[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await lockMigrations(client);
    const done = await migrateWithin(client, sets);
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
