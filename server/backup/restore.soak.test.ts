import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { type Bytes, openBytes } from '#platform/storage/bytes.ts';
import { openRenders } from '#platform/storage/pictures.ts';
import { BYTES_LOCK, removeDiscarded } from '#platform/storage/sweep.ts';
import { createTestDatabase, openTestDatabase } from '#server/postgres/testing/database.ts';
import { backUp } from './back-up.ts';
import { BackupRefused, openBackup, writeBackup } from './backup-file.ts';
import { restore } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'loge-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = () => join(folder, `${randomUUID()}.backup`);
const keys = { signing: 'kid', identity: '0'.repeat(64) };

const source = await openTestDatabase('product');
const sourceFolder = join(folder, 'source');
const sourceBytes = await openBytes(sourceFolder);
const deps = { database: source, bytes: sourceBytes, keys: async () => keys, version: '1.2.3' };

async function store(pool: pg.Pool, bytes: Bytes, name: string, content: Buffer): Promise<string> {
  const version = randomUUID();
  const incoming = await bytes.receive(Readable.from([content]), content.length);
  await bytes.bring(incoming, version);
  await bytes.keep(incoming, version);
  await pool.query('insert into storage.objects (bucket_id, name, version) values ($1, $2, $3)', [
    'box',
    name,
    version,
  ]);
  return version;
}

await source.pool.query("insert into storage.buckets (id, name) values ('box', 'box')");
await insertPerson(source.pool, { email: 'ada@exemple.test', role: 'viewer', firstName: 'Zoé\t\\N « là »' });
const empty = await store(source.pool, sourceBytes, 'empty', Buffer.alloc(0));
const picture = await store(source.pool, sourceBytes, 'picture', randomBytes(300_000));
// As a server that has started: days have partitions of their own, which no migration makes.
await source.pool.query('select realtime.keep_messages()');
await source.pool.query(
  `insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
   select 'a', 'broadcast', 'e', '{}', true, now() - make_interval(days => n) from generate_series(0, 2) as n`,
);

/** Every row of every table, as a digest each. */
async function digests(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'migrations') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: sums } = await pool.query<{ sum: string | null }>(
      `select md5(string_agg(t::text, e'\\n' order by t::text)) as sum from ${name} t`,
    );
    found[name] = sums[0]?.sum ?? 'none';
  }
  return found;
}

async function emptyTarget() {
  const database = await createTestDatabase('empty', 4);
  onTestFinished(() => database.close());
  const path = join(folder, randomUUID());
  return { database, path, bytes: await openBytes(path) };
}
const filesIn = (path: string) =>
  readdirSync(join(path, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

describe('a backup', () => {
  test('restored elsewhere has each row, each file and each number as they were, and the database takes writes', async () => {
    const file = fileOf();
    const before = await digests(source.pool);
    const made = await backUp(file, deps);
    expect(made).toMatchObject({ files: 2, missing: [] });
    const backup = await openBackup(file);
    const target = await emptyTarget();
    await restore(backup, target);
    backup.close();
    expect(await digests(target.database.pool)).toEqual(before);
    expect(filesIn(target.path)).toEqual([empty, picture].toSorted());
    const shelf = (path: string) => readFileSync(join(path, 'objects', picture.slice(0, 2), picture));
    expect(shelf(target.path).equals(shelf(sourceFolder))).toBe(true);
    // What its server does first sorts the kept messages into days again.
    await target.database.pool.query('select realtime.keep_messages()');
    expect(await digests(target.database.pool)).toEqual(before);
    // Sequences, triggers and foreign keys are as before.
    await insertPerson(target.database.pool, { email: 'nouvelle@exemple.test', role: 'viewer' });
    const constraints = `select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2`;
    const triggers = `select tgname, tgenabled, tgrelid::regclass::text from pg_trigger where not tgisinternal
      and tgrelid::regclass::text !~ '^realtime.messages_' order by 3, 1`;
    for (const sql of [constraints, triggers])
      expect((await target.database.pool.query<Record<string, string>>(sql)).rows).toEqual(
        (await source.pool.query<Record<string, string>>(sql)).rows,
      );
  });

  test('leaves what is in a schema of an operator’s own, says so, and refuses what was added among Loge’s', async () => {
    const { pool } = source;
    await pool.query('create schema own');
    await pool.query('create table own.notes (id int)');
    onTestFinished(async () => {
      await pool.query('drop schema own cascade');
    });
    expect((await backUp(fileOf(), deps)).foreign).toEqual(['own.notes']);
    await pool.query('create table public.notes (id int)');
    await expect(backUp(fileOf(), deps)).rejects.toThrow(/does not know public\.notes,/);
    await pool.query('drop table public.notes');
    await pool.query('alter table public.bookings add notes text');
    await expect(backUp(fileOf(), deps)).rejects.toThrow(/does not know public\.bookings\.notes,/);
    await pool.query('alter table public.bookings drop notes');
    expect((await backUp(fileOf(), deps)).foreign).toEqual(['own.notes']);
  });

  test('keeps no snapshot open while it reads bytes', async () => {
    const states: unknown[] = [];
    const read: Bytes['read'] = async (one, range) => {
      const { rows } = await source.pool.query<Record<string, unknown>>(
        `select state, xact_start from pg_stat_activity where application_name = 'loge-backup' and datname = current_database()`,
      );
      states.push(...rows);
      return sourceBytes.read(one, range);
    };
    await backUp(fileOf(), { ...deps, bytes: { ...sourceBytes, read } });
    expect(new Set(states.map((state) => JSON.stringify(state)))).toEqual(
      new Set([JSON.stringify({ state: 'idle', xact_start: null })]),
    );
  });

  test('says itself to the team, a failed one too, which leaves no file', async () => {
    const file = fileOf();
    await backUp(file, deps);
    await expect(backUp(file, deps)).rejects.toThrow('exists already');
    const broken = fileOf();
    const read: Bytes['read'] = async () => Readable.from(failing());
    await expect(backUp(broken, { ...deps, bytes: { ...sourceBytes, read } })).rejects.toThrow(
      'disk is gone',
    );
    expect(existsSync(broken)).toBe(false);
    expect(existsSync(`${broken}.partial`)).toBe(false);
    const { rows } = await source.pool.query(
      'select error, files from private.backups order by id desc limit 2',
    );
    expect(rows).toEqual([
      { error: expect.stringContaining('disk is gone'), files: null },
      { error: null, files: 2 },
    ]);
  });

  test('keeps bytes whose rows go away while it reads, and tells of those that were gone before', async () => {
    const version = await store(source.pool, sourceBytes, 'brief', Buffer.from('brief'));
    const lost = await store(source.pool, sourceBytes, 'lost', Buffer.from('lost'));
    await sourceBytes.discard(lost);
    const renders = await openRenders(join(sourceFolder, 'renders'), sourceBytes);
    const sweep = () => removeDiscarded({ pool: source.pool, bytes: sourceBytes, renders });
    let swept = -1;
    const read: Bytes['read'] = async (one, range) => {
      if (swept === -1) {
        await source.pool.query("delete from storage.objects where name in ('brief', 'lost')");
        swept = await sweep();
      }
      return sourceBytes.read(one, range);
    };
    const file = fileOf();
    const { missing, files } = await backUp(file, { ...deps, bytes: { ...sourceBytes, read } });
    expect({ swept, missing, files }).toEqual({ swept: 0, missing: [lost], files: 3 });
    expect(await sweep()).toBe(2);
    expect(filesIn(sourceFolder)).not.toContain(version);
    const backup = await openBackup(file);
    expect(backup.manifest.bytes.map((one) => one.version)).toContain(version);
    backup.close();
    // Nothing holds the lock any more.
    const { rows } = await source.pool.query<{ held: string }>(
      `select count(*) as held from pg_locks where locktype = 'advisory' and objid = ${BYTES_LOCK}`,
    );
    expect(rows).toEqual([{ held: '0' }]);
  });
});

async function* failing() {
  yield Buffer.from('a');
  throw new Error('the disk is gone');
}

describe('a file is refused in a sentence, before anything is changed,', () => {
  let whole: Buffer;
  beforeAll(async () => {
    const file = fileOf();
    await backUp(file, deps);
    whole = readFileSync(file);
  });
  const altered = async (change: (content: Buffer) => Buffer) => {
    const file = fileOf();
    writeFileSync(file, change(Buffer.from(whole)));
    return openBackup(file);
  };

  test('when it is not there, or is something else', async () => {
    await expect(openBackup(join(folder, 'absent'))).rejects.toThrow(/does not exist/);
    await expect(altered(() => Buffer.from('ceci n’est pas une sauvegarde'.repeat(50)))).rejects.toThrow(
      /is not a backup of Loge/,
    );
    const foreign = fileOf();
    const writer = await writeBackup(foreign);
    await writer.add('notes.txt', Readable.from([Buffer.from('bonjour')]), true);
    const later = {
      loge: '1',
      postgres: '18',
      migrations: [],
      tables: [],
      sequences: [],
      bytes: [],
      missing: [],
    };
    await writer.finish({ ...later, takenAt: '2026-01-01T00:00:00Z', keys });
    await expect(openBackup(foreign)).rejects.toThrow(/is damaged/);
  });

  test('when its end is missing', async () => {
    await expect(altered((content) => content.subarray(0, content.length - 1_000))).rejects.toThrow(
      /incomplete/,
    );
  });

  test('when a byte changed, wherever it is; but for the dates and lengths that a zip repeats, which nobody reads', async () => {
    const { manifest } = await altered((content) => content);
    const { length } = whole;
    const places = Array.from({ length: 40 }, (_, step) => Math.floor(((step + 0.5) * length) / 40));
    let refused = 0;
    for (const place of places) {
      const opened = altered((content) => {
        content[place] = (content[place] ?? 0) ^ 0x5a;
        return content;
      });
      try {
        // Each entry is compared with the manifest, and the manifest with its seal: the same manifest is the same content.
        expect((await opened).manifest, `byte ${place} of ${length}`).toEqual(manifest);
      } catch (error) {
        expect(error, `byte ${place} of ${length}`).toBeInstanceOf(BackupRefused);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(places.length / 2);
  });

  test('when the database is not empty, or is a later version’s', async () => {
    const file = fileOf();
    writeFileSync(file, whole);
    const backup = await openBackup(file);
    onTestFinished(() => backup.close());
    const before = await digests(source.pool);
    await expect(restore(backup, { database: source, bytes: sourceBytes })).rejects.toThrow(/is not empty/);
    expect(await digests(source.pool)).toEqual(before);

    const target = await emptyTarget();
    const { migrations } = backup.manifest;
    const with_ = (those: typeof migrations) => ({
      ...backup,
      manifest: { ...backup.manifest, migrations: those },
    });
    const added = { set: 'product', name: '9999_later.sql', checksum: 'x' };
    await expect(restore(with_([...migrations, added]), target)).rejects.toThrow(/newer version.*9999_later/);
    const changed = migrations.map((one, place) => (place === 3 ? { ...one, checksum: 'x' } : one));
    await expect(restore(with_(changed), target)).rejects.toThrow(/newer version/);
    // Rows of today with fewer migrations than made their tables.
    await expect(restore(with_(migrations.slice(0, 20)), target)).rejects.toThrow(
      /does not have the tables|stopped at/,
    );
    expect(await digests(target.database.pool)).toEqual({});
  });

  test('when the storage has anything, which another installation’s sweep would miss', async () => {
    const file = fileOf();
    writeFileSync(file, whole);
    const backup = await openBackup(file);
    onTestFinished(() => backup.close());
    const target = await emptyTarget();
    const put = async (version: string, content: Buffer) => {
      const incoming = await target.bytes.receive(Readable.from([content]), content.length);
      await target.bytes.keep(incoming, version);
    };
    const content = readFileSync(join(sourceFolder, 'objects', picture.slice(0, 2), picture));
    await put(picture, content);
    await expect(restore(backup, target)).rejects.toThrow(/storage is not empty.*--same-storage/);
    // Even where the storage is told to be the backup's: not what the backup does not have, nor other bytes.
    const other = randomUUID();
    await put(other, Buffer.from('other'));
    await expect(restore(backup, { ...target, sameStorage: true })).rejects.toThrow(other);
    await target.bytes.discard(other);
    await put(picture, Buffer.from('another picture'));
    await expect(restore(backup, { ...target, sameStorage: true })).rejects.toThrow(picture);
    await put(picture, content);
    expect(await digests(target.database.pool)).toEqual({});

    // A restore that fails then takes away what it has brought, and nothing that was there.
    const keep: Bytes['keep'] = async (incoming, version) => {
      await target.bytes.keep(incoming, version);
      throw new Error('the disk is full');
    };
    const full = { database: target.database, bytes: { ...target.bytes, keep }, sameStorage: true };
    await expect(restore(backup, full)).rejects.toThrow('the disk is full');
    expect(filesIn(target.path)).toEqual([picture]);
    await restore(backup, { ...target, sameStorage: true });
    expect(filesIn(target.path)).toEqual(backup.manifest.bytes.map(({ version }) => version).toSorted());
  });

  test('when it names tables or columns that this version does not make', async () => {
    const file = fileOf();
    writeFileSync(file, whole);
    const backup = await openBackup(file);
    onTestFinished(() => backup.close());
    const target = await emptyTarget();
    const { tables } = backup.manifest;
    const injected = 'public.bookings; drop table public.bookings';
    const rename = (change: (table: (typeof tables)[number]) => (typeof tables)[number]) =>
      tables.map((table) => (table.name === 'public.bookings' ? change(table) : table));
    for (const told of [
      { tables: rename((table) => ({ ...table, name: injected })) },
      { tables: rename((table) => ({ ...table, columns: `${table.columns}) from stdin; --` })) },
    ])
      await expect(restore({ ...backup, manifest: { ...backup.manifest, ...told } }, target)).rejects.toThrow(
        /does not have the tables of this version/,
      );
    expect(await digests(target.database.pool)).toEqual({});
  });

  test('and what fails half-way leaves an empty database and an empty storage', async () => {
    const file = fileOf();
    writeFileSync(file, whole);
    const backup = await openBackup(file);
    onTestFinished(() => backup.close());
    const target = await emptyTarget();
    const keep: Bytes['keep'] = async (incoming, version) => {
      await target.bytes.keep(incoming, version);
      if (version === backup.manifest.bytes.at(-1)?.version) throw new Error('the disk is full');
    };
    const bytes = { ...target.bytes, keep };
    await expect(restore(backup, { database: target.database, bytes })).rejects.toThrow('the disk is full');
    expect(await digests(target.database.pool)).toEqual({});
    expect(filesIn(target.path)).toEqual([]);
  });
});
