import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Bytes } from '#server/platform/storage/bytes.ts';
import type { Database } from '#server/postgres/database.ts';
import {
  lockMigrations,
  migrateWithin,
  migrationsOf,
  PLATFORM_SCHEMA,
  PRODUCT_SCHEMA,
} from '#server/postgres/migrate.ts';
import { COPY_SETTINGS } from './back-up.ts';
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
 * Whether this tree can restore a backup: its migrations are the backup's. An older one is restored by the version that made it, which is
 * then updated, so that no update ever has two ways.
 * @throws BackupRefused
 */
export async function requireSameMigrations({ migrations }: Manifest): Promise<void> {
  const key = ({ set, name, checksum }: Manifest['migrations'][number]) => `${set}/${name} ${checksum}`;
  const tree = new Set((await migrationsOf(OURS)).map(key));
  const backup = new Set(migrations.map(key));
  const unknown = migrations.find((one) => !tree.has(key(one)));
  if (unknown)
    throw new BackupRefused(
      `Cette sauvegarde vient d’une autre version de Loge, qui a la migration ${unknown.set}/${unknown.name}. Restaurez-la avec cette version-là.`,
    );
  if (backup.size !== tree.size)
    throw new BackupRefused(
      `Cette sauvegarde vient d’une version plus ancienne de Loge, qui s’arrête à la migration ${migrations.at(-1)?.name ?? 'aucune'}. Restaurez-la avec cette version-là, puis mettez Loge à jour.`,
    );
}

/**
 * Fills an empty database, and the storage, with a backup that was opened, and so read and verified, whole. Rows come in one transaction:
 * whatever fails, the database is as empty as before, and the bytes that were brought are taken away.
 * @throws BackupRefused when the database is not empty, or the backup is another version's
 */
export async function restore(
  backup: BackupReader,
  { database, bytes }: { database: Database; bytes: Bytes },
): Promise<void> {
  const { manifest } = backup;
  await requireSameMigrations(manifest);
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
        'Cette base n’est pas vide : une sauvegarde se restaure dans un DATA_DIR neuf, ou dans une base neuve. Rien n’a été changé.',
      );
    await migrateWithin(client, OURS);
    await client.query(COPY_SETTINGS);
    await copyRows(client, backup);
    for (const { version, size } of manifest.bytes) {
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

/** Without foreign keys and triggers, which are put back after the last row, and so checked against all of them. */
async function copyRows(client: pg.Client, { manifest, read }: BackupReader): Promise<void> {
  const { rows: keys } = await client.query(FOREIGN_KEYS);
  const { rows: triggers } = await client.query(TRIGGERS);
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  // Migrations write first rows of their own.
  await client.query(`truncate ${manifest.tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, rows } of manifest.tables) {
    const sink = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
    await pipeline(await read(tableEntry(name)), sink);
    if (sink.rowCount !== rows) throw new Error(`${name}: ${sink.rowCount} rows of ${rows}`);
  }
  for (const { name, last, isCalled } of manifest.sequences)
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [name, last, isCalled]);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} enable trigger ${name}`);
}
