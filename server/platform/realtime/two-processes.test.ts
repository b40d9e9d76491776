import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadKeys } from '#server/platform/gateway/keys.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { clockOfRun } from '../../../scripts/test/moved-clock.ts';
import { eventually, subscribed } from './testing/server.ts';

/** The path of Debian's redis-server, where it is installed. */
const REDIS = spawnSync('redis-server', ['--version']).status === 0;
if (!REDIS) console.log('redis-server is not installed: the bus over Redis is not tested here');

const carriers = [
  { name: 'NOTIFY', over: 'Postgres' },
  { name: 'Redis', over: 'Redis' },
] as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Starts a Redis for this test alone, which writes nothing to disk. */
async function startRedis(port: number): Promise<ChildProcess> {
  const child = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--dir',
    dataDir,
  ]);
  children.add(child);
  for await (const line of createInterface({ input: child.stdout }))
    if (/Ready to accept/.test(line)) return child;
  throw new Error('redis-server ended');
}

let db: Database;
let environment: Record<string, string> = {};
let dataDir: string;
let key: string;
const children = new Set<ChildProcess>();
const clients: SupabaseClient[] = [];

/** Starts `npm run platform` as a separate process. */
async function startProcess(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../platform-main.ts')], {
    env: {
      PATH: '/usr/bin:/bin',
      ...clockOfRun,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: connectionUrl(db),
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /Plateforme : http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (port) return { url: `http://127.0.0.1:${port}`, child };
  }
  throw new Error('the process ended');
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  children.delete(child);
}

function clientOf(url: string): SupabaseClient {
  const auth = { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() };
  const client = createClient(url, key, { auth });
  clients.push(client);
  return client;
}

const presentIn = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort();

async function enter(url: string, topic: string, who: string): Promise<RealtimeChannel> {
  const channel = clientOf(url).channel(topic, { config: { presence: { key: who, enabled: true } } });
  expect((await subscribed(channel)).status).toBe('SUBSCRIBED');
  expect(await channel.track({ who })).toBe('ok');
  return channel;
}

describe.each(carriers)('two server processes that talk by $name', ({ over }) => {
  const isRedis = over === 'Redis';
  const on = test.skipIf(isRedis && !REDIS);
  let redis: { child: ChildProcess; port: number } | null = null;
  let first: { url: string; child: ChildProcess };
  let second: typeof first;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'loge-two-'));
    db = await createTestDatabase('platform');
    await db.pool.query(
      "create table open_notes (id int primary key); grant select on open_notes to anon; select realtime.publish_table('open_notes')",
    );
    key = (await loadKeys(parseSettings({ NODE_ENV: 'test', DATA_DIR: dataDir }))).publishableKey;
    if (isRedis && REDIS) {
      const port = await freePort();
      redis = { child: await startRedis(port), port };
      environment = { REDIS_URL: `redis://127.0.0.1:${port}` };
    }
    [first, second] = await Promise.all([startProcess(), startProcess()]);
  });
  afterAll(async () => {
    await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()));
    await Promise.all([...children].map((child) => stop(child, 'SIGTERM')));
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  on('carry a broadcast from one to the other, once, in order and of any length', async () => {
    const heard: string[] = [];
    const listener = clientOf(second.url)
      .channel('both')
      .on('broadcast', { event: '*' }, ({ event, payload }) => {
        heard.push(`${event} ${payload.text.length}`);
      });
    const speaker = clientOf(first.url).channel('both', { config: { broadcast: { ack: true } } });
    await Promise.all([subscribed(listener), subscribed(speaker)]);
    const lengths = [3, 20_000, 5, 9_000, 1];
    for (const [at, length] of lengths.entries())
      expect(
        await speaker.send({ type: 'broadcast', event: `e${at}`, payload: { text: 'é'.repeat(length) } }),
      ).toBe('ok');
    expect(await speaker.httpSend('http', { text: 'x' })).toEqual({ success: true });
    await eventually(() => heard.length >= lengths.length + 1);
    expect(heard).toEqual([...lengths.map((length, at) => `e${at} ${length}`), 'http 1']);
  });

  on('show the same people, those who came before the other process too', async () => {
    const anna = await enter(first.url, 'salon', 'anna');
    const bruno = await enter(second.url, 'salon', 'bruno');
    await eventually(() => presentIn(anna).length === 2 && presentIn(bruno).length === 2);
    const third = await startProcess();
    const chloe = await enter(third.url, 'salon', 'chloe');
    await eventually(() =>
      [anna, bruno, chloe].every((each) => presentIn(each).join() === 'anna,bruno,chloe'),
    );
    await stop(third.child, 'SIGTERM');
    await eventually(() => presentIn(anna).length === 2 && presentIn(bruno).length === 2);
    await anna.untrack();
    await eventually(() => presentIn(bruno).join() === 'bruno');
  });

  on('tell both of a commit', async () => {
    const seen: string[] = [];
    const follow = async (url: string, name: string) => {
      const channel = clientOf(url).channel('notes');
      channel.on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'open_notes' },
        ({ new: row }) => {
          seen.push(`${name} ${(row as { id: number }).id}`);
        },
      );
      expect((await subscribed(channel)).status).toBe('SUBSCRIBED');
    };
    await Promise.all([follow(first.url, 'first'), follow(second.url, 'second')]);
    await db.pool.query('insert into open_notes values (1)');
    await eventually(() => seen.length === 2);
    expect(seen.sort()).toEqual(['first 1', 'second 1']);
  });

  // The rule is the same with NOTIFY and Redis, and the test takes as long as a process may be silent: once is enough.
  test.skipIf(isRedis)('lose the people of a process that was killed', async () => {
    const doomed = await startProcess();
    const watcher = await enter(first.url, 'crash', 'watcher');
    await enter(doomed.url, 'crash', 'victim');
    await eventually(() => presentIn(watcher).length === 2);
    await stop(doomed.child, 'SIGKILL');
    await eventually(() => presentIn(watcher).join() === 'watcher', 20_000);
  });

  test.runIf(isRedis && REDIS)(
    'leave Postgres alone meanwhile, and find each other again after Redis was away',
    async () => {
      const told: unknown[] = [];
      const listener = await db.pool.connect();
      await listener.query('listen realtime_bus');
      listener.on('notification', ({ payload }) => told.push(payload));
      const [anna, bruno] = [
        await enter(first.url, 'redis', 'anna'),
        await enter(second.url, 'redis', 'bruno'),
      ];
      await eventually(() => presentIn(anna).length === 2);
      expect(told).toEqual([]);
      listener.release(true);

      await stop(redis!.child, 'SIGKILL');
      const chloe = await enter(second.url, 'redis', 'chloe');
      await eventually(() => presentIn(bruno).length === 3);
      await startRedis(redis!.port);
      await eventually(
        () => [anna, bruno, chloe].every((each) => presentIn(each).join() === 'anna,bruno,chloe'),
        15_000,
      );
    },
  );
});
