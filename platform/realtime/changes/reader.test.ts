import pg from 'pg';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { Channel } from '../channel.ts';
import { joinRaw, openRaw } from '../testing/raw-socket.ts';
import { eventually, openRealtime, quiet } from '../testing/server.ts';
import { createChanges } from './changes.ts';
import { createReader } from './reader.ts';

const server = await openRealtime(`
    create table first (id int primary key);
    create table second (id int primary key);
    grant select on first, second to anon;
    select realtime.publish_table('first'), realtime.publish_table('second')`);

async function follow(table: string) {
  const socket = await openRaw(server.url, server.keys.publishableKey);
  const config = { postgres_changes: [{ event: '*', schema: 'public', table }] };
  const joined = joinRaw(socket, `realtime:${table}`, config);
  const seen = () =>
    socket.frames
      .filter((frame) => (frame as unknown[])[3] === 'postgres_changes')
      .map((frame) => (frame as { data: { record: { id: number } } }[])[4]?.data.record.id);
  return { socket, joined, seen };
}

test('a client that joins while changes are read is answered when that reading is over, and misses no later change', async () => {
  const { pool } = server.database;
  const before = await follow('first');
  await before.joined;
  const holding = await pool.connect();
  await holding.query('begin; lock table realtime.changes');
  // A reading begins, for the tables that are followed now, and waits for the lock.
  await pool.query('notify realtime_changes');
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ n: string }>(
        "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%read_changes%' and datname = current_database()",
      );
      return Number(rows[0]?.n);
    })
    .toBe(1);
  const late = await follow('second');
  expect(await Promise.race([late.joined, quiet(300)])).toBeUndefined();
  await holding.query('insert into second values (1); commit');
  holding.release();
  expect(await late.joined).toMatchObject({ status: 'ok' });
  await pool.query('insert into second values (2)');
  await eventually(() => late.seen().includes(2));
  for (const { socket } of [before, late]) socket.close();
});

test('changes that could not be delivered are reported as a gap, because they are not read again', async () => {
  const { pool } = server.database;
  const delivered: unknown[] = [];
  let gaps = 0;
  const reader = createReader({
    pool,
    logger: pino({ level: 'silent' }),
    tables: async () => ['public.first'],
    async deliver(changes) {
      if (gaps === 0) throw new Error('the database is away');
      delivered.push(...changes.map(({ record }) => record?.id));
    },
    onGap: () => {
      gaps += 1;
    },
  });
  await reader.start();
  await pool.query('insert into first values (1)');
  reader.wake();
  await expect.poll(() => gaps).toBe(1);
  await pool.query('insert into first values (2)');
  reader.wake();
  await expect.poll(() => delivered).toEqual([2]);
  expect(gaps).toBe(1);
  reader.stop();
  await reader.idle();
});

test('a channel that could not begin to follow is not kept', async () => {
  const pool = new pg.Pool({ ...server.database.connection, max: 1, connectionTimeoutMillis: 1_000 });
  pool.on('error', () => undefined);
  const changes = createChanges({ pool, logger: pino({ level: 'silent' }), path: 'public' });
  const reset: string[] = [];
  const channel = (name: string) =>
    ({ name, subscriptions: [], reset: () => reset.push(name) }) as unknown as Channel; // no other field of the channel is read
  const busy = await pool.connect();
  await expect(changes.follow(channel('refused'))).rejects.toThrow('timeout exceeded');
  busy.release();
  await changes.follow(channel('taken'));
  changes.databaseRestarted();
  expect(reset).toEqual(['taken']);
  await changes.close();
  await pool.end();
});
