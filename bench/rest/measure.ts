import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { pino } from 'pino';
import { createGateway } from '#platform/gateway/gateway.ts';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { createRest } from '#platform/rest/rest.ts';
import type { Database } from '#server/postgres/database.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { OneTransaction } from '#server/postgres/one-transaction.ts';
import { parseSettings } from '#server/settings.ts';
import { type Engine, openBenchDatabase } from '../cluster.ts';
import { type Figure, median } from '../figure.ts';
import { startLoge } from '../loge.ts';
import { processorTimeOf } from '../memory.ts';

/** The statement that REST makes of a request: the one of its transaction that names the tables of the bench. */
async function statementsOf(
  { pool, connection }: Database,
  keys: Keys,
  headers: Record<string, string>,
  paths: Readonly<Record<string, string>>,
): Promise<Record<string, { text: string; values: unknown[] }>> {
  const seen: { text: string; values: unknown[] }[] = [];
  const original = pg.Client.prototype.query;
  const watched = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args;
    if (asked instanceof OneTransaction)
      for (const { text, values } of asked.steps)
        if (text.includes('bench_')) seen.push({ text, values: [...values] });
    return Reflect.apply(original, this, args);
  };
  const rest = await createRest({
    pool,
    connection,
    gateway: createGateway(keys, ['anon', 'authenticated', 'service_role']),
    schemas: ['public'],
    options: parseSettings({}).rest.options,
    limits: parseSettings({}).rest.limits,
    logger: pino({ level: 'silent' }),
  });
  Object.assign(pg.Client.prototype, { query: watched });
  try {
    const statements: Record<string, { text: string; values: unknown[] }> = {};
    for (const [name, path] of Object.entries(paths)) {
      const response = await rest.app.request(path, { headers });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      statements[name] = seen.at(-1)!;
    }
    return statements;
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
    await rest.close();
  }
}

const paths = {
  row: '/bench_offers?select=*&id=eq.4711',
  page: '/bench_offers?select=id,title,price_cents,streamer:bench_streamers(id,name)&order=created_at.desc&limit=20',
} as const;
const titles = { row: 'single row by id', page: 'page of 20 with one embedded row' } as const;

const person = '00000000-0000-4000-8000-00000000000a';

async function startBare(databaseUrl: string, given: object) {
  const bare = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-server.ts'), databaseUrl, JSON.stringify(given)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await new Promise<number>((resolve, reject) => {
    bare.stdout.once('data', (line) => resolve(Number(line)));
    bare.once('exit', () => reject(new Error('the bare server ended')));
  });
  return { url: `http://127.0.0.1:${port}`, pid: bare.pid ?? 0, close: () => bare.kill() };
}

interface Load {
  perSecond: number;
  /** Milliseconds of processor that Node used for one request. */
  cpu: number;
}

async function load(
  pid: number,
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<Load> {
  const used = () => Object.values(processorTimeOf(pid)).reduce((sum, each) => sum + each, 0);
  const before = used();
  const result = await autocannon({ url, headers, connections: 10, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  const { total } = result.requests;
  return { perSecond: total / result.duration, cpu: (used() - before) / total };
}

/** REST against the bare handler, in turns, so that what else the machine does weighs on both. */
export async function measureRest(engine: Engine): Promise<Figure[]> {
  const bench = await openBenchDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const settings = {
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  await migrate(bench.database.pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
  await bench.database.pool.query(readFileSync(join(import.meta.dirname, 'fixture.sql'), 'utf8'));
  const keys = await loadKeys({ dataDir: folder, ...settings });
  const claims = { sub: person, role: 'authenticated', aud: 'authenticated' };
  const now = Math.floor(Date.now() / 1000);
  const token = await keys.sign({ ...claims, iat: now, exp: now + 3600 });
  const headers = { apikey: keys.publishableKey, authorization: `Bearer ${token}` };
  const statements = await statementsOf(bench.database, keys, headers, paths);
  const bare = await startBare(bench.url, { who: { role: 'authenticated', claims }, statements });
  // All connections of the bench come from one address, which has fewer turns than there are connections; the bare handler knows no turns.
  const env = { DATABASE_URL: bench.url, DEMO_DATA: 'false', REST_PER_ADDRESS: '10', REST_POOL: '20' };
  const loge = await startLoge({ dataDir: folder, env });
  const figures: Figure[] = [];
  try {
    for (const kind of ['row', 'page'] as const) {
      const rest = `${loge.url}/rest/v1${paths[kind]}`;
      const once = async (seconds: number) => ({
        bare: await load(bare.pid, `${bare.url}/${kind}`, {}, seconds),
        rest: await load(loge.pid, rest, headers, seconds),
      });
      await once(2);
      const rounds: Record<'bare' | 'rest', Load>[] = [];
      for (let round = 0; round < 5; round += 1) rounds.push(await once(3));
      const middle = (pick: (round: Record<'bare' | 'rest', Load>) => number) => median(rounds.map(pick));
      const rates = [middle(({ rest }) => rest.perSecond), middle(({ bare }) => bare.perSecond)];
      const cpu = [middle(({ rest }) => rest.cpu), middle(({ bare }) => bare.cpu)];
      figures.push({
        what: `REST, ${titles[kind]}, ${engine}`,
        value: middle(({ rest, bare }) => rest.perSecond / bare.perSecond),
        unit: 'of bare',
        target: { atLeast: 0.85 },
        note: `${rates.map(Math.round).join('/s against ')}/s; processor of Node ${cpu.map((each) => each.toFixed(2)).join(' against ')} ms a request`,
      });
    }
  } finally {
    await loge.close();
    bare.close();
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
}
