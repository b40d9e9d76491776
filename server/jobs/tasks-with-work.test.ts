import { expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { BEGUN_BY_WORK } from '#product/system/rules/begun-by-work.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { tasksWithWork } from './registry.ts';

const { pool } = await openTestDatabase('product');
const now = new Date();
const streamer = await insertPerson(pool, { email: 'streamer@loge.test', role: 'streamer' });
/** What has been left to do since, such as what somebody's arrival marks. */
const names = () => tasksWithWork(pool, now);
await pool.query(
  'truncate private.free_time_marks, private.statistics_marks, private.platform_marks, private.free_times, mail.messages',
);

test('a server where nothing happens is told of no task', async () => {
  expect(await names()).toEqual([]);
});

test('the team is told of exactly the tasks that work begins', async () => {
  const { rows } = await pool.query<{ prosrc: string }>(
    "select prosrc from pg_proc where oid = 'private.tasks_with_work(timestamptz)'::regprocedure",
  );
  const named = [...(rows[0]?.prosrc ?? '').matchAll(/select '([a-z/-]+)' where/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(BEGUN_BY_WORK.toSorted());
});

test.each([
  [
    'mail/deliver',
    "insert into mail.messages (kind, event, to_address, first_name) values ('test', '{}', 'a@loge.test', 'A')",
  ],
  ['discovery/refresh-free-times', 'insert into private.free_time_marks (streamer_id) values ($1)'],
  ['statistics/add-up', 'insert into private.statistics_marks (streamer_id, day) values ($1, current_date)'],
  [
    'analytics/add-up',
    "insert into private.platform_marks (day, kind) select current_date, 'hold' where $1::uuid is not null",
  ],
  [
    'documents/make',
    'insert into private.due_documents (booking_id, streamer_id, look_at) values (gen_random_uuid(), $1, now())',
  ],
  [
    'calendars/import',
    "insert into public.calendars (streamer_id, label, url, next_fetch_at) values ($1, 'Agenda', 'https://agenda.example/a.ics', now())",
  ],
])('%s is told once there is something to do, and not before its time', async (name, sql) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(sql, sql.includes('$1') ? [streamer] : []);
    const told = async (at: Date) =>
      (await client.query<{ name: string }>('select private.tasks_with_work($1) as name', [at])).rows.map(
        (row) => row.name,
      );
    expect(await told(new Date(Date.now() + 1_000))).toContain(name);
    if (sql.includes('now()')) expect(await told(new Date(Date.now() - 3_600_000))).not.toContain(name);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
