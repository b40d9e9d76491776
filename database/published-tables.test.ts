import { expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const database = await openTestDatabase('product');

/**
 * What each published table tells of a deletion. Nobody can be asked any more who might have seen a row that is gone, so its key goes to
 * everybody who follows the table, as on a hosted project: they are published only where the key is drawn at random, or counts.
 */
const PUBLISHED = {
  bookings: 'deletes',
  payments: 'deletes',
  payment_orders: 'deletes',
  payouts: 'deletes',
  notifications: 'deletes',
  offers: 'deletes',
  weekly_hours: 'deletes',
  absences: 'deletes',
  travels: 'deletes',
  calendars: 'deletes',
  waiting_list_entries: 'deletes',
  session_messages: 'deletes',
  // Who reads which session.
  message_reads: 'no deletes',
  // On which day a streamer is away, or no longer.
  date_exceptions: 'no deletes',
  // Their key is a person, perhaps one whose page was never public.
  streamers: 'no deletes',
  payout_accounts: 'no deletes',
  streamer_channels: 'no deletes',
  // When somebody who wrote to the team left.
  support_threads: 'no deletes',
  support_messages: 'no deletes',
  support_notes: 'no deletes',
  // No row of it is ever deleted.
  platform_settings: 'no deletes',
} as const;

test('only tables whose key reveals nothing publish deletions', async () => {
  const { rows } = await database.pool.query<{ name: string; deletes: boolean; mute: boolean }>(
    `select c.relname as name, t.tgtype & 8 = 8 as deletes,
       (select count(*) = 1 and bool_and(pg_get_expr(d.adbin, d.adrelid) = 'gen_random_uuid()'
             or a.attidentity = 'a')
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where i.indrelid = c.oid and i.indisprimary) as mute
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'realtime_capture'`,
  );
  expect(
    Object.fromEntries(rows.map(({ name, deletes }) => [name, deletes ? 'deletes' : 'no deletes'])),
  ).toEqual(PUBLISHED);
  const told = rows.filter(({ deletes, mute }) => deletes && !mute);
  expect(told).toEqual([]);
});

test('the deletion of a row whose key reveals something is sent to nobody, its other changes are', async () => {
  const id = await insertPerson(database.pool, { email: 'anouk@loge.test', role: 'streamer' });
  await database.pool.query(
    "insert into streamers (id, handle, display_name) values ($1, 'anouk', 'Anouk') on conflict do nothing",
    [id],
  );
  const at = [id, '2027-05-01'];
  await database.pool.query('insert into date_exceptions (streamer_id, date) values ($1, $2)', at);
  await database.pool.query('delete from date_exceptions where streamer_id = $1 and date = $2', at);
  const { rows: told } = await database.pool.query(
    "select type from realtime.changes where table_name = 'date_exceptions'",
  );
  expect(told).toEqual([{ type: 'INSERT' }]);
});
