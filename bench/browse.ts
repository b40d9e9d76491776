/** Finding a streamer among 10,000, through the running server: `npm run bench -- --only=browse`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { browseStreamers, getHome, listNextStarts } from '#product/discovery/contract.ts';
import type { Contract, RequestOf } from '#product/shared/contract.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { type Engine, openBenchDatabase } from './cluster.ts';
import { type Figure, median } from './figure.ts';
import { type Loge, startLoge } from './loge.ts';

const ROUNDS = 41;

interface Ask<C extends Contract> {
  what: string;
  contract: C;
  body: RequestOf<C>;
  target: Figure['target'];
}

const ask = <C extends Contract>(
  what: string,
  contract: C,
  body: RequestOf<C>,
  below: number | null,
): Ask<Contract> => ({ what, contract, body: body as object, target: below === null ? null : { below } });

const asks = (below: number, streamerId: string): Ask<Contract>[] => [
  ask('first page', browseStreamers, {}, below),
  ask(
    'first page, four filters',
    browseStreamers,
    { category: 'echecs', language: 'fr', priceMaxCents: 4000, free: 'week' },
    below,
  ),
  ask(
    'first page, free on an evening, 60 min',
    browseStreamers,
    { free: 'evenings', durationMinutes: 60 },
    below,
  ),
  ask('first page, free this week', browseStreamers, { free: 'week' }, below),
  ask('first page, the soonest first', browseStreamers, { sort: 'soonest' }, below),
  ask(
    'first page, the soonest at a weekend first',
    browseStreamers,
    { sort: 'soonest', free: 'evenings', ratingMin: 4 },
    below,
  ),
  ask('first page of a search', browseStreamers, { query: 'échecs anouk' }, below),
  ask('first page of a search with a slip', browseStreamers, { query: 'ehcecs' }, below),
  ask('page 100', browseStreamers, { page: 100 }, null),
  ask('home', getHome, {}, null),
  ask('the slots of one profile', listNextStarts, { streamerId }, 15),
];

async function measureOne(
  loge: Loge,
  engine: Engine,
  { what, contract, body, target }: Ask<Contract>,
): Promise<Figure> {
  const times: number[] = [];
  let about = '';
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    const response = await fetch(`${loge.url}/functions/v1/${contract.name}`, {
      method: 'POST',
      headers: { apikey: loge.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { total?: number; cards?: unknown[] };
    if (!response.ok) throw new Error(`${contract.name}: ${JSON.stringify(answer)}`);
    times.push(performance.now() - begin);
    about = answer.total === undefined ? '' : `${answer.total} found, ${answer.cards?.length} shown; `;
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    what: `browse, ${engine}: ${what}`,
    value: median(times),
    unit: 'ms',
    target,
    note: `${about}p95 ${(sorted[Math.floor(times.length * 0.95)] ?? 0).toFixed(0)}`,
  };
}

interface Counter {
  query(sql: string): Promise<{ rows: { left?: number; id?: string }[] }>;
}

/** Waits until every streamer's free times are computed. @returns seconds */
async function computed(pool: {
  query(sql: string): Promise<{ rows: { left?: number; id?: string }[] }>;
}): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const { rows } = await pool.query('select count(*)::int as left from private.free_time_marks');
    if (rows[0]?.left === 0) return (performance.now() - begin) / 1000;
    await sleep(100);
  }
}

/** Fills a database of its own, runs Loge on it and asks. */
export async function measureBrowse(engine: Engine): Promise<Figure[]> {
  const bench = await openBenchDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const { pool } = bench.database;
  await migrate(pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
  for (const statement of readFileSync(join(import.meta.dirname, 'browse.sql'), 'utf8').split(/;\n/)) {
    if (statement.trim() !== '') await pool.query(statement);
  }
  const loge = await startLoge({ dataDir: folder, env: { DATABASE_URL: bench.url, DEMO_DATA: 'false' } });
  try {
    return await measureAll(loge, pool, engine);
  } finally {
    await loge.close();
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The figures of a server over a filled database. */
export async function measureAll(loge: Loge, pool: Counter, engine: Engine): Promise<Figure[]> {
  const seconds = await computed(pool);
  await pool.query('vacuum analyze');
  const { rows } = await pool.query('select id from private.bench_numbers where i = 4711');
  const id = rows[0]?.id ?? '';
  const figures: Figure[] = [
    {
      what: `browse, ${engine}: when 10,000 are free, computed again`,
      value: seconds,
      unit: 's',
      target: null,
    },
  ];
  for (const each of asks(engine === 'Postgres 15' ? 50 : 150, id)) {
    figures.push(await measureOne(loge, engine, each));
  }
  return figures;
}
