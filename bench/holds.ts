import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { insertPerson } from '#database/seed/factories.ts';
import { loadKeys } from '#platform/gateway/keys.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { openBenchDatabase } from './cluster.ts';
import { type Figure, median } from './figure.ts';
import { startLoge } from './loge.ts';
import { processorTimeOf } from './memory.ts';

const STREAMERS = 40;
const VIEWERS = 800;
const CONNECTIONS = 20;
const RACERS = 500;
const SECONDS = 6;
const QUARTER = 900_000;
/** Quarters of an hour that are offered from: 40 days, day and night. */
const QUARTERS = 40 * 96;

interface Fixture {
  /** One offer of each streamer, a quarter of an hour long. */
  offers: string[];
  viewers: string[];
}

/** Streamers who are there day and night, so that what is measured is holding and not a lack of slots. */
async function layFixture(pool: pg.Pool): Promise<Fixture> {
  const fixture: Fixture = { offers: [], viewers: [] };
  for (let index = 0; index < STREAMERS; index++) {
    const id = await insertPerson(pool, { email: `streamer-${index}@bench.test`, role: 'streamer' });
    await pool.query(
      'update public.streamers set published_at = now(), buffer_after_minutes = 0, notice_minutes = 0 where id = $1',
      [id],
    );
    await pool.query(
      `insert into public.weekly_hours (streamer_id, weekday, from_minute, to_minute)
       select $1, day, 0, 1440 from generate_series(1, 7) as day`,
      [id],
    );
    const { rows } = await pool.query<{ id: string }>(
      `insert into public.offers (streamer_id, title, category, duration_minutes, price_cents)
       values ($1, 'Relecture de partie', 'coaching', 15, 3000) returning id`,
      [id],
    );
    fixture.offers.push(rows[0]!.id);
  }
  for (let index = 0; index < VIEWERS; index++) {
    fixture.viewers.push(await insertPerson(pool, { email: `viewer-${index}@bench.test`, role: 'viewer' }));
  }
  return fixture;
}

const sum = (times: Record<string, number>) => Object.values(times).reduce((total, each) => total + each, 0);

type Hold = (viewer: string, offerId: string, start: number) => Promise<string>;

interface Load {
  perSecond: number;
  seconds: number;
  /** Milliseconds. */
  median: number;
  refused: string[];
}

/** Viewers who each hold a slot of their own, so many at a time; each viewer comes at most three times. */
async function load(hold: Hold, fixture: Fixture, offerFor: (index: number) => string): Promise<Load> {
  const first = Math.ceil((Date.now() + 86_400_000) / QUARTER);
  const took: number[] = [];
  const refused: string[] = [];
  const [began, most] = [performance.now(), fixture.viewers.length * 3];
  let next = 0;
  const client = async () => {
    while (next < most && performance.now() - began < SECONDS * 1_000) {
      const index = next++;
      const sent = performance.now();
      const start = (first + (index % QUARTERS)) * QUARTER;
      const code = await hold(fixture.viewers[index % fixture.viewers.length]!, offerFor(index), start);
      if (code === 'held') took.push(performance.now() - sent);
      else refused.push(code);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: took.length / seconds, seconds, median: median(took), refused };
}

/** Holding slots through the running server, on a Postgres that writes safely. */
export async function measureHolds(): Promise<Figure[]> {
  const bench = await openBenchDatabase('Postgres 15');
  const { pool } = bench.database;
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  await migrate(pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
  const fixture = await layFixture(pool);
  const none = {
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  const keys = await loadKeys({ dataDir: folder, ...none });
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const tokens = new Map<string, string>();
  for (const sub of fixture.viewers) tokens.set(sub, await keys.sign({ sub, role: 'authenticated', exp }));
  const loge = await startLoge({ dataDir: folder, env: { DATABASE_URL: bench.url, DEMO_DATA: 'false' } });
  const hold: Hold = async (viewer, offerId, start) => {
    const response = await fetch(`${loge.url}/functions/v1/booking/hold-slot`, {
      method: 'POST',
      headers: { apikey: keys.publishableKey, authorization: `Bearer ${tokens.get(viewer)}` },
      body: JSON.stringify({
        key: randomUUID(),
        offerId,
        offerRevision: 1,
        start: new Date(start).toISOString(),
        viewerZone: 'Europe/Paris',
      }),
    });
    const { status, code } = (await response.json()) as { status?: string; code?: string };
    return code ?? status ?? String(response.status);
  };
  /** Ends every hold, so that each round begins with free time. */
  const clear = () =>
    pool.query(
      `update public.bookings set status = 'expired', ended_at = now(), cause = 'hold_released', due_event = null, due_at = null
       where status = 'held'`,
    );
  try {
    const some = (index: number) => fixture.offers[index % STREAMERS]!;
    await load(hold, fixture, some);
    await clear();
    // This process and its children: the databases of the bench, and not the server.
    const used = () => ({ node: processorTimeOf(loge.pid), ours: processorTimeOf(process.pid) });
    const before = used();
    const many = await load(hold, fixture, some);
    const after = used();
    const count = many.perSecond * many.seconds;
    const node = (sum(after.node) - sum(before.node)) / count;
    const postgres = ((after.ours.postgres ?? 0) - (before.ours.postgres ?? 0)) / count;
    await clear();
    const one = await load(hold, fixture, () => fixture.offers[0]!);
    await clear();
    const start = (Math.ceil(Date.now() / QUARTER) + 400) * QUARTER;
    const began = performance.now();
    const codes = await Promise.all(
      fixture.viewers.slice(0, RACERS).map((viewer) => hold(viewer, fixture.offers[1]!, start)),
    );
    const seconds = (performance.now() - began) / 1_000;
    const { rows } = await pool.query<{ deadlocks: number; live: number }>(
      `select deadlocks::int, (select count(*)::int from public.bookings where status = 'held') as live
       from pg_stat_database where datname = current_database()`,
    );
    const unexpected = [...many.refused, ...one.refused, ...codes].filter(
      (code) => code !== 'held' && code !== 'slot_not_free',
    );
    const winners = codes.filter((code) => code === 'held').length;
    const fine = winners === 1 && rows[0]?.live === 1 ? 1 : 0;
    const processor = `processor a hold: Node ${node.toFixed(1)} ms, Postgres ${postgres.toFixed(1)} ms`;
    const note = `median ${many.median.toFixed(0)} ms; ${processor}`;
    return [
      {
        what: `holds of ${STREAMERS} streamers, ${CONNECTIONS} connections`,
        value: many.perSecond,
        unit: '/s',
        target: { atLeast: 150 },
        note,
      },
      {
        what: `holds of one streamer, ${CONNECTIONS} connections`,
        value: one.perSecond,
        unit: '/s',
        // Reported only: they follow each other on purpose, so this is one commit after another.
        target: null,
        note: `median ${one.median.toFixed(0)} ms, ${one.refused.length} refused`,
      },
      {
        what: `${RACERS} at once for one slot: exactly one winner`,
        value: fine,
        unit: '',
        target: { atLeast: 1 },
        note: `${winners} won, all answered in ${seconds.toFixed(1)} s`,
      },
      {
        what: 'answers that are neither a hold nor slot_not_free',
        value: unexpected.length,
        unit: '',
        target: { below: 1 },
        note: [...new Set(unexpected)].join(', '),
      },
      { what: 'deadlocks', value: rows[0]?.deadlocks ?? Number.NaN, unit: '', target: { below: 1 } },
    ];
  } finally {
    await loge.close();
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
