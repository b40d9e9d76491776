import { expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const database = await openTestDatabase('product');

/**
 * Row-level security cannot be asked about a row that is gone, so its deletion would go to everybody
 * who may select the table's key, as on a hosted project. That the key is drawn at random does not
 * help: that and when somebody left a waiting list is told too, and a streamer who saw the row knows
 * whose it was.
 */
test('no table tells of deletions: strangers would learn that something of somebody is gone', async () => {
  const { rows } = await database.pool.query<{ name: string; deletes: boolean; secured: boolean }>(
    `select c.relname as name, t.tgtype & 8 = 8 as deletes, c.relrowsecurity as secured
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'realtime_capture' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'absences',
    'bookings',
    'calendars',
    'date_exceptions',
    'message_reads',
    'notifications',
    'offers',
    'payment_orders',
    'payments',
    'payout_accounts',
    'payouts',
    'platform_settings',
    'session_messages',
    'streamer_channels',
    'streamers',
    'support_messages',
    'support_notes',
    'support_threads',
    'travels',
    'waiting_list_entries',
    'weekly_hours',
  ]);
  expect(rows.filter(({ deletes, secured }) => deletes || !secured)).toEqual([]);
});

test('the publication of a hosted project tells of none beside them', async () => {
  const { rows } = await database.pool.query(
    "select from pg_publication_tables where pubname = 'supabase_realtime'",
  );
  expect(rows).toEqual([]);
});

test('of a row that came and went only its coming is told', async () => {
  const id = await insertPerson(database.pool, { email: 'anouk@loge.test', role: 'streamer' });
  await database.pool.query(
    "insert into streamers (id, handle, display_name) values ($1, 'anouk', 'Anouk') on conflict do nothing",
    [id],
  );
  const at = [id, '2027-05-01'];
  await database.pool.query('insert into date_exceptions (streamer_id, date) values ($1, $2)', at);
  await database.pool.query('delete from date_exceptions where streamer_id = $1 and date = $2', at);
  await database.pool.query(
    'insert into weekly_hours (streamer_id, weekday, from_minute, to_minute) values ($1, 1, 600, 720)',
    [id],
  );
  await database.pool.query('delete from weekly_hours where streamer_id = $1', [id]);
  const { rows: told } = await database.pool.query(
    "select table_name as name, type from realtime.changes where table_name in ('date_exceptions', 'weekly_hours') order by 1",
  );
  expect(told).toEqual([
    { name: 'date_exceptions', type: 'INSERT' },
    { name: 'weekly_hours', type: 'INSERT' },
  ]);
});
