import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Bytes } from '#platform/storage/bytes.ts';
import type { Database } from '#server/postgres/database.ts';
import {
  lockMigrations,
  migrateBack,
  migrateWithin,
  PLATFORM_SCHEMA,
  PRODUCT_SCHEMA,
  unknownMigrations,
} from '#server/postgres/migrate.ts';
import { bare, COPY_SETTINGS, SEQUENCES, TABLES } from './back-up.ts';
import { type BackupReader, BackupRefused, bytesEntry, type Manifest, tableEntry } from './backup-file.ts';

const OURS = [PLATFORM_SCHEMA, PRODUCT_SCHEMA];

const OCCUPIED = `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' limit 1`;
const FOREIGN_KEYS = `select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(k.conname) as name,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and n.nspname !~ '^pg_' and n.nspname <> 'jobs' order by 1, 2`;
const TRIGGERS = `select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(t.tgname) as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and t.tgenabled = 'O' and c.relkind = 'r' order by 1, 2`;

/**
 * Whether this tree can restore a backup: it has every migration of it. An older version's has
 * fewer: its tables are made first, and are brought to today's once they have their rows, by the
 * migrations that would have run where it was made.
 * @throws BackupRefused
 */
export async function requireKnownMigrations({ migrations }: Manifest): Promise<void> {
  const [unknown] = await unknownMigrations(OURS, migrations);
  if (unknown)
    throw new BackupRefused(
      `This backup comes from a newer version of Loge, which has the migration ${unknown.set}/${unknown.name}. Restore it with that version.`,
    );
}

/**
 * Which of the backup's bytes are in the storage already. A storage that another installation uses
 * must not become this one's too: its sweep would remove whatever it has no row for.
 * @throws BackupRefused when it holds anything, unless it is said to be the backup's and holds
 *   nothing else
 */
async function bytesThere(
  { manifest }: BackupReader,
  bytes: Bytes,
  sameStorage: boolean,
): Promise<Set<string>> {
  const expected = new Map(manifest.bytes.map((one) => [one.version, one]));
  const there = new Set<string>();
  for await (const version of bytes.list()) {
    if (!sameStorage)
      throw new BackupRefused(
        'The storage is not empty: give a new one, such as another prefix in STORAGE_URL. If it was that of the installation that was backed up, and no Loge uses it any more, add --same-storage. Nothing was changed.',
      );
    const one = expected.get(version);
    const stream = one && (await bytes.read(version, null));
    const hash = createHash('sha256');
    if (stream) for await (const chunk of stream) hash.update(chunk as Buffer);
    if (!stream || hash.digest('hex') !== one?.sha256)
      throw new BackupRefused(
        `The storage has bytes that are not those of the backup (${version}), which Loge would remove: give a new storage. Nothing was changed.`,
      );
    there.add(version);
  }
  return there;
}

/**
 * Rows are restored into the tables that a manifest names: these must be those that the migrations
 * have just made, whose own names are then used in SQL.
 * @returns the tables, each with what the manifest says of it
 * @throws BackupRefused
 */
async function requireSameSchema(client: pg.Client, manifest: Manifest) {
  // Columns come in the order of the migrations where the backup was made: some were released after
  // others of a higher number.
  const key = ({ name, columns }: { name: string; columns: string }) =>
    `${bare(name)} (${bare(columns).split(', ').toSorted().join(', ')})`;
  const told = new Map(manifest.tables.map((table) => [key(table), table]));
  const { rows } = await client.query(TABLES);
  const made = rows.map(({ name, columns }) => ({ name: name ?? '', columns: columns ?? '' }));
  const numbers = (await client.query(SEQUENCES)).rows.map(({ name }) => bare(name ?? ''));
  const [differing] = new Set([...made.map(key), ...numbers]).symmetricDifference(
    new Set([...told.keys(), ...manifest.sequences.map(({ name }) => bare(name))]),
  );
  if (differing !== undefined || manifest.tables.length !== made.length)
    throw new BackupRefused(
      `This backup does not have the tables of this version of Loge: ${differing ?? 'one is in it twice'}. Nothing was changed.`,
    );
  return made.flatMap((table) => {
    const its = told.get(key(table));
    if (!its) return [];
    const own = new Map(table.columns.split(', ').map((column) => [bare(column), column]));
    const columns = bare(its.columns)
      .split(', ')
      .map((column) => own.get(column) ?? '');
    return [{ ...table, columns: columns.join(', '), entry: tableEntry(its.name), rows: its.rows }];
  });
}

/**
 * Fills an empty database, and the storage, with a backup that was opened, and so read and
 * verified, whole. Rows come in one transaction: whatever fails, the database is as empty as
 * before, and the bytes that were brought are taken away.
 * @param sameStorage the storage may have bytes of the backup already, and then nothing else
 * @throws BackupRefused when the database or the storage is not empty, or the backup is a later
 *   version's
 */
export async function restore(
  backup: BackupReader,
  {
    database,
    bytes,
    sameStorage = false,
  }: { database: Database; bytes: Bytes; sameStorage?: boolean | undefined },
): Promise<void> {
  const { manifest } = backup;
  await requireKnownMigrations(manifest);
  const client = new pg.Client({ ...database.connection, application_name: 'loge-restore' });
  client.on('error', () => undefined); // the query under way fails and tells
  await client.connect();
  const brought: string[] = [];
  try {
    await client.query('begin');
    // A server that starts on this database meanwhile waits here, and finds it full.
    await lockMigrations(client);
    if ((await client.query(OCCUPIED)).rowCount !== 0)
      throw new BackupRefused(
        'This database is not empty: a backup is restored into a new DATA_DIR, or into a new database. Nothing was changed.',
      );
    const there = await bytesThere(backup, bytes, sameStorage);
    await migrateBack(client, OURS, manifest.migrations);
    const tables = await requireSameSchema(client, manifest);
    await client.query(COPY_SETTINGS);
    await copyRows(client, backup, tables);
    await migrateWithin(client, OURS);
    for (const { version, size } of manifest.bytes) {
      if (there.has(version)) continue;
      const incoming = await bytes.receive(await backup.read(bytesEntry(version)), size);
      try {
        brought.push(version);
        await bytes.bring(incoming, version);
        await bytes.keep(incoming, version);
      } finally {
        await bytes.drop(incoming.path);
      }
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // a connection that broke has rolled back already
    for (const version of brought) await bytes.discard(version);
    throw error;
  } finally {
    await client.end();
  }
  await database.pool.query('analyze');
}

/**
 * Without foreign keys and triggers, which are put back after the last row, and so checked against
 * all of them.
 */
async function copyRows(
  client: pg.Client,
  { manifest, read }: BackupReader,
  tables: Awaited<ReturnType<typeof requireSameSchema>>,
): Promise<void> {
  const { rows: keys } = await client.query(FOREIGN_KEYS);
  const { rows: triggers } = await client.query(TRIGGERS);
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  // Migrations write first rows of their own.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, entry, rows } of tables) {
    const sink = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
    await pipeline(await read(entry), sink);
    if (sink.rowCount !== rows) throw new Error(`${name}: ${sink.rowCount} rows of ${rows}`);
  }
  for (const { name, last, isCalled } of manifest.sequences)
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [name, last, isCalled]);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} enable trigger ${name}`);
}
