import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { beginAs } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { insertPerson } from './seed/factories.ts';

const db = await openTestDatabase('product');

/** Who may do what to a picture of whom: the lines are operations, the columns callers. */
const CALLERS = ['anonymous', 'its person', 'another person', 'admin', 'service'] as const;
type Caller = (typeof CALLERS)[number];

const ids = { person: '', other: '', admin: '' };
beforeAll(async () => {
  ids.person = await insertPerson(db.pool, { email: 'personne@loge.test', role: 'streamer' });
  ids.other = await insertPerson(db.pool, { email: 'autre@loge.test', role: 'streamer' });
  ids.admin = await insertPerson(db.pool, { email: 'admin@loge.test', role: 'admin' });
});

const insertObject = (bucket: string, owner: string, name = `${owner}/${randomUUID()}`) =>
  `insert into storage.objects (bucket_id, name, owner_id, version) values ('${bucket}', '${name}', '${owner}', '${randomUUID()}')`;

async function outcome(caller: Caller, bucket: string, sql: string): Promise<'Y' | 'n' | '-'> {
  const sub = { 'its person': ids.person, 'another person': ids.other, admin: ids.admin }[caller as 'admin'];
  const role = caller === 'anonymous' ? 'anon' : caller === 'service' ? 'service_role' : 'authenticated';
  const client: pg.PoolClient = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(insertObject(bucket, ids.person, `${ids.person}/there`));
    await client.query('savepoint there');
    await beginAs(client, { role, claims: { role, ...(sub && { sub }) } }, 'public', 'savepoint began');
    const { rowCount } = await client.query(sql);
    return rowCount === 0 ? 'n' : 'Y';
  } catch (error) {
    if ((error as pg.DatabaseError).code === '42501') return '-';
    throw error;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe.each(['avatars', 'covers', 'gallery'])('%s', (bucket) => {
  test.each([
    ['select', () => "select from storage.objects where name like '%/there'", 'n Y n n Y'],
    ['insert into their folder', () => insertObject(bucket, ids.person), '- Y - - Y'],
    [
      'insert as theirs into another folder',
      () => insertObject(bucket, ids.person, `${ids.other}/x`),
      '- - - - Y',
    ],
    ['insert into no folder', () => insertObject(bucket, ids.person, 'x'), '- - - - Y'],
    ['update', () => "update storage.objects set updated_at = now() where name like '%/there'", 'n Y n n Y'],
    [
      'give away',
      () => `update storage.objects set name = '${ids.other}/x' where name like '%/there'`,
      'n - n n Y',
    ],
    ['delete', () => "delete from storage.objects where name like '%/there'", 'n Y n n Y'],
    [
      'change the bucket',
      () => `update storage.buckets set public = false where id = '${bucket}'`,
      'n n n n Y',
    ],
  ])('%s', async (_what, sql, expected) => {
    const marks: string[] = [];
    for (const caller of CALLERS) marks.push(await outcome(caller, bucket, sql()));
    expect(marks.join(' ')).toBe(expected);
  });

  test('one keeps ten pictures at most', async () => {
    const client = await db.pool.connect();
    try {
      await beginAs(client, { role: 'authenticated', claims: { role: 'authenticated', sub: ids.other } });
      for (let count = 0; count < 10; count += 1) await client.query(insertObject(bucket, ids.other));
      await expect(client.query(insertObject(bucket, ids.other))).rejects.toThrow('row-level security');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

test.each([
  ['for good', 'delete from auth.users where id = $1'],
  ['softly', 'update auth.users set deleted_at = now() where id = $1'],
])('an account that is deleted %s leaves no picture, and its bytes are told to go', async (_how, sql) => {
  const id = await insertPerson(db.pool, { email: `${randomUUID()}@loge.test`, role: 'viewer' });
  await db.pool.query(insertObject('avatars', id));
  await db.pool.query(insertObject('covers', id));
  const { rows } = await db.pool.query<{ version: string }>(
    'select version from storage.objects where owner_id = $1',
    [id],
  );
  await db.pool.query(sql, [id]);
  const left = await db.pool.query('select from storage.objects where owner_id = $1', [id]);
  expect(left.rowCount).toBe(0);
  const discarded = await db.pool.query('select from storage.discarded_versions where version = any($1)', [
    rows.map(({ version }) => version),
  ]);
  expect(discarded.rowCount).toBe(2);
});

test.each([
  ['https://images.example/a.jpg', false],
  ['/storage/v1/object/public/covers/a/b', true],
  ['//elsewhere.example/a.jpg', false],
  ['/\\elsewhere.example/a.jpg', false],
  ['/\t/elsewhere.example/a.jpg', false],
  ['https:\\\\elsewhere.example/a.jpg', false],
  ['http://plain.example/a.jpg', false],
])('a page shows pictures of this site alone: %j', async (url, taken) => {
  const update = (sql: string) =>
    db.pool.query(sql, [url, ids.person]).then(
      () => true,
      (error: pg.DatabaseError) => error.code !== '23514',
    );
  expect(await update('update streamers set banner_url = $1 where id = $2')).toBe(taken);
  expect(await update('update profiles set avatar_url = $1 where id = $2')).toBe(taken);
});

test('a page shows six pictures of its streamer’s own at most', async () => {
  const own = (owner: string) => `/storage/v1/object/public/gallery/${owner}/${randomUUID()}`;
  const show = async (urls: string[]) =>
    db.pool
      .query('update streamers set gallery_urls = $1 where id = $2', [urls, ids.person])
      .then(({ rowCount }) => rowCount)
      .catch((error: pg.DatabaseError) => error.constraint);
  const refused = 'streamers_gallery_urls_check';
  expect(await show(Array.from({ length: 6 }, () => own(ids.person)))).toBe(1);
  expect(await show(Array.from({ length: 7 }, () => own(ids.person)))).toBe(refused);
  expect(await show([own(ids.person), own(ids.other)])).toBe(refused);
  expect(await show(['https://elsewhere.test/a.png'])).toBe(refused);
  expect(await show([`${own(ids.person)} /storage/v1/x`])).toBe(refused);
  expect(await show([])).toBe(1);
});
