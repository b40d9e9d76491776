import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';

const BOOKINGS = 20_000;
const program = join(import.meta.dirname, 'testing/merge-process.ts');

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase('product');
});
afterAll(() => db.close());

const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;

test('killed while a merge renames the past, again and again: nothing is lost, and no sum is added twice', {
  timeout: 300_000,
}, async () => {
  await insertPerson(db.pool, { email: 'merge@loge.test', role: 'viewer' });
  await rows(
    "insert into categories (id, label, position) values ('ancien', 'Ancien', 900), ('nouveau', 'Nouveau', 901)",
  );
  // What is tested is the renaming: no trigger of bookings runs while their past is invented.
  const client = await db.pool.connect();
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    `insert into bookings (id, session_id, seats, viewer_id, title, category, confirmation, price_cents, fee_basis_points, settings_version,
       policy, viewer_zone, streamer_zone, buffer_before_minutes, buffer_after_minutes, duration_minutes, start_at, end_at, blocks_from,
       blocks_until, agreed_start_at, status, held_at, ended_at)
     select id, id, 1, (select id from profiles limit 1), 'Une heure', 'ancien', 'instant', 0, 1500,
       (select max(version) from platform_settings), '{}', 'Europe/Paris', 'Europe/Paris', 0, 0, 60, at, at + interval '1 hour', at,
       at + interval '1 hour', at, 'completed', at, at
     from generate_series(1, $1::int) as number,
       lateral (select gen_random_uuid() as id, timestamptz '2026-01-01' + number * interval '1 minute' as at) as start`,
    [BOOKINGS],
  );
  client.release(true);
  await rows(
    `insert into private.search_days (day, category, people, unfound)
     select date '2026-01-01' + number, category, 2, 1 from generate_series(1, 50) as number, unnest(array['ancien', 'nouveau']) as category`,
  );
  await rows("update categories set merged_into = 'nouveau', retired_at = now() where id = 'ancien'");
  const state = async () =>
    (
      await rows(
        `select (select count(*)::int from bookings where category = 'ancien') as old, (select count(*)::int from bookings) as all,
           (select sum(people)::int from private.search_days) as people, (select merge_finished_at from categories where id = 'ancien') as finished`,
      )
    )[0];
  let kills = 0;
  while ((await state()).finished === null) {
    const before = (await state()).old;
    const children = [0, 1].map(() =>
      spawn(process.execPath, [program, connectionUrl(db)], { env: { PATH: '/usr/bin:/bin' } }),
    );
    const gone = children.map((child) => once(child, 'exit'));
    await expect
      .poll(async () => (await state()).old < before || (await state()).finished !== null, {
        timeout: 60_000,
        interval: 3,
      })
      .toBe(true);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(gone);
    kills += 2;
    // At each moment every booking has one of both names, and every sum is there once.
    expect(await state()).toMatchObject({ all: BOOKINGS, people: 200 });
  }
  expect(kills).toBeGreaterThan(2);
  expect(await state()).toMatchObject({ old: 0, all: BOOKINGS, people: 200 });
  expect(await rows("select count(*)::int as n from private.search_days where category = 'ancien'")).toEqual([
    { n: 0 },
  ]);
});
