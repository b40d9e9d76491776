/**
 * A streamer's statistics, funnel and demand over 100,000 bookings and five million counted views of their own, through the running server:
 * `npm run bench -- --only=statistics`. A view is a row for two days, and afterwards a part of its day's sum (docs/decisions/0132): so five million of a
 * year are the sums of 365 days, five sources and four offers, which count five million profile views, and the rows of the last two days.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { insertPerson } from '#database/seed/factories.ts';
import { loadKeys } from '#platform/gateway/keys.ts';
import { readStatistics } from '#product/insight/contract.ts';
import { type PeriodName, periodOf } from '#product/insight/rules/period.ts';
import { readDemand, readFunnel } from '#product/insight/visits-contract.ts';
import type { RequestOf } from '#product/shared/contract.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { openBenchDatabase } from './cluster.ts';
import { type Figure, median, percentile } from './figure.ts';
import { startLoge } from './loge.ts';

const BOOKINGS = 100_000;
/** One booking in so many is the first of its viewer. */
const BOOKINGS_OF_A_VIEWER = 20;
const VIEWERS = BOOKINGS / BOOKINGS_OF_A_VIEWER + 500;
const OTHERS = 100;
const VIEWS = 5_000_000;
const VIEWS_OF_A_DAY = Math.ceil(VIEWS / 365);
const ROUNDS = 60;
/** What the same Postgres needs for a plain sum, asked in turn with the page, so that a busy machine slows both. */
const YARDSTICK = 'select sum(i) from generate_series(1, 1000000) i';

/** One streamer who holds a session each quarter of an hour of three years, and a hundred others of their category who hold one a day. */
async function layFixture(pool: pg.Pool): Promise<string> {
  const ids: string[] = [];
  for (let index = 0; index <= OTHERS; index++)
    ids.push(await insertPerson(pool, { email: `streamer-${index}@bench.test`, role: 'streamer' }));
  await pool.query(
    `update public.streamers set published_at = now(), categories = '{echecs}', created_at = now() - interval '3 years' where id = any ($1)`,
    [ids],
  );
  await pool.query(
    `insert into public.weekly_hours (streamer_id, weekday, from_minute, to_minute)
     select id, day, 0, 1440 from unnest($1::uuid[]) id, generate_series(1, 7) day`,
    [ids],
  );
  await pool.query(
    `insert into public.offers (streamer_id, title, category, duration_minutes, price_cents)
     select id, 'Partie ' || k, 'echecs', 15, 3000 from unnest($1::uuid[]) id, generate_series(1, 4) k`,
    [ids],
  );
  await pool.query(
    `insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
     select 'viewer-' || i || '@bench.test', now(), jsonb_build_object('role', 'viewer', 'first_name', 'Vi', 'last_name', 'Ewer')
     from generate_series(1, $1) i`,
    [VIEWERS],
  );
  await pool.query(
    'insert into public.ages (person_id, declared_at) select id, now() from public.profiles on conflict do nothing',
  );
  const book = (who: string[], count: number, every: string) =>
    pool.query(
      `insert into public.bookings (id, session_id, streamer_id, viewer_id, offer_id, title, category, seats, confirmation, price_cents,
         fee_basis_points, settings_version, policy, viewer_zone, streamer_zone, buffer_before_minutes, buffer_after_minutes,
         duration_minutes, start_at, agreed_start_at, status, held_at, confirmed_at, ended_at, source)
       select n.id, n.id, s.id, v.ids[1 + n.i / $3::int + (random() * 499)::int], o.ids[1 + n.i % 4], 'Partie', 'echecs', 1,
         case when n.i % 3 = 0 then 'on_request' else 'instant' end, 3000, 1500, 1, '{}',
         'Europe/Paris', 'Europe/Paris', 0, 0, 15, n.at, n.at,
         case when n.i % 20 = 0 then 'cancelled_by_viewer' when n.i % 33 = 0 then 'viewer_no_show' else 'completed' end,
         n.at - interval '2 days', n.at - interval '2 days', n.at + interval '15 minutes',
         (array['direct', 'search', 'shared', 'twitch', 'other'])[1 + n.i % 5]
       from unnest($1::uuid[]) s (id),
         lateral (select array_agg(id) as ids from public.offers where streamer_id = s.id) o,
         (select array_agg(id) as ids from public.profiles where role = 'viewer') v,
         lateral (select i, gen_random_uuid() as id, date_trunc('hour', now()) - i * $4::interval as at from generate_series(1, $2::int) i
           where s.id is not null) n`,
      [who, count, BOOKINGS_OF_A_VIEWER, every],
    );
  const [busiest = ''] = ids;
  await book([busiest], BOOKINGS, '15 minutes');
  await book(ids.slice(1), 365, '1 day');
  await pool.query(
    `insert into public.booking_events (booking_id, revision, type, from_status, to_status, actor, at)
     select b.id, e.revision, e.type, e.from_status, e.to_status, e.actor, b.held_at + e.revision * interval '20 minutes'
     from public.bookings b, (values (1, 'pay', 'held', 'requested', 'viewer'), (2, 'accept', 'requested', 'confirmed', 'streamer'))
       as e (revision, type, from_status, to_status, actor)
     where b.streamer_id = $1 and b.confirmation = 'on_request'`,
    [busiest],
  );
  await pool.query(
    `insert into private.open_days (streamer_id, day, open_minutes)
     select id, current_date - d, 1440 from unnest($1::uuid[]) id, generate_series(0, 760) d`,
    [ids],
  );
  await layVisits(pool, busiest);
  return busiest;
}

async function layVisits(pool: pg.Pool, busiest: string): Promise<void> {
  const sources = `unnest(array['direct', 'search', 'shared', 'twitch', 'other']) source`;
  await pool.query(
    `insert into private.visit_days (streamer_id, day, offer_id, source, profile_views, calendar_opens)
     select id, current_date - d, null, source, case when id = $1 then $2::int / 5 else 3 end, case when id = $1 then $2::int / 10 else 1 end
     from public.streamers, generate_series(1, 365) d, ${sources}`,
    [busiest, VIEWS_OF_A_DAY],
  );
  await pool.query(
    `insert into private.visit_days (streamer_id, day, offer_id, source, profile_views, calendar_opens)
     select streamer_id, current_date - d, id, source, 0, $2::int / 40 from public.offers, generate_series(1, 365) d, ${sources}
     where streamer_id = $1`,
    [busiest, VIEWS_OF_A_DAY],
  );
  await pool.query(
    `insert into private.demand_days (streamer_id, day, kind, detail, cell, people)
     select $1, current_date - d, 'hours', '', cell, 1 + (d + cell) % 12 from generate_series(1, 365) d, generate_series(0, 167) cell`,
    [busiest],
  );
  // Today's and yesterday's are rows still, of which no figure is made.
  await pool.query(
    `insert into private.visits (day, visitor, streamer_id, step, source)
     select (now() at time zone 'Europe/Paris')::date - d, decode(md5(d || '/' || i), 'hex'), $1, 'profile', 'direct'
     from generate_series(0, 1) d, generate_series(1, $2) i`,
    [busiest, VIEWS_OF_A_DAY],
  );
}

/** Fills a database of its own, waits for its sums, and reads the page as the streamer does. */
export async function measureStatistics(): Promise<Figure[]> {
  const bench = await openBenchDatabase('Postgres 15');
  const { pool } = bench.database;
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  await migrate(pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
  const streamerId = await layFixture(pool);
  const none = {
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  const keys = await loadKeys({ dataDir: folder, ...none });
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const token = await keys.sign({ sub: streamerId, role: 'authenticated', exp });
  const loge = await startLoge({ dataDir: folder, env: { DATABASE_URL: bench.url, DEMO_DATA: 'false' } });
  try {
    for (let left = 1; left > 0; await sleep(200)) {
      const { rows } = await pool.query('select count(*)::int as left from private.statistics_marks');
      left = rows[0].left;
    }
    await pool.query('vacuum analyze');
    const read = async (command: { name: string }, body: object): Promise<unknown> => {
      const response = await fetch(`${loge.url}/functions/v1/${command.name}`, {
        method: 'POST',
        headers: { apikey: keys.publishableKey, authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(answer));
      return answer;
    };
    const figures: Figure[] = [];
    const measure = async (
      what: string,
      command: { name: string },
      body: object,
      size: (answer: unknown) => string,
    ) => {
      const [times, plain]: [number[], number[]] = [[], []];
      let answer: unknown = null;
      for (let round = -5; round < ROUNDS; round++) {
        const begin = performance.now();
        answer = await read(command, body);
        const between = performance.now();
        await pool.query(YARDSTICK);
        if (round < 0) continue;
        times.push(between - begin);
        plain.push(performance.now() - between);
      }
      figures.push({
        what: `${what}, p95`,
        value: percentile(times, 0.95),
        unit: 'ms',
        target: { below: 100 },
        note: `${size(answer)}; median ${median(times).toFixed(0)}, while Postgres adds up a million numbers in ${median(plain).toFixed(0)}`,
      });
    };
    const today = parseLocalDate(new Date().toISOString().slice(0, 10));
    for (const name of ['30', '90', '365'] satisfies PeriodName[]) {
      const { first, last, before, step } = periodOf(name, 'before', today);
      const body: RequestOf<typeof readStatistics> = { days: { first, last }, before, offerId: null, step };
      await measure(`statistics, ${name} days of ${BOOKINGS} bookings`, readStatistics, body, (answer) => {
        const { now, category } = readStatistics.response.parse(answer);
        return `${now.sessions} sessions, ${category?.streamers} others compared`;
      });
      await measure(`funnel, ${name} days of ${VIEWS} views`, readFunnel, { first, last }, (answer) => {
        const { total } = readFunnel.response.parse(answer);
        return `${total.views} views, ${total.holds} holds`;
      });
      await measure(`demand and advice, ${name} days`, readDemand, { first, last }, (answer) => {
        const { hours } = readDemand.response.parse(answer);
        return `${hours.reduce((sum, { asked }) => sum + asked, 0)} asked`;
      });
    }
    return figures;
  } finally {
    await loge.close();
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
