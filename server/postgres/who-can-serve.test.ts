import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import type { MigrationSet } from './migration-files.ts';
import { createTestDatabase } from './testing/database.ts';
import { filesDue, neededToServe } from './who-can-serve.ts';

describe('a migration', () => {
  test.each([
    'create table public.more (id uuid primary key)',
    'alter table things add column note text',
    "alter table things add column kind text not null default 'a'",
    'create index things_note_idx on things (note)',
    'insert into things (id) values (1); update things set note = null',
    "comment on table things is 'Drop table things; it is only a text.'",
    'create or replace function two() returns int language sql as $$ select 2; drop table things $$',
  ])('that only adds leaves the version before able to serve: %s', (sql) => {
    expect(neededToServe('0002_more.sql', sql)).toEqual([]);
  });

  test.each([
    'drop table things',
    'alter table things drop column note',
    'alter table things add column other int, drop column note',
    'alter table things rename column note to remark',
    'alter table things rename to objects',
    'alter table things alter column note set not null',
    'alter table things alter column note type int using 0',
    'alter table things add column note text not null',
    'alter table things add constraint things_note_check check (length(note) < 10)',
    'create unique index on things (note)',
    'alter table things add column x int;\n-- It goes.\ndrop function one()',
    'revoke select (note) on things from anon',
  ])('that takes away wants a version that has it: %s', (sql) => {
    expect(neededToServe('0002_more.sql', sql)).toEqual(['0002_more.sql']);
  });

  test('that takes away what nothing uses any more says since when', () => {
    const sql = '-- Served since 0002_more.sql\nalter table things drop column note';
    expect(neededToServe('0003_less.sql', sql)).toEqual(['0002_more.sql']);
  });
});

describe('versions on one database', () => {
  let db: Database;
  let folder: string;

  /** A version's files: those of the version before, and these. */
  const version = (
    name: string,
    before: MigrationSet | null,
    files: Record<string, string>,
  ): MigrationSet => {
    const of = (kind: string) => join(folder, name, kind);
    for (const kind of ['migrations', 'functions']) mkdirSync(of(kind), { recursive: true });
    if (before !== null) {
      cpSync(before.migrations, of('migrations'), { recursive: true });
      cpSync(before.repeatable.functions!, of('functions'), { recursive: true });
    }
    for (const [path, sql] of Object.entries(files)) writeFileSync(join(folder, name, path), sql);
    return { name: 'trial', migrations: of('migrations'), repeatable: { functions: of('functions') } };
  };
  const one = (answer: number) =>
    `create or replace function one() returns int language sql as $$ select ${answer} $$`;
  const answer = async () => (await db.pool.query('select one()')).rows[0]?.one;

  let first: MigrationSet;
  let second: MigrationSet;
  let third: MigrationSet;

  beforeEach(async () => {
    db = await createTestDatabase('empty');
    folder = mkdtempSync(join(tmpdir(), 'loge-versions-'));
    first = version('first', null, {
      'migrations/0001_things.sql': 'create table things (id int primary key, note text)',
      'functions/one.sql': one(1),
    });
    second = version('second', first, {
      'migrations/0002_remark.sql': 'alter table things add column remark text',
      'functions/one.sql': one(2),
    });
    third = version('third', second, {
      'migrations/0003_no_note.sql': '-- Served since 0002_remark.sql\nalter table things drop column note',
    });
  });
  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  test('a new version waits until the database was updated', async () => {
    expect(await filesDue(db.pool, [first])).toEqual([
      'trial/migration/0001_things.sql',
      'trial/functions/one.sql',
    ]);
    await migrate(db.pool, [first]);
    expect(await filesDue(db.pool, [first])).toEqual([]);
    expect(await filesDue(db.pool, [second])).toEqual([
      'trial/migration/0002_remark.sql',
      'trial/functions/one.sql',
    ]);
    await migrate(db.pool, [second]);
    expect(await filesDue(db.pool, [second])).toEqual([]);
  });

  test('the version before serves on beside the new one, starts again, and leaves the new functions', async () => {
    await migrate(db.pool, [first]);
    await migrate(db.pool, [second]);
    expect(await filesDue(db.pool, [first])).toEqual([]);
    expect(await migrate(db.pool, [first])).toEqual([]);
    expect(await answer()).toBe(2);
  });

  test('a function that the new version dropped was there once for the version before', async () => {
    await migrate(db.pool, [first]);
    rmSync(join(second.repeatable.functions!, 'one.sql'));
    await migrate(db.pool, [second]);
    expect(await filesDue(db.pool, [first])).toEqual([]);
  });

  test('the version before the one before cannot serve what was taken away, and says which it lacks', async () => {
    for (const set of [first, second, third]) await migrate(db.pool, [set]);
    expect(await filesDue(db.pool, [second])).toEqual([]);
    const refusal =
      /A newer version of Loge updated this database \(0003_no_note\.sql\)\. A version without 0002_remark\.sql/;
    await expect(filesDue(db.pool, [first])).rejects.toThrow(refusal);
    await expect(migrate(db.pool, [first])).rejects.toThrow(refusal);
    expect(await migrate(db.pool, [second])).toEqual([]);
  });

  test('a version that is neither older nor newer is refused', async () => {
    await migrate(db.pool, [second]);
    const other = version('other', first, { 'migrations/0002_other.sql': 'create table other ()' });
    await expect(migrate(db.pool, [other])).rejects.toThrow('neither version follows the other');
    await expect(filesDue(db.pool, [other])).rejects.toThrow('neither version follows the other');
  });

  test('functions alone that changed are put back by the version before, when it is told to update', async () => {
    await migrate(db.pool, [first]);
    const patched = version('patched', first, { 'functions/one.sql': one(3) });
    expect(await filesDue(db.pool, [patched])).toEqual(['trial/functions/one.sql']);
    await migrate(db.pool, [patched]);
    expect(await filesDue(db.pool, [first])).toEqual([]);
    expect(await migrate(db.pool, [first])).toEqual(['trial/functions/one.sql']);
    expect(await answer()).toBe(1);
  });
});
