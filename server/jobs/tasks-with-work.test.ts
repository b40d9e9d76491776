import pino from 'pino';
import { expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { createSandbox } from '#server/integrations/payments/sandbox/sandbox.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { everyTask, findWork, type TaskDeps } from './registry.ts';

const { pool } = await openTestDatabase('product');
const now = new Date();
const streamer = await insertPerson(pool, { email: 'streamer@loge.test', role: 'streamer' });
/** No task runs here: what they are given is never read, but for what says which tasks there are. */
const tasks = everyTask({
  work: {},
  documents: {},
  mail: {},
  identity: {},
  lives: { webhook: null },
  scan: null,
  platform: [],
  payments: createSandbox({
    pool,
    logger: pino({ level: 'silent' }),
    secret: Buffer.alloc(32),
    siteUrl: () => '',
    webhookUrl: () => null,
  }),
} as unknown as TaskDeps);
const names = () => findWork(pool, tasks)(now);
/** What has been left to do since, such as what somebody's arrival marks. */
await pool.query(
  'truncate private.free_time_marks, private.statistics_marks, private.platform_marks, private.free_times, mail.messages',
);

test('a server where nothing happens is told of no task', async () => {
  expect(await names()).toEqual([]);
});

test('the version before asks in its own words, and is told of what it knows', async () => {
  const told = async () => (await pool.query('select private.tasks_with_work($1) as name', [now])).rows;
  expect(await told()).toEqual([]);
  await pool.query('insert into private.statistics_marks (streamer_id, day) values ($1, current_date)', [
    streamer,
  ]);
  expect(await told()).toEqual([{ name: 'statistics/add-up' }]);
  await pool.query('truncate private.statistics_marks');
});

test('these tasks begin as soon as they have work', () => {
  expect(tasks.flatMap(({ name, probe }) => (probe === undefined ? [] : [name])).toSorted()).toEqual([
    'analytics/add-up',
    'announcements/send',
    'booking/carry-out-deadlines',
    'calendars/import',
    'catalogue/finish-merges',
    'conference/end-lapsed-extensions',
    'discovery/refresh-free-times',
    'documents/make',
    'mail/deliver',
    'payments/carry-out-orders',
    'payments/send-payouts',
    'sandbox/pass-time',
    'statistics/add-up',
  ]);
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
    // On the connection of this transaction, which sees what it has not committed.
    const told = findWork(client as unknown as typeof pool, tasks);
    expect(await told(new Date(Date.now() + 1_000))).toContain(name);
    if (sql.includes('now()')) expect(await told(new Date(Date.now() - 3_600_000))).not.toContain(name);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
