import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from './migrate.ts';
import type { MigrationSet } from './migration-files.ts';
import { createTestDatabase } from './testing/database.ts';

describe('migrations', () => {
  let db: Database;
  let folder: string;
  let set: MigrationSet;
  const write = (path: string, sql: string) => writeFileSync(join(folder, path), sql);

  beforeEach(async () => {
    db = await createTestDatabase('empty');
    folder = mkdtempSync(join(tmpdir(), 'loge-migrations-'));
    for (const name of ['migrations', 'functions', 'views']) mkdirSync(join(folder, name));
    set = {
      name: 'trial',
      migrations: join(folder, 'migrations'),
      repeatable: { functions: join(folder, 'functions'), views: join(folder, 'views') },
    };
    write('migrations/0001_things.sql', 'create table things (id int primary key)');
    write('functions/one.sql', 'create or replace function one() returns int language sql as $$ select 1 $$');
  });
  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  test('run once each, in order, and are recorded', async () => {
    write('migrations/0002_more.sql', 'alter table things add column name text');
    expect(await migrate(db.pool, [set])).toEqual([
      'trial/0001_things.sql',
      'trial/0002_more.sql',
      'trial/functions/one.sql',
    ]);
    expect(await migrate(db.pool, [set])).toEqual([]);
  });

  test('run once when ten processes start at the same time', async () => {
    const runs = await Promise.all(Array.from({ length: 10 }, () => migrate(db.pool, [set])));
    expect(runs.filter((done) => done.length > 0)).toHaveLength(1);
  });

  test('an old file that changed is refused, and nothing is applied', async () => {
    await migrate(db.pool, [set]);
    write('migrations/0001_things.sql', 'create table things (id bigint primary key)');
    write('migrations/0002_more.sql', 'create table more ()');
    await expect(migrate(db.pool, [set])).rejects.toThrow(
      'trial/0001_things.sql was changed after it was applied',
    );
    const { rows } = await db.pool.query("select to_regclass('more') as more");
    expect(rows).toEqual([{ more: null }]);
  });

  test('a file that was mended is taken as it ran before, and runs as it is now elsewhere', async () => {
    await migrate(db.pool, [set]);
    const first = 'create table things (id int primary key)';
    const mended = `-- Ran before as ${createHash('sha256').update(first).digest('hex')}\n${first}`;
    write('migrations/0001_things.sql', mended);
    expect(await migrate(db.pool, [set])).toEqual([]);
    const other = await createTestDatabase('empty');
    expect(await migrate(other.pool, [set])).toContain('trial/0001_things.sql');
    expect(await migrate(other.pool, [set])).toEqual([]);
    await other.close();
    write(
      'migrations/0001_things.sql',
      `${mended};`.replace(/[0-9a-f]{64}/, (sum) => sum.replace(/./, 'g')),
    );
    await expect(migrate(db.pool, [set])).rejects.toThrow('was changed after it was applied');
  });

  test('when one file fails, nothing of the whole run is kept', async () => {
    write('migrations/0002_broken.sql', 'create table half (); select nonsense');
    await expect(migrate(db.pool, [set])).rejects.toThrow('trial/0002_broken.sql');
    const { rows } = await db.pool.query(
      "select to_regclass('things') as things, to_regclass('half') as half",
    );
    expect(rows).toEqual([{ things: null, half: null }]);
  });

  test('a version that cannot update a database says where and why, and the version before still runs on it', async () => {
    await migrate(db.pool, [set]);
    const before = { ...set, migrations: join(folder, 'before') };
    cpSync(set.migrations, before.migrations, { recursive: true });
    write('migrations/0002_more.sql', 'alter table things add name text;\nupdate things set nam = id;');
    write('functions/one.sql', 'create or replace function one() returns int language sql as $$ select 2 $$');
    await expect(migrate(db.pool, [set])).rejects.toThrow(
      /^The upgrade of the database stopped at trial\/0002_more\.sql \(line 2\): .*"nam".* Nothing was changed: .*still runs/,
    );
    write('migrations/0002_more.sql', `do $$ begin\n  raise 'too old';\nend $$`);
    await expect(migrate(db.pool, [set])).rejects.toThrow(/0002_more\.sql \(.*line 2 at RAISE\): too old\./);
    write('functions/one.sql', 'create or replace function one() returns int language sql as $$ select 1 $$');
    expect(await migrate(db.pool, [before])).toEqual([]);
    expect((await db.pool.query('select one()')).rows).toEqual([{ one: 1 }]);
  });

  test('a deadlock with a process that is at work does not make the start fail', async () => {
    write('migrations/0002_more.sql', 'create table more (id int primary key)');
    await migrate(db.pool, [set]);
    write('functions/two.sql', 'alter table things add column if not exists a int; lock table more');
    const other = await db.pool.connect();
    try {
      // A connection that has waited for a second looks for deadlocks. This one never does, so that Postgres cancels the migration.
      await other.query("set deadlock_timeout = '10min'");
      await other.query('begin');
      await other.query('lock table more');
      const migrated = migrate(db.pool, [set]);
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%lock table more%'`;
      await expect.poll(async () => (await db.pool.query(waits)).rowCount, { interval: 10 }).toBe(1);
      await other.query('lock table things');
      await other.query('commit');
      expect(await migrated).toEqual(['trial/functions/two.sql']);
    } finally {
      other.release(true);
    }
  });

  test('a function is applied again when its text changes, and after any new migration', async () => {
    await migrate(db.pool, [set]);
    write('functions/one.sql', 'create or replace function one() returns int language sql as $$ select 2 $$');
    expect(await migrate(db.pool, [set])).toEqual(['trial/functions/one.sql']);
    expect((await db.pool.query('select one()')).rows).toEqual([{ one: 2 }]);
    write('migrations/0002_more.sql', 'create table more ()');
    expect(await migrate(db.pool, [set])).toEqual(['trial/0002_more.sql', 'trial/functions/one.sql']);
  });

  test('files of two folders use what the other brings, whatever their names', async () => {
    write(
      'functions/things.sql',
      `alter table things enable row level security;
       drop policy if exists seen on things; create policy seen on things using (is_seen(id));
       create or replace view a_things as select id from b_things;
       create or replace function is_seen(thing int) returns boolean language sql as $$ select exists (select from c_things c where c.id = thing) $$;`,
    );
    write(
      'views/more.sql',
      `create or replace trigger kept before insert on things for each row execute function keep();
       create or replace view c_things as select id from things where one() = 1;
       create or replace view b_things as select id from c_things;
       create or replace function keep() returns trigger language plpgsql as $$ begin return new; end $$;`,
    );
    const all = ['trial/functions/one.sql', 'trial/functions/things.sql', 'trial/views/more.sql'];
    expect(await migrate(db.pool, [set])).toEqual(['trial/0001_things.sql', ...all]);
    await db.pool.query('insert into things values (1)');
    expect((await db.pool.query('select * from a_things where is_seen(id)')).rows).toEqual([{ id: 1 }]);
    write('migrations/0002_more.sql', 'create table more ()');
    expect(await migrate(db.pool, [set])).toEqual(['trial/0002_more.sql', ...all]);
  });

  test('a function that names what is nowhere is refused, by its file and line', async () => {
    write(
      'functions/two.sql',
      'select 1;\ncreate or replace function two() returns int language sql as $$ select nowhere() $$;',
    );
    await expect(migrate(db.pool, [set])).rejects.toThrow(/trial\/two\.sql \(line 2\): .*nowhere/);
  });

  test('views that name each other stop the migration', async () => {
    write('views/a.sql', 'create or replace view a as select * from b;');
    write('views/b.sql', 'create or replace view b as select * from a;');
    await expect(migrate(db.pool, [set])).rejects.toThrow(/trial\/a\.sql .*"b"/);
  });

  test('a file that comes back after it was gone is applied again', async () => {
    const view = 'create or replace view numbers as select one() as n;';
    write('views/numbers.sql', view);
    await migrate(db.pool, [set]);
    rmSync(join(folder, 'views/numbers.sql'));
    await migrate(db.pool, [set]);
    await db.pool.query('drop view numbers');
    write('views/numbers.sql', view);
    expect(await migrate(db.pool, [set])).toEqual(['trial/views/numbers.sql']);
  });

  test('the tree’s own schema applies to an empty database and to a copy of the tree elsewhere', async () => {
    await migrate(db.pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
    const copy = join(folder, 'copy');
    cpSync(PLATFORM_SCHEMA.migrations, copy, { recursive: true });
    expect(await migrate(db.pool, [{ ...PLATFORM_SCHEMA, migrations: copy }, PRODUCT_SCHEMA])).toEqual([]);
  });

  test('no two migrations share a number, so that the number alone says which runs first', () => {
    // The exception: two files were released under one number, and an applied file cannot be renamed.
    const released = ['0070_payment_claims.sql', '0070_tasks.sql'];
    for (const { migrations } of [PLATFORM_SCHEMA, PRODUCT_SCHEMA]) {
      const numbers = readdirSync(migrations)
        .filter((name) => !released.includes(name))
        .map((name) => name.slice(0, 4));
      expect(numbers.length).toBeGreaterThan(0);
      expect(numbers).toEqual([...new Set(numbers)]);
    }
  });

  test('a release that brings nothing new to the lists leaves their constraints alone, and one that does replaces them', async () => {
    const product = await createTestDatabase('product');
    const constraints = async () => {
      const { rows } = await product.pool.query<{ oid: string; definition: string }>(
        `select oid, pg_get_constraintdef(oid) as definition from pg_constraint
         where conname = 'streamer_links_platform_check'`,
      );
      return rows;
    };
    const release = async () => {
      await product.pool.query(`delete from migrations.applied where name = 'list_checks.sql'`);
      expect(await migrate(product.pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA])).toEqual([
        'product/streamers/list_checks.sql',
      ]);
    };
    const before = await constraints();
    expect(before).toHaveLength(1);
    await release();
    expect(await constraints()).toEqual(before);

    await product.pool.query(
      `alter table public.streamer_links drop constraint streamer_links_platform_check,
         add constraint streamer_links_platform_check check (platform <> 'x')`,
    );
    await release();
    expect((await constraints()).map(({ definition }) => definition)).toEqual(
      before.map(({ definition }) => definition),
    );
    await product.close();
  });
});
