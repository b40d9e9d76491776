import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockOfRun } from '../scripts/test/moved-clock.ts';
import type { Database } from './postgres/database.ts';
import { connectionUrl, createTestDatabase } from './postgres/testing/database.ts';

/** Seconds of each part. The quiet parts stand around the attack, so that what else the machine does changes neither figure alone. */
const QUIET = 30;
const ATTACK = 180;
const VISITORS = 50;
/** What the visitors' p95 may be of its quiet value, and the server's memory. */
const MOST_SLOWER = 3;
const MOST_MEMORY = 1.5;

const key = 'sb_publishable_of_the_attacks_test';
const password = 'un mot de passe assez long';

let database: Database;
let dataDir: string;
let server: ChildProcess;
let origin: string;
let visitors: Visitor[] = [];

beforeAll(async () => {
  database = await createTestDatabase('empty');
  dataDir = mkdtempSync(join(tmpdir(), 'loge-attacks-'));
  server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: '/usr/bin:/bin',
      ...clockOfRun,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: connectionUrl(database),
      SUPABASE_PUBLISHABLE_KEY: key,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout! })) {
    const found = /Loge est ouverte : (\S+)/.exec(line)?.[1];
    if (found === undefined) continue;
    origin = found.replace('localhost', '127.0.0.1');
    break;
  }
  server.stdout?.resume();
}, 120_000);
afterAll(async () => {
  for (const { leave } of visitors) await leave();
  server.kill('SIGKILL');
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Bytes of the server's process. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024;

/** What was measured in one part. */
interface Part {
  milliseconds: number[];
  failures: string[];
  memory: number[];
}
const newPart = (): Part => ({ milliseconds: [], failures: [], memory: [] });
let part = newPart();

const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN;

interface Visitor {
  /** Goes on until it is ended. */
  going: Promise<void>;
  leave(): Promise<void>;
}

/** Somebody who signs in, looks around, reads an offer's starts and follows what happens, with a second between two things. */
async function visit(at: number, offers: readonly string[]): Promise<Visitor> {
  const address = `203.0.113.${at}`;
  const { fetch: send } = globalThis;
  const from: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', address);
    return send(input, { ...init, headers });
  };
  const client: SupabaseClient = createClient(origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: `visitor-${at}` },
    global: { fetch: from },
  });
  const email = `visiteuse-${at}@exemple.fr`;
  const signedUp = await client.auth.signUp({ email, password });
  if (signedUp.error) throw signedUp.error;
  let left = false;

  /** Waits for one thing, and takes its time. `work` gives what went wrong, or null. */
  async function time(what: string, work: () => Promise<string | null>): Promise<void> {
    const began = performance.now();
    const own = part;
    const failure = await work().catch((error: Error) => error.message);
    if (left) return;
    own.milliseconds.push(performance.now() - began);
    if (failure !== null) own.failures.push(`${what}: ${failure}`);
    await sleep(500 + Math.random() * 1_000);
  }
  const command = async (name: string, body: object) => {
    const { error } = await client.functions.invoke(name, { body });
    return error === null ? null : `${error.name} ${(error.context as Response).status}`;
  };
  const read = async (query: PromiseLike<{ status: number; error: { message: string } | null }>) => {
    const { status, error } = await query;
    return error === null ? null : `${status} ${error.message}`;
  };
  async function follow(): Promise<string | null> {
    const channel = client
      .channel('notifications')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'notifications' }, () => undefined);
    const failure = await new Promise<string | null>((resolve) => {
      channel.subscribe((status, error) =>
        resolve(status === 'SUBSCRIBED' ? null : `${status} ${error?.message ?? ''}`),
      );
    });
    await client.removeChannel(channel);
    return failure;
  }

  async function goOn(): Promise<void> {
    const offerId = offers[at % offers.length];
    while (!left) {
      await time(
        'sign in',
        async () => (await client.auth.signInWithPassword({ email, password })).error?.message ?? null,
      );
      for (let round = 0; round < 3 && !left; round += 1) {
        await time('home', () => command('discovery/get-home', {}));
        await time('browse', () => command('discovery/browse-streamers', { page: 1 + (round % 2) }));
        const day = Date.now() + round * 86_400_000;
        const stretch = {
          from: new Date(day).toISOString(),
          until: new Date(day + 7 * 86_400_000).toISOString(),
        };
        await time('slots', () => command('availability/list-slots', { offerId, ...stretch }));
        await time('rest', () =>
          read(client.from('streamers').select('id,display_name,offers(id,title)').limit(20)),
        );
        await time('realtime', follow);
      }
    }
  }
  return {
    going: goOn(),
    async leave() {
      left = true;
      await client.realtime.disconnect();
    },
  };
}

/**
 * Lets the attackers loose, all of them or those named. They are no part of what is measured: they run behind everybody, and in a session of
 * their own, because Linux may share its processors by session and they would else take the server's part.
 */
async function attack(...names: string[]) {
  const program = join(import.meta.dirname, 'platform/testing/attackers-process.ts');
  const attackers = spawn(
    'nice',
    ['-n', '10', process.execPath, program, origin, key, ...(names.length === 0 ? [] : [names.join(';')])],
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  const lines: string[] = [];
  createInterface({ input: attackers.stdout }).on('line', (line) => lines.push(line));
  await expect.poll(() => lines).toContain('READY');
  return {
    /** @returns how often each attack was made, by how it was answered */
    async end() {
      attackers.kill('SIGTERM');
      await once(attackers, 'close');
      return JSON.parse(lines.at(-1) ?? '{}') as Record<string, Record<string, number>>;
    },
  };
}

/** One part of the measurement. */
async function during(seconds: number): Promise<Part> {
  part = newPart();
  const measured = part;
  const looking = setInterval(() => measured.memory.push(memory()), 1_000);
  await sleep(seconds * 1_000);
  clearInterval(looking);
  return measured;
}

test(
  'all attacks at once take the service from none of fifty visitors',
  async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from offers where is_active and archived_at is null limit 20',
    );
    visitors = await Promise.all(
      Array.from({ length: VISITORS }, (_, at) =>
        visit(
          at + 1,
          rows.map(({ id }) => id),
        ),
      ),
    );
    await during(QUIET * 2); // for what is slow only once, and until the heap has its size
    const before = await during(QUIET);
    const attackers = await attack();
    const attacked = await during(ATTACK);
    const record = await attackers.end();
    const after = await during(QUIET);

    const quiet = Math.max(p95(before.milliseconds), p95(after.milliseconds));
    const memoryBefore = Math.max(...before.memory);
    console.log(
      JSON.stringify({
        p95: {
          before: p95(before.milliseconds),
          attacked: p95(attacked.milliseconds),
          after: p95(after.milliseconds),
        },
        asked: [before, attacked, after].map(({ milliseconds }) => milliseconds.length),
        memory: [before, attacked, after].map((each) => Math.round(Math.max(...each.memory) / 1024 / 1024)),
        last: Math.round((after.memory.at(-1) ?? 0) / 1024 / 1024),
        failures: [before, attacked, after].map(({ failures }) => failures.slice(0, 5)),
        record,
      }),
    );
    // Each attack was made.
    expect(Object.keys(record).length).toBe(12);
    expect([...before.failures, ...attacked.failures, ...after.failures].slice(0, 10)).toEqual([]);
    expect(p95(attacked.milliseconds) / quiet).toBeLessThan(MOST_SLOWER);
    expect(Math.max(...attacked.memory) / memoryBefore).toBeLessThan(MOST_MEMORY);
  },
  (QUIET * 4 + ATTACK + 120) * 1_000,
);

test('clients that stop reading take no memory that is not given back', async () => {
  const usual = Math.max(...(await during(10)).memory);
  const attackers = await attack('clients that stop reading');
  await during(20);
  expect((await attackers.end())['clients that stop reading']?.opened).toBeGreaterThanOrEqual(40);
  await expect.poll(() => memory() / usual, { timeout: 60_000, interval: 1_000 }).toBeLessThan(1.2);
}, 180_000);
