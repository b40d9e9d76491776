import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';

const PEOPLE = 1_500;
const program = join(import.meta.dirname, 'testing/send-process.ts');

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase('product');
});
afterAll(() => db.close());

const rows = async (sql: string) => (await db.pool.query(sql)).rows;

test('killed while an announcement is sent, again and again: everybody gets it, and nobody twice', {
  timeout: 240_000,
}, async () => {
  for (let index = 0; index < PEOPLE; index++)
    await insertPerson(db.pool, { email: `viewer-${index}@announced.test`, role: 'viewer' });
  await db.pool.query('insert into public.announcement_consents (person_id) select id from public.profiles');
  await db.pool.query(
    `insert into public.announcements (segment, title, body, on_banner, on_bell, by_mail, send_at, created_at)
     values ('all_viewers', 'Une annonce', 'À chacun une fois.', false, true, true, now() - interval '1 minute', now())`,
  );
  const sent = async () => (await rows('select sent_count as n, finished_at from public.announcements'))[0];
  let kills = 0;
  while ((await sent()).finished_at === null) {
    const before = (await sent()).n;
    // Two processes at once: one may hold the announcement when it dies.
    const children = [0, 1].map(() =>
      spawn(process.execPath, [program, connectionUrl(db)], { env: { PATH: '/usr/bin:/bin' } }),
    );
    const gone = children.map((child) => once(child, 'exit'));
    await expect
      .poll(
        async () => {
          const now = await sent();
          return now.n > before + 100 || now.finished_at !== null;
        },
        { timeout: 60_000, interval: 3 },
      )
      .toBe(true);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(gone);
    kills += 2;
    // What one reads agrees at each moment, not at the end alone.
    expect(
      await rows(
        `select (select sent_count from public.announcements) = (select count(*) from public.announcement_receipts)
           and (select count(*) from public.announcement_receipts) = (select count(*) from public.notifications where kind = 'announcement')
           and (select count(*) from public.announcement_receipts) = (select count(*) from mail.messages where kind = 'notice.announcement')
           as agrees`,
      ),
    ).toEqual([{ agrees: true }]);
  }
  expect(kills).toBeGreaterThan(2);
  expect(
    await rows(
      `select (select count(*)::int from public.announcement_receipts) as receipts,
         (select count(distinct person_id)::int from public.notifications where kind = 'announcement') as told,
         (select count(distinct to_address)::int from mail.messages where kind = 'notice.announcement') as mailed,
         (select mailed_count from public.announcements) as counted`,
    ),
  ).toEqual([{ receipts: PEOPLE, told: PEOPLE, mailed: PEOPLE, counted: PEOPLE }]);
});
