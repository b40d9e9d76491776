import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadKeys } from '#platform/gateway/keys.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { clockOfRun } from '../../../scripts/test/moved-clock.ts';
import { eventually, subscribed } from './server.ts';

interface Process {
  url: string;
  child: ChildProcess;
}

/** Two server processes of one database, there while the tests of a file run. */
export interface TwoProcesses {
  readonly db: Database;
  readonly first: Process;
  readonly second: Process;
  /** `npm run platform` once more. */
  startProcess(): Promise<Process>;
  /** A client of a server enters a channel under a name, and stays. */
  enter(url: string, topic: string, who: string): Promise<RealtimeChannel>;
}

export const presentIn = (channel: RealtimeChannel): string[] => Object.keys(channel.presenceState()).sort();

export async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/**
 * The tests of two server processes that show the same to their clients, whatever carries it from one to the other.
 * @param environment settings of each of them beside the database, known once the tests begin
 * @returns the two, for more tests of the same file
 */
export function testTwoProcesses(environment: () => Promise<Record<string, string>>): TwoProcesses {
  const children = new Set<ChildProcess>();
  const clients: SupabaseClient[] = [];
  let opened: { db: Database; dataDir: string; key: string; its: Record<string, string> };
  let first: Process;
  let second: Process;

  async function startProcess(): Promise<Process> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../server/platform-main.ts')], {
      env: {
        PATH: '/usr/bin:/bin',
        ...clockOfRun,
        PORT: '0',
        DATA_DIR: opened.dataDir,
        DATABASE_URL: connectionUrl(opened.db),
        LOG_LEVEL: 'error',
        ...opened.its,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    for await (const line of createInterface({ input: child.stdout })) {
      const port = /Platform: http:\/\/localhost:(\d+)/.exec(line)?.[1];
      if (port) return { url: `http://127.0.0.1:${port}`, child };
    }
    throw new Error('the process ended');
  }

  function clientOf(url: string): SupabaseClient {
    const auth = { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() };
    const client = createClient(url, opened.key, { auth });
    clients.push(client);
    return client;
  }

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loge-two-'));
    const db = await createTestDatabase('platform');
    await db.pool.query(
      "create table open_notes (id int primary key); grant select on open_notes to anon; select realtime.publish_table('open_notes')",
    );
    const { publishableKey } = await loadKeys(parseSettings({ NODE_ENV: 'test', DATA_DIR: dataDir }));
    opened = { db, dataDir, key: publishableKey, its: await environment() };
    [first, second] = await Promise.all([startProcess(), startProcess()]);
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.realtime.disconnect()));
    await Promise.all([...children].map((child) => stop(child, 'SIGTERM')));
    await opened.db.close();
    rmSync(opened.dataDir, { recursive: true, force: true });
  });

  async function enter(url: string, topic: string, who: string): Promise<RealtimeChannel> {
    const channel = clientOf(url).channel(topic, { config: { presence: { key: who, enabled: true } } });
    expect((await subscribed(channel)).status).toBe('SUBSCRIBED');
    expect(await channel.track({ who })).toBe('ok');
    return channel;
  }

  test('carry a broadcast from one to the other, once, in order and of any length', async () => {
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

  test('show the same people, those who came before the other process too', async () => {
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

  test('tell both of a commit', async () => {
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
    await opened.db.pool.query('insert into open_notes values (1)');
    await eventually(() => seen.length === 2);
    expect(seen.sort()).toEqual(['first 1', 'second 1']);
  });

  return {
    get db() {
      return opened.db;
    },
    get first() {
      return first;
    },
    get second() {
      return second;
    },
    startProcess,
    enter,
  };
}
