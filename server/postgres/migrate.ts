import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  isSame,
  MigrationError,
  type MigrationSet,
  type Recordable,
  type Recorded,
  repeatableFiles,
  type SqlFile,
  sqlFiles,
} from './migration-files.ts';
import { only, statementsOf } from './sql-statements.ts';
import { appliedOf, isAhead, neededToServe } from './who-can-serve.ts';

const root = join(import.meta.dirname, '../..');
const platform = join(root, 'platform/sql');
const product = join(root, 'product');
const rooms = readdirSync(product, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/**
 * The schema that `platform` needs: roles, the `auth` schema, kept mail. Runs alone under
 * `npm run platform`.
 */
export const PLATFORM_SCHEMA: MigrationSet = {
  name: 'platform',
  migrations: join(platform, 'migrations'),
  repeatable: {
    functions: join(platform, 'functions'),
    policies: join(platform, 'policies'),
    comments: join(platform, 'comments'),
  },
};

/**
 * Loge's own tables, and what stands beside them in each room: `product/<room>/sql/<table>.sql`.
 */
export const PRODUCT_SCHEMA: MigrationSet = {
  name: 'product',
  migrations: join(root, 'database/migrations'),
  repeatable: Object.fromEntries(rooms.map(({ name }) => [name, join(product, name, 'sql')])),
};

/** Arbitrary, but fixed for ever: the key under which processes take turns. */
const LOCK_KEY = 7_506_513_001n;

/**
 * Where in a file Postgres found the fault: the line of the statement, or that of the code within
 * it.
 */
function placeOf(cause: unknown, { sql }: SqlFile): string {
  if (!(cause instanceof pg.DatabaseError)) return '';
  if (cause.position !== undefined)
    return ` (line ${sql.slice(0, Number(cause.position) - 1).split('\n').length})`;
  const within = cause.where?.split('\n')[0] ?? '';
  return within === '' ? '' : ` (${within})`;
}

async function run(client: pg.ClientBase, set: MigrationSet, file: SqlFile): Promise<void> {
  try {
    await client.query(file.sql);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(
      `The upgrade of the database stopped at ${set.name}/${file.name}${placeOf(cause, file)}: ${reason}. Nothing was changed: the version of Loge that served until now still runs on this data.`,
      { cause },
    );
  }
}

async function applySet(client: pg.ClientBase, set: MigrationSet): Promise<string[]> {
  const rows = await appliedOf(client, set);
  const migrations = await sqlFiles(set.migrations);
  const known = new Map(rows.map((row) => [`${row.kind}/${row.name}`, row.checksum]));
  const done: string[] = [];
  const ran: Recordable[] = [];

  for (const file of migrations) {
    const checksum = known.get(`migration/${file.name}`);
    if (checksum !== undefined && isSame(file, checksum)) continue;
    if (checksum !== undefined) {
      throw new MigrationError(
        `${set.name}/${file.name} was changed after it was applied: add a migration, do not edit this one`,
      );
    }
    await run(client, set, file);
    ran.push({ kind: 'migration', file });
    done.push(`${set.name}/${file.name}`);
  }

  // A new migration may change a table that a function or policy uses, so all of them are applied
  // again after it.
  const migrated = done.length > 0;
  const repeatable = await repeatableFiles(set);
  const due = repeatable.filter(
    ({ kind, file }) => migrated || known.get(`${kind}/${file.name}`) !== file.checksum,
  );
  await applyRepeatable(client, set, due);
  for (const { kind, file } of due) done.push(`${set.name}/${kind}/${file.name}`);
  await record(client, set, [...ran, ...due]);
  const kept = new Set(repeatable.map(({ kind, file }) => `${kind}/${file.name}`));
  await forget(
    client,
    set,
    rows.filter(
      ({ kind, name, checksum }) => kind !== 'migration' && checksum !== '' && !kept.has(`${kind}/${name}`),
    ),
  );
  return done;
}

const FUNCTION = /^(?:create (?:or replace )?|drop )function\b/;
const VIEW = /^create (?:or replace )?view (\S+)/;

/** Within their first part, functions may name what is not there yet. */
const UNCHECKED = 'set local check_function_bodies = off';
const CHECKED = 'set local check_function_bodies = on';

/**
 * The first part of files that stand with the table they speak of, whatever those of other tables
 * need of them: all functions, then the views, each after those that it names. Each file runs whole
 * after it, with its functions' bodies checked.
 */
function firstPart(due: readonly Recordable[]): SqlFile[] {
  const functions: SqlFile[] = [];
  const views: { name: string; text: string; file: SqlFile }[] = [];
  for (const { file } of due) {
    const statements = statementsOf(file.sql);
    const own = statements.filter(({ text }) => FUNCTION.test(text));
    if (own.length > 0) functions.push({ ...file, sql: only(file.sql, own) });
    for (const one of statements) {
      const name = VIEW.exec(one.text)?.[1];
      if (name !== undefined)
        views.push({ name, text: one.text, file: { ...file, sql: only(file.sql, [one]) } });
    }
  }
  const ordered: SqlFile[] = [];
  while (views.length > 0) {
    const ready = views.findIndex(({ text }, at) =>
      views.every((one, i) => i === at || !names(text, one.name)),
    );
    const [view] = views.splice(Math.max(ready, 0), 1);
    if (view) ordered.push(view.file);
  }
  return [...functions, ...ordered];
}

async function applyRepeatable(
  client: pg.ClientBase,
  set: MigrationSet,
  due: readonly Recordable[],
): Promise<void> {
  if (due.length === 0) return;
  await client.query(UNCHECKED);
  for (const part of firstPart(due)) await run(client, set, part);
  await client.query(CHECKED);
  for (const { file } of due) await run(client, set, file);
}

const names = (text: string, name: string): boolean => new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(text);

/**
 * Notes the files that are no longer there: one that comes back is applied again. The version before
 * has them still, and finds that they were applied once.
 */
async function forget(
  client: pg.ClientBase,
  set: MigrationSet,
  gone: readonly { kind: string; name: string }[],
): Promise<void> {
  if (gone.length === 0) return;
  await client.query(
    `update migrations.applied a set checksum = '', earlier = array_append(a.earlier, a.checksum)
     from unnest($2::text[], $3::text[]) g (kind, name)
     where a.set_name = $1 and a.kind = g.kind and a.name = g.name`,
    [set.name, gone.map(({ kind }) => kind), gone.map(({ name }) => name)],
  );
}

async function record(client: pg.ClientBase, set: MigrationSet, ran: readonly Recordable[]): Promise<void> {
  if (ran.length === 0) return;
  await client.query(
    `insert into migrations.applied (set_name, kind, name, checksum, needs)
     select $1, f.kind, f.name, f.checksum, f.needs
     from json_to_recordset($2) f (kind text, name text, checksum text, needs text[])
     on conflict (set_name, kind, name) do update set checksum = excluded.checksum, applied_at = now(),
       earlier = case when applied.checksum in ('', excluded.checksum) then applied.earlier
         else array_append(applied.earlier, applied.checksum) end`,
    [
      set.name,
      JSON.stringify(
        ran.map(({ kind, file: { name, checksum, sql } }) => ({
          kind,
          name,
          checksum,
          needs: kind === 'migration' ? neededToServe(name, sql) : null,
        })),
      ),
    ],
  );
}

/**
 * How often a migration is tried: a process of an older version may use the same tables, and in a
 * deadlock Postgres ends one of the two.
 */
const ATTEMPTS = 5;
const isDeadlock = (error: unknown): boolean =>
  error instanceof MigrationError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === '40P01';

/**
 * @returns the files that ran, in order; empty when the database was up to date
 * @throws MigrationError when an applied file changed or vanished, or when one fails; nothing is
 *   kept then
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

/** The table of the files that a database ran, as any version left it and this one needs it. */
export const APPLIED = `
  create schema if not exists migrations;
  create table if not exists migrations.applied (
    set_name text not null, kind text not null, name text not null, checksum text not null,
    applied_at timestamptz not null default now(), primary key (set_name, kind, name));
  alter table migrations.applied add column if not exists earlier text[] not null default '{}',
    add column if not exists needs text[]`;

/** Migrates within a transaction of the caller's, who has called `lockMigrations`. */
export async function migrateWithin(client: pg.ClientBase, sets: readonly MigrationSet[]): Promise<string[]> {
  await client.query(APPLIED);
  // The functions of a newer version serve both: the functions of this one would break that one.
  if (await isAhead(client, sets)) return [];
  const done: string[] = [];
  for (const set of sets) done.push(...(await applySet(client, set)));
  if (done.length > 0) await client.query("notify schema_changed, 'migrated'");
  return done;
}

/** Every text that a new database runs, in the order in which it runs, within one transaction. */
export async function textsOf(sets: readonly MigrationSet[]): Promise<string[]> {
  const texts: string[] = [];
  for (const set of sets) {
    const due = await repeatableFiles(set);
    texts.push(...(await sqlFiles(set.migrations)).map(({ sql }) => sql), UNCHECKED);
    texts.push(...firstPart(due).map(({ sql }) => sql), CHECKED, ...due.map(({ file }) => file.sql));
  }
  return texts;
}

/**
 * Makes the tables as an earlier version had them, in an empty database: by those migrations that
 * it had run. `migrateWithin` then brings them, and the rows that came meanwhile, to today.
 * Migrations use the platform's functions: of those, the ones are made that need nothing later.
 */
export async function migrateBack(
  client: pg.ClientBase,
  sets: readonly MigrationSet[],
  earlier: readonly Recorded[],
): Promise<void> {
  await client.query(APPLIED);
  await client.query(UNCHECKED);
  for (const set of sets) {
    const names = new Set(earlier.filter((one) => one.set === set.name).map(({ name }) => name));
    const files = (await sqlFiles(set.migrations)).filter(({ name }) => names.has(name));
    for (const file of files) await run(client, set, file);
    await record(
      client,
      set,
      files.map((file) => ({ kind: 'migration', file })),
    );
    if (set.name !== PLATFORM_SCHEMA.name || set.repeatable.functions === undefined) continue;
    for (const { sql } of await sqlFiles(set.repeatable.functions)) {
      await client.query('savepoint file');
      await client.query(sql).catch(() => client.query('rollback to file'));
    }
  }
  await client.query(CHECKED);
}

/** Which of the migrations that a database recorded this tree does not have, or has otherwise. */
export async function unknownMigrations(
  sets: readonly MigrationSet[],
  recorded: readonly Recorded[],
): Promise<Recorded[]> {
  const known = new Map<string, SqlFile>();
  for (const set of sets)
    for (const file of await sqlFiles(set.migrations)) known.set(`${set.name}/${file.name}`, file);
  return recorded.filter(({ set, name, checksum }) => {
    const file = known.get(`${set}/${name}`);
    return file === undefined || !isSame(file, checksum);
  });
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
