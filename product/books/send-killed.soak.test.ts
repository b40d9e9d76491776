import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';

const SCHEDULES = 60;
const MONTHS = 6;
const program = join(import.meta.dirname, 'testing/send-process.ts');

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase('product');
});
afterAll(() => db.close());

const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;

test('killed while files are sent, again and again: each period leaves once, to everybody once, and no file is left over', {
  timeout: 300_000,
}, async () => {
  const people: string[] = [];
  for (const name of ['anouk', 'leo'])
    people.push(await insertPerson(db.pool, { email: `${name}@books.test`, role: 'admin' }));
  await rows(
    `insert into accounting_months (month, closed_at, postings, reason)
     select make_date(2041, number, 1), make_date(2042, 1, 5), 0, 'Essai' from generate_series(1, 12) as number`,
  );
  await rows(
    `insert into private.report_schedules (kind, format, every, day, hour, recipients, next_month, created_at, created_by)
     select (array['month', 'trial_balance', 'payouts'])[1 + number % 3], 'csv', 'month', 5, 8, $2, '2041-01-01', now(), $3
     from generate_series(1, $1::int) as number`,
    [SCHEDULES, people, people[0]],
  );
  // The sixth month is due, and the seventh is not.
  const at = '2041-07-06T10:00:00Z';
  const state = async () =>
    (
      await rows(
        `select (select count(*)::int from private.report_sendings) as sent,
           (select count(*)::int from mail.messages where kind = 'notice.report_files') as mails,
           (select count(*)::int from accounting_files) as files`,
      )
    )[0];
  let kills = 0;
  while ((await state()).sent < SCHEDULES * MONTHS) {
    const before = (await state()).sent;
    // Two processes at once: one may hold a schedule when it dies.
    const children = [0, 1].map(() =>
      spawn(process.execPath, [program, connectionUrl(db), at], { env: { PATH: '/usr/bin:/bin' } }),
    );
    const gone = children.map((child) => once(child, 'exit'));
    await expect
      .poll(
        async () => {
          const { sent } = await state();
          return sent > before + 20 || sent === SCHEDULES * MONTHS;
        },
        { timeout: 60_000, interval: 3 },
      )
      .toBe(true);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(gone);
    kills += 2;
    // What one reads agrees at each moment, not at the end alone.
    const { sent, mails, files } = await state();
    expect({ mails, files }).toEqual({ mails: sent * people.length, files: sent });
  }
  expect(kills).toBeGreaterThan(2);
  expect(
    await rows(
      `select count(*)::int as mails, count(distinct (related ->> 'schedule_id', event ->> 'month', to_address))::int as different
       from mail.messages where kind = 'notice.report_files'`,
    ),
  ).toEqual([{ mails: SCHEDULES * MONTHS * 2, different: SCHEDULES * MONTHS * 2 }]);
  expect(
    await rows(
      "select distinct to_char(next_month, 'YYYY-MM') as next, trouble from private.report_schedules",
    ),
  ).toEqual([{ next: '2041-07', trouble: null }]);
});
