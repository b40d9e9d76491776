import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Wait } from '#platform/testing/visitors-process.ts';
import { originIn } from '#server/greeting.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { clockOfRun } from '../scripts/test/moved-clock.ts';

/** Seconds of the parts: quiet, attack, quiet, attack, quiet, attack, quiet. Three minutes of attack in all. */
const QUIET = 20;
const ATTACK = 60;
const TURNS = 3;
/** Until what the attackers left under way is over. */
const SETTLE = 5;
const VISITORS = 50;
/** Of the program of the attackers. */
const ATTACKS = 13;
const PAYERS = 22;
/** What the visitors' p95 may be of its quiet value, and the server's memory. */
const MOST_SLOWER = 3;
const MOST_MEMORY = 1.5;

const key = 'sb_publishable_of_the_attacks_test';

let database: Database;
let dataDir: string;
let server: ChildProcess;
let origin: string | undefined;
let visitors: ChildProcess | undefined;
let askedProvider = 0;
/** A payment provider that accepts connections and never answers. */
const provider = createServer(() => {
  askedProvider += 1;
});

beforeAll(async () => {
  database = await createTestDatabase('empty');
  dataDir = mkdtempSync(join(tmpdir(), 'loge-attacks-'));
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  const main = join(import.meta.dirname, '../product/payments/testing/loge-at-double.ts');
  server = spawn(process.execPath, [main, `http://127.0.0.1:${port}`], {
    env: {
      PATH: '/usr/bin:/bin',
      ...clockOfRun,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: connectionUrl(database),
      SUPABASE_PUBLISHABLE_KEY: key,
      STRIPE_SECRET_KEY: 'sk_test_of_the_attacks',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_attacks',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_of_connected_attacks',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  for await (const line of createInterface({ input: server.stdout! })) {
    const found = originIn(line);
    if (found === null) continue;
    origin = found.replace('localhost', '127.0.0.1');
    break;
  }
  if (origin === undefined) throw new Error('the server ended');
  server.stdout?.resume();
}, 120_000);
afterAll(async () => {
  visitors?.kill('SIGKILL');
  server.kill('SIGKILL');
  provider.closeAllConnections();
  provider.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Bytes of the server's process. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024;

/** What was measured in one part. */
interface Part {
  waits: Wait[];
  memory: number[];
}
const newPart = (): Part => ({ waits: [], memory: [] });
let part = newPart();

const p95 = (parts: readonly Part[], what?: string): number => {
  const all = parts.flatMap(({ waits }) => waits.filter((wait) => what === undefined || wait.what === what));
  const inOrder = all.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  return inOrder[Math.floor(inOrder.length * 0.95)] ?? Number.NaN;
};
const mostMemory = (parts: readonly Part[]): number => Math.max(...parts.flatMap((each) => each.memory));

/** A process of `platform/testing`, in a session of its own: Linux may share its processors by session, and visitors and attackers are other machines than the server's. */
function startProcess(name: 'visitors' | 'attackers', ...args: string[]) {
  const program = join(import.meta.dirname, `platform/testing/${name}-process.ts`);
  const child = spawn(process.execPath, [program, String(origin), key, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  return { child, lines: createInterface({ input: child.stdout }) };
}

/** Lets the visitors in, and keeps what they waited for. */
async function openDoors(): Promise<void> {
  const { child, lines } = startProcess('visitors', String(VISITORS));
  visitors = child;
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the visitors are gone')));
    lines.on('line', (line) => {
      if (line === 'READY') resolve();
      else part.waits.push(JSON.parse(line) as Wait);
    });
  });
}

/** Lets the attackers loose, all of them or those named. */
async function attack(...names: string[]) {
  const { child, lines } = startProcess('attackers', ...(names.length === 0 ? [] : [names.join(';')]));
  let last = '';
  lines.on('line', (line) => (last = line));
  await expect
    .poll(
      () => {
        if (child.exitCode !== null) throw new Error('the attackers could not prepare themselves');
        return last;
      },
      { timeout: 120_000 },
    )
    .toBe('READY');
  return {
    /** @returns how often each attack was made, by how it was answered */
    async end() {
      child.kill('SIGTERM');
      await once(child, 'close');
      return JSON.parse(last) as Record<string, Record<string, number>>;
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
    await openDoors();
    await during(QUIET * 2); // for what is slow only once, and until the heap has its size
    const quiet = [await during(QUIET)];
    const attacked: Part[] = [];
    const records: Record<string, Record<string, number>>[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const attackers = await attack();
      attacked.push(await during(ATTACK));
      records.push(await attackers.end());
      await during(SETTLE);
      quiet.push(await during(QUIET));
    }

    // Each turn against the quiet around it, and the middle one of the turns: what else the machine does for a while is in both, or in one turn.
    const slower = attacked
      .map((each, turn) => p95([each]) / Math.max(...quiet.slice(turn, turn + 2).map((one) => p95([one]))))
      .toSorted((one, other) => one - other);
    const kinds = [...new Set(attacked.flatMap(({ waits }) => waits.map(({ what }) => what)))];
    console.log(
      JSON.stringify({
        slower,
        p95: { quiet: quiet.map((each) => p95([each])), attacked: attacked.map((each) => p95([each])) },
        byKind: kinds.map((what) => [what, p95(quiet, what), p95(attacked, what)]),
        asked: [quiet, attacked].map((parts) => parts.flatMap(({ waits }) => waits).length),
        memory: [...quiet, ...attacked].map((each) => Math.round(mostMemory([each]) / 1024 / 1024)),
        records,
      }),
    );
    // Each attack was made in each turn, and the provider was asked and said nothing.
    expect(records.map((record) => Object.keys(record).length)).toEqual(Array(TURNS).fill(ATTACKS));
    expect(askedProvider).toBeGreaterThanOrEqual(PAYERS);
    const failed = [...quiet, ...attacked].flatMap(({ waits }) =>
      waits.filter(({ failure }) => failure !== null),
    );
    expect(failed.slice(0, 10)).toEqual([]);
    expect(slower[Math.floor(TURNS / 2)]).toBeLessThan(MOST_SLOWER);
    expect(mostMemory(attacked) / mostMemory(quiet.slice(0, 1))).toBeLessThan(MOST_MEMORY);
  },
  (QUIET * (3 + TURNS) + (ATTACK + SETTLE) * TURNS + 400) * 1_000,
);

test('clients that stop reading take no memory that is not released', async () => {
  const usual = mostMemory([await during(10)]);
  const attackers = await attack('clients that stop reading');
  await during(20);
  expect((await attackers.end())['clients that stop reading']?.opened).toBeGreaterThanOrEqual(40);
  await expect.poll(() => memory() / usual, { timeout: 60_000, interval: 1_000 }).toBeLessThan(1.2);
}, 180_000);
