import { once } from 'node:events';
import { createServer, connect as open, type Socket } from 'node:net';
import type pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { createMediaHome } from './home.ts';

let database: Database;
const close: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await createTestDatabase('empty');
});
afterEach(async () => {
  for (const each of close.splice(0)) await each();
  await database.close();
});

/** A network between a process and Postgres whose two ends can break independently. */
async function openNetwork({ host = '', port }: pg.ClientConfig) {
  const pairs: { near: Socket; far: Socket }[] = [];
  const network = createServer({ allowHalfOpen: true }, (near) => {
    const far = host.startsWith('/') ? open(`${host}/.s.PGSQL.${port}`) : open(Number(port), host);
    near.on('data', (data) => far.write(data)).on('error', () => undefined);
    near.on('end', () => {
      far.end();
      near.end();
    });
    far.on('data', (data) => near.write(data)).on('error', () => undefined);
    pairs.push({ near, far });
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  close.push(async () => {
    for (const { near, far } of pairs) for (const end of [near, far]) end.destroy();
    network.close();
  });
  const address = network.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, pairs };
}

async function stage() {
  const network = await openNetwork(database.connection);
  const told: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) });
  const home = createMediaHome({ ...database.connection, host: '127.0.0.1', port: network.port }, logger);
  close.unshift(() => home.close());
  /** The process of Postgres that holds the lock of this home. */
  const holder = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      "select l.pid from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and a.application_name = 'loge-media-home' and l.locktype = 'advisory' and l.granted",
    );
    expect(rows).toHaveLength(1);
    return rows[0]!.pid;
  };
  return { ...network, home, told, holder };
}

test('whose connection broke while Postgres still keeps it takes its own lock back', async () => {
  const { home, pairs, told, holder } = await stage();
  const key = await home.key();
  const before = await holder();
  pairs[0]!.near.destroy(); // and Postgres does not notice
  await vi.waitFor(() => expect(told.join()).toContain('is lost'));
  expect(await home.key()).toBe(key);
  expect(await holder()).not.toBe(before);
  expect(await home.mayTake(await poolClient(), key)).toBe(false);
}, 15_000);

test('whose former connection ends late keeps the one that it has', async () => {
  const { home, pairs, told, holder } = await stage();
  const key = await home.key();
  await database.pool.query('select pg_terminate_backend($1)', [await holder()]);
  await vi.waitFor(() => expect(told.join()).toContain('is lost')); // Postgres reported it, and the socket is still open
  expect(await home.key()).toBe(key);
  const second = await holder();
  pairs[0]!.near.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await home.key()).toBe(key);
  expect(await holder()).toBe(second);
  expect(pairs).toHaveLength(2);
}, 15_000);

async function poolClient(): Promise<pg.PoolClient> {
  const client = await database.pool.connect();
  close.unshift(async () => client.release());
  return client;
}
