import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Bytes, VERSION } from '#platform/storage/bytes.ts';
import { BYTES_LOCK } from '#platform/storage/sweep.ts';
import type { Database } from '#server/postgres/database.ts';
import { BackupRefused, bytesEntry, type Manifest, tableEntry, writeBackup } from './backup-file.ts';

/**
 * Every table but pg-boss's, which makes its own again, those of `migrations`, which the restoring
 * tree writes, and those of extensions. The rows of a partitioned one are its own, whatever
 * partitions the server has made for them: a fresh schema has other ones.
 */
export const TABLES = `select format('%I.%I', n.nspname, c.relname) as name, quote_ident(n.nspname) as schema, c.relkind = 'p' as partitioned,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'jobs', 'migrations')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1`;
export const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name
  from pg_sequences where schemaname not in ('jobs', 'migrations') order by 1`;
const MIGRATIONS = `select set_name as set, name, checksum from migrations.applied where kind = 'migration' order by 1, 2`;
const VERSIONS = `select version from storage.objects where version is not null
  union select version from storage.upload_parts order by 1`;

/** How both engines write and read dates and bytes, whatever the server's own settings. */
export const COPY_SETTINGS = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local client_encoding = 'UTF8'`;

export interface BackupDeps {
  database: Database;
  bytes: Bytes;
  /** Prints the keys, those under which something is sealed as the client sees it among them. */
  keys: (client: pg.ClientBase) => Promise<Manifest['keys']>;
  /** Of Loge. */
  version: string;
  /** The columns of each table that this version makes, by bare names; unless said, those of its schema. */
  own?: OwnTables;
}

export type OwnTables = ReadonlyMap<string, ReadonlySet<string>>;

/** The measures of a backup. */
export interface Backup {
  size: number;
  rows: number;
  files: number;
  /** Files that had a row and no bytes already. */
  missing: readonly string[];
  /** Tables in schemas that are not Loge's, which are not in it. */
  foreign: readonly string[];
}

/**
 * A name as every version of Postgres writes it: a newer one quotes words that an older one does
 * not. None of Loge's has a quote.
 */
export const bare = (name: string): string => name.replaceAll('"', '');

const SCHEMA = join(import.meta.dirname, '../../database/generated/schema.sql');

/** The columns of each table that the migrations make. */
async function ownTables(): Promise<OwnTables> {
  const tables = (await readFile(SCHEMA, 'utf8')).matchAll(/^create table (\S+) \(\n([\s\S]*?)\n\)/gm);
  return new Map(
    Array.from(tables, ([, name = '', body = '']) => [
      bare(name),
      new Set(Array.from(body.matchAll(/^ {2}(?!constraint )(\S+) /gm), ([, column = '']) => bare(column))),
    ]),
  );
}

interface FoundTable {
  name: string;
  schema: string;
  columns: string;
  partitioned: boolean;
}

/**
 * Which tables are Loge's to copy. A restore makes the schema by its migrations, so it could not
 * take what somebody added among them: better to hear of it now than on the day when the backup is
 * needed.
 * @throws BackupRefused when a schema of Loge's has tables or columns that no migration makes
 */
function sortTables(
  found: readonly FoundTable[],
  known: OwnTables,
): { own: FoundTable[]; foreign: string[] } {
  const schemas = new Set(Array.from(known.keys(), (name) => name.slice(0, name.indexOf('.'))));
  const inOurs = found.filter(({ schema }) => schemas.has(bare(schema)));
  const added = inOurs.flatMap(({ name, columns }) => {
    const its = known.get(bare(name));
    if (its === undefined) return [name];
    return columns
      .split(', ')
      .filter((column) => !its.has(bare(column)))
      .map((column) => `${name}.${column}`);
  });
  if (added.length > 0)
    throw new BackupRefused(
      `This version of Loge does not know ${added.join(', ')}, and could not restore it. Back up with the version that made this database, or keep your own tables in a schema of your own.`,
    );
  return {
    own: inOurs,
    foreign: found.filter(({ schema }) => !schemas.has(bare(schema))).map(({ name }) => name),
  };
}

/** Tells whether two keys are one, and nothing else of them. */
export const printOf = (key: Buffer): string =>
  createHash('sha256').update('loge-backup-key:').update(key).digest('hex');

/**
 * Writes all rows as they were at one instant, and the bytes that they name, while others go on
 * writing. No tool of the operating system is asked: COPY within one snapshot, so it is the same
 * for both engines. While it runs, no bytes are removed (see `BYTES_LOCK`).
 * @param file where the backup is written; nothing is there when it fails
 * @throws BackupRefused when there is a file of that name
 */
export async function backUp(file: string, deps: BackupDeps): Promise<Backup> {
  const { database } = deps;
  const writer = await writeBackup(file);
  const startedAt = new Date();
  try {
    const backup = await writeAll(writer, deps);
    await database.pool.query(
      `insert into private.backups (started_at, ended_at, file_bytes, files, missing_files)
       values ($1::timestamptz, greatest($1::timestamptz, $2::timestamptz), $3, $4, $5)`,
      [startedAt, new Date(), backup.size, backup.files, backup.missing.length],
    );
    return backup;
  } catch (error) {
    await writer.abandon();
    const reason = error instanceof Error ? error.message : String(error);
    await database.pool.query(
      'insert into private.backups (started_at, ended_at, error) values ($1::timestamptz, greatest($1::timestamptz, $2::timestamptz), $3)',
      [startedAt, new Date(), reason.slice(0, 2_000)],
    );
    throw error;
  }
}

async function writeAll(
  writer: Awaited<ReturnType<typeof writeBackup>>,
  { database, bytes, keys, version, own }: BackupDeps,
): Promise<Backup> {
  // A connection of its own, since the pool's send several queries at once, between which COPY has
  // no place.
  const client = new pg.Client({
    ...database.connection,
    application_name: 'loge-backup',
    keepAlive: true,
  });
  let broken: Error | null = null;
  client.on('error', (error) => {
    broken = error;
  });
  await client.connect();
  try {
    // It holds the lock for as long as bytes are read, and says nothing meanwhile.
    await client.query('set idle_session_timeout = 0');
    // Before the snapshot: bytes that are removed until now belong to rows that are gone in it.
    await client.query('select pg_advisory_lock($1)', [BYTES_LOCK]);
    await client.query('begin isolation level repeatable read read only');
    await client.query(COPY_SETTINGS);
    // The first statement takes the snapshot.
    const taken = await client.query('select statement_timestamp() as at');
    const found = await client.query(TABLES);
    const { own: tables, foreign } = sortTables(
      found.rows.map(({ name, schema, columns, partitioned }) => ({
        name: name ?? '',
        schema: schema ?? '',
        columns: columns ?? '',
        partitioned: partitioned ?? false,
      })),
      own ?? (await ownTables()),
    );
    // No table changes its form while it is read.
    await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
    const migrations = await client.query(MIGRATIONS);
    const versions = await client.query(VERSIONS);
    const prints = await keys(client);

    const written: Manifest['tables'] = [];
    for (const { name, columns, partitioned } of tables) {
      const rows = partitioned ? `(select ${columns} from ${name})` : `${name} (${columns})`;
      const source = client.query(copyTo(`copy ${rows} to stdout`));
      const measured = await writer.add(tableEntry(name), source, true);
      written.push({ name, columns, rows: source.rowCount, ...measured });
    }
    // A sequence is ahead of the snapshot at most, which leaves a gap and no number twice.
    const sequences: Manifest['sequences'] = [];
    for (const { name } of (await client.query(SEQUENCES)).rows) {
      const { rows } = await client.query<{ last: string; called: boolean }>(
        `select last_value::text as last, is_called as called from ${name}`,
      );
      if (rows[0]) sequences.push({ name: name ?? '', last: rows[0].last, isCalled: rows[0].called });
    }
    // Bytes may take hours: a snapshot that stays open as long would keep Postgres from clearing
    // away what is updated meanwhile.
    await client.query('commit');

    const kept: Manifest['bytes'] = [];
    const missing: string[] = [];
    for (const { version: one } of versions.rows) {
      const source = one !== null && VERSION.test(one) ? await bytes.read(one, null) : null;
      if (source === null) missing.push(one ?? '');
      else kept.push({ version: one ?? '', ...(await writer.add(bytesEntry(one ?? ''), source, false)) });
    }
    if (broken !== null) throw broken;
    const size = await writer.finish({
      takenAt: (taken.rows[0]?.at ?? new Date()).toISOString(),
      loge: version,
      postgres: database.version,
      migrations: migrations.rows,
      tables: written,
      sequences,
      bytes: kept,
      missing,
      keys: prints,
    });
    const rows = written.reduce((sum, table) => sum + table.rows, 0);
    return { size, rows, files: kept.length, missing, foreign };
  } finally {
    await client.end(); // and with it the lock
  }
}
