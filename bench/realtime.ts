import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { WebSocket } from 'ws';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { openBenchDatabase } from './cluster.ts';
import { type Figure, median, percentile } from './figure.ts';
import { memoryOf, processorTimeOf } from './memory.ts';

const SOCKETS = 2_000;
const AUDIENCE = 500;
const BROADCASTS = 200;
const READERS = 100;
const WRITES = 300;

const FIXTURE = `
  create table bench_notes (id bigint generated always as identity primary key, owner uuid not null, text text not null default '',
    at timestamptz not null default clock_timestamp());
  create index bench_notes_owner_idx on bench_notes (owner);
  create table bench_silent (like bench_notes including all);
  alter table bench_notes enable row level security;
  grant select on bench_notes to authenticated;
  create policy own on bench_notes for select to authenticated using (owner = (select auth.uid()));
  select realtime.publish_table('bench_notes')`;

interface Client {
  send(frame: unknown[]): void;
  /** Called with each broadcast or change. */
  onNews: (payload: { [field: string]: unknown }) => void;
  close(): void;
}

/** The platform alone, in a process of its own: the product adds nothing to what a socket costs. */
async function startPlatform(dataDir: string, databaseUrl: string) {
  const child = spawn(process.execPath, ['server/platform-main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      REALTIME_SOCKETS_PER_ADDRESS: '10000',
      REALTIME_JOINS_PER_ADDRESS: '10000',
      LOG_LEVEL: 'warn',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/localhost:(\d+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error('the platform ended')));
  });
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { port, pid: child.pid ?? 0, close };
}

/** A socket that joined one topic. */
function openClient(url: string, topic: string, config: object, token?: string): Promise<Client> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const client: Client = {
    send: (frame) => socket.send(JSON.stringify(frame)),
    onNews: () => undefined,
    close: () => socket.terminate(),
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () =>
      client.send(['1', '1', topic, 'phx_join', { config, ...(token ? { access_token: token } : {}) }]),
    );
    socket.on('message', (data) => {
      const [, ref, , event, payload] = JSON.parse(String(data)) as [null, string, string, string, never];
      if (event === 'phx_reply' && ref === '1') {
        if ((payload as { status: string }).status === 'ok') resolve(client);
        else reject(new Error(JSON.stringify(payload)));
      } else if (event === 'broadcast' || event === 'postgres_changes') client.onNews(payload);
    });
  });
}

/** Opens clients some at a time, as people come. */
async function openAll(count: number, open: (at: number) => Promise<Client>): Promise<Client[]> {
  const clients: Client[] = [];
  for (let at = 0; at < count; at += 50)
    clients.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, count - at) }, (_, next) => open(at + next)))),
    );
  return clients;
}

const processorOf = (pid: number) => Object.values(processorTimeOf(pid)).reduce((sum, each) => sum + each, 0);

const residentOf = (pid: number) => Object.values(memoryOf(pid)).reduce((sum, { rss }) => sum + rss, 0);

async function measureSockets(url: string, pid: number): Promise<Figure[]> {
  const warm = await openAll(50, () => openClient(url, 'realtime:warm', {}));
  for (const client of warm) client.close();
  await sleep(500);
  const before = residentOf(pid);
  const started = performance.now();
  const clients = await openAll(SOCKETS, (at) =>
    openClient(url, `realtime:hall-${at % (SOCKETS / AUDIENCE)}`, {}),
  );
  const joined = performance.now() - started;
  await sleep(1_000);
  const each = (residentOf(pid) - before) / SOCKETS / 1024;

  const delays: number[] = [];
  const missed = () =>
    new Array<number>(BROADCASTS * AUDIENCE - delays.length).fill(Number.POSITIVE_INFINITY);
  for (const client of clients) {
    client.onNews = ({ payload }) => delays.push(performance.now() - (payload as { at: number }).at);
  }
  const speaker = await openClient(url, 'realtime:hall-0', {});
  const used = processorOf(pid);
  for (let at = 0; at < BROADCASTS; at += 1) {
    speaker.send([
      '1',
      null,
      'realtime:hall-0',
      'broadcast',
      { type: 'broadcast', event: 'x', payload: { at: performance.now() } },
    ]);
    await sleep(100);
  }
  await sleep(1_000);
  const processor = (processorOf(pid) - used) / BROADCASTS;
  for (const client of [...clients, speaker]) client.close();
  return [
    {
      what: `realtime: broadcast to ${AUDIENCE} of ${SOCKETS} sockets, p99`,
      value: percentile([...delays, ...missed()], 0.99),
      unit: 'ms',
      target: { below: 100 },
      note: `median ${median(delays).toFixed(1)} ms, ${delays.length} of ${BROADCASTS * AUDIENCE} heard, 10 broadcasts a second, ${processor.toFixed(1)} ms of the server’s processor each; the clients share the machine`,
    },
    {
      what: 'realtime: memory of a joined socket',
      value: each,
      unit: 'KB',
      target: null,
      note: `RSS of the server with ${SOCKETS} sockets; they joined in ${(joined / 1000).toFixed(1)} s`,
    },
  ];
}

async function measureChanges(url: string, pid: number, pool: pg.Pool, keys: Keys): Promise<Figure[]> {
  const people = Array.from({ length: READERS }, () => randomUUID());
  const binding = { event: '*', schema: 'public', table: 'bench_notes' };
  const clients = await openAll(READERS, async (at) => {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const token = await keys.sign({ sub: people[at] ?? '', role: 'authenticated', exp });
    // Half of them say which rows they want, the others leave it to row-level security.
    const filter = at % 2 === 0 ? { filter: `owner=eq.${people[at]}` } : {};
    return openClient(url, `realtime:notes-${at}`, { postgres_changes: [{ ...binding, ...filter }] }, token);
  });
  const committed = new Map<string, number>();
  const arrived = new Map<string, number>();
  for (const client of clients) {
    client.onNews = ({ data }) => {
      const { record } = data as { record: { text: string } };
      arrived.set(record.text, performance.now());
    };
  }
  const used = { node: processorOf(pid), ours: processorTimeOf(process.pid).postgres ?? 0 };
  for (let at = 0; at < WRITES; at += 1) {
    const text = `note ${at}`;
    committed.set(text, performance.now()); // before it is sent: the commit itself is part of the wait
    await pool.query('insert into bench_notes (owner, text) values ($1, $2)', [people[at % READERS], text]);
    await sleep(30);
  }
  await sleep(1_000);
  const node = (processorOf(pid) - used.node) / WRITES;
  const postgres = ((processorTimeOf(process.pid).postgres ?? 0) - used.ours) / WRITES;
  for (const client of clients) client.close();
  // What never arrived counts as endless, so that a loss cannot make the figure better.
  const delays = [...committed].map(([text, at]) => (arrived.get(text) ?? Number.POSITIVE_INFINITY) - at);
  return [
    {
      what: 'realtime: from a write to the client that shows it, Postgres 15, p99',
      value: percentile(delays, 0.99),
      unit: 'ms',
      target: { below: 150 },
      note: `median ${median(delays).toFixed(1)} ms; ${arrived.size} of ${WRITES} arrived; ${READERS} people follow, half without a filter, each sees only their own; processor a change: Node ${node.toFixed(1)} ms, Postgres ${postgres.toFixed(1)} ms`,
    },
  ];
}

/** Microseconds that being published adds to a write. */
async function measureWrites(pool: pg.Pool): Promise<Figure[]> {
  const client = await pool.connect();
  const owner = randomUUID();
  const single = async (table: string) => {
    const started = performance.now();
    for (let at = 0; at < 400; at += 1)
      await client.query(`insert into ${table} (owner) values ($1)`, [owner]);
    return ((performance.now() - started) / 400) * 1000;
  };
  const many = async (table: string) => {
    const started = performance.now();
    await client.query(`insert into ${table} (owner) select $1 from generate_series(1, 5000)`, [owner]);
    return ((performance.now() - started) / 5000) * 1000;
  };
  try {
    const figure = async (what: string, measure: (table: string) => Promise<number>): Promise<Figure> => {
      const [silent, told]: number[][] = [[], []];
      for (let round = 0; round < 5; round += 1) {
        silent?.push(await measure('bench_silent'));
        told?.push(await measure('bench_notes'));
      }
      const [without, with_] = [median(silent ?? []), median(told ?? [])];
      const note = `${with_.toFixed(0)} against ${without.toFixed(0)} µs, fsync on`;
      return { what, value: with_ - without, unit: 'µs', target: null, note };
    };
    return [
      await figure('realtime: a published table’s cost to a write of one row', single),
      await figure('realtime: the same for each row of a write of 5000', many),
    ];
  } finally {
    client.release();
  }
}

/** The limit of open files must allow 2000 sockets on either side (`ulimit -n`). */
export async function measureRealtime(): Promise<Figure[]> {
  const bench = await openBenchDatabase('Postgres 15');
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const nothing = {
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  const keys = await loadKeys({ dataDir, ...nothing });
  const platform = await startPlatform(dataDir, bench.url);
  const { pool } = bench.database;
  try {
    await pool.query(FIXTURE);
    const url = `ws://127.0.0.1:${platform.port}/realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=2.0.0`;
    return [
      ...(await measureSockets(url, platform.pid)),
      ...(await measureChanges(url, platform.pid, pool, keys)),
      ...(await measureWrites(pool)),
    ];
  } finally {
    await platform.close();
    await bench.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
