/**
 * The team's statistics over 100,000 bookings of 500 streamers in two years, with their payments in the ledger, through the running server:
 * `npm run bench -- --only=analytics`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { insertPerson } from '#database/seed/factories.ts';
import { loadKeys } from '#platform/gateway/keys.ts';
import { LISTED_FIGURES, listBehind, readPlatform, readSupply } from '#product/insight/analytics-contract.ts';
import { type PeriodName, periodOf } from '#product/insight/rules/period.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { openBenchDatabase } from './cluster.ts';
import { type Figure, median, percentile } from './figure.ts';
import { startLoge } from './loge.ts';

const BOOKINGS = 100_000;
const STREAMERS = 500;
const VIEWERS = 5_000;
const ROUNDS = 60;

/** Bookings spread over two years, streamers, viewers, categories and zones, each with a payment and its posting. @returns an admin's id */
async function layFixture(pool: pg.Pool): Promise<string> {
  const admin = await insertPerson(pool, { email: 'admin@bench.test', role: 'admin' });
  const people = (role: string, count: number) =>
    pool.query(
      `insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
       select $1 || '-' || i || '@bench.test', now(), jsonb_build_object('role', $1::text, 'first_name', 'B', 'last_name', 'Ench')
       from generate_series(1, $2::int) i`,
      [role, count],
    );
  await people('streamer', STREAMERS);
  await people('viewer', VIEWERS);
  await pool.query(
    'insert into public.ages (person_id, declared_at) select id, now() from public.profiles on conflict do nothing',
  );
  await pool.query(
    `update public.streamers set published_at = now(), categories = array[(array['echecs', 'musique', 'dessin', 'cuisine', 'langues'])[1 + abs(hashtext(id::text)) % 5]]`,
  );
  await pool.query(
    `insert into public.weekly_hours (streamer_id, weekday, from_minute, to_minute)
     select id, day, 540, 1320 from public.streamers, generate_series(1, 7) day`,
  );
  await pool.query(
    `insert into public.bookings (id, session_id, streamer_id, viewer_id, title, category, seats, confirmation, price_cents,
       fee_basis_points, settings_version, policy, viewer_zone, streamer_zone, buffer_before_minutes, buffer_after_minutes,
       duration_minutes, start_at, agreed_start_at, status, held_at, confirmed_at, ended_at, source)
     select n.id, n.id, s.ids[1 + n.i % $2::int], v.ids[1 + (random() * ($3::int - 1))::int], 'Partie',
       (array['echecs', 'musique', 'dessin', 'cuisine', 'langues'])[1 + n.i % 5], 1, 'instant', 3000, 1500, 1, '{}',
       (array['Europe/Paris', 'Europe/Paris', 'Europe/Brussels', 'America/Montreal'])[1 + n.i % 4], 'Europe/Paris', 0, 0, 15, n.at, n.at,
       case when n.i % 20 = 0 then 'cancelled_by_viewer' when n.i % 33 = 0 then 'viewer_no_show' else 'completed' end,
       n.at - interval '2 days', n.at - interval '2 days', n.at + interval '15 minutes',
       (array['direct', 'search', 'shared', 'twitch', 'other'])[1 + n.i % 5]
     from (select array_agg(id) as ids from public.streamers) s, (select array_agg(id) as ids from public.profiles where role = 'viewer') v,
       lateral (select i, gen_random_uuid() as id, now() - i * interval '730 days' / $1::int as at from generate_series(1, $1::int) i
         where s.ids is not null) n`,
    [BOOKINGS, STREAMERS, VIEWERS],
  );
  await pool.query(
    `with paid as (
       insert into public.payments (booking_id, streamer_id, viewer_id, kind, provider, state, amount_cents, fee_basis_points, settings_version,
         created_at)
       select id, streamer_id, viewer_id, 'booking', 'sandbox', 'voided', 3000, 1500, 1, held_at from public.bookings
       returning id, streamer_id, created_at
     ), posted as (
       insert into public.ledger_postings (at, kind, source, payment_id) select created_at, 'capture', 'bench:' || id, id from paid
       returning id, payment_id
     )
     insert into public.ledger_lines (posting_id, account, streamer_id, amount_cents)
     select g.id, l.account, l.streamer_id, l.cents from posted g join paid p on p.id = g.payment_id,
       lateral (values ('provider_balance', null::uuid, 3000), ('platform_fees', null, -450), ('streamer_pending', p.streamer_id, -2550))
         l (account, streamer_id, cents)`,
  );
  await pool.query(
    `insert into private.open_days (streamer_id, day, open_minutes) select id, current_date - d, 780 from public.streamers, generate_series(0, 760) d`,
  );
  await pool.query(
    `insert into private.search_days (day, category, people, unfound) select current_date - d, null, 300, 20 from generate_series(1, 730) d`,
  );
  await pool.query(
    `insert into private.platform_visit_days (day, device, visitors, profile_views, calendar_opens)
     select current_date - d, device, 800, 2000, 600 from generate_series(1, 730) d, unnest(array['phone', 'tablet', 'computer']) device`,
  );
  await pool.query(
    `insert into private.platform_demand_days (day, category, cell, people)
     select current_date - d, category, cell, 3 from generate_series(1, 365) d, generate_series(0, 167, 3) cell,
       unnest(array['echecs', 'musique', 'dessin', 'cuisine', 'langues']) category`,
  );
  return admin;
}

/** Fills a database of its own, waits for its sums, and reads the page as the team does. */
export async function measureAnalytics(): Promise<Figure[]> {
  const bench = await openBenchDatabase('Postgres 15');
  const { pool } = bench.database;
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  await migrate(pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
  const adminId = await layFixture(pool);
  const none = {
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  const keys = await loadKeys({ dataDir: folder, ...none });
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const token = await keys.sign({ sub: adminId, role: 'authenticated', exp });
  const loge = await startLoge({ dataDir: folder, env: { DATABASE_URL: bench.url, DEMO_DATA: 'false' } });
  try {
    for (let left = 1; left > 0; await sleep(500)) {
      const { rows } = await pool.query(
        'select (select count(*) from private.platform_marks)::int + (select count(*) from private.statistics_marks)::int as left',
      );
      left = rows[0].left;
    }
    await pool.query('vacuum analyze');
    const figures: Figure[] = [];
    const measure = async (
      what: string,
      command: { name: string },
      body: object,
      size: (answer: unknown) => string,
    ) => {
      const times: number[] = [];
      let answer: unknown = null;
      for (let round = -5; round < ROUNDS; round++) {
        const begin = performance.now();
        const response = await fetch(`${loge.url}/functions/v1/${command.name}`, {
          method: 'POST',
          headers: { apikey: keys.publishableKey, authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        });
        answer = await response.json();
        if (!response.ok) throw new Error(JSON.stringify(answer));
        if (round >= 0) times.push(performance.now() - begin);
      }
      figures.push({
        what: `${what}, p95`,
        value: percentile(times, 0.95),
        unit: 'ms',
        target: { below: 150 },
        note: `${size(answer)}; median ${median(times).toFixed(0)}`,
      });
    };
    const today = parseLocalDate(new Date().toISOString().slice(0, 10));
    for (const name of ['30', '90', '365'] satisfies PeriodName[]) {
      const { first, last, before, step } = periodOf(name, 'before', today);
      await measure(
        `platform, ${name} days of ${BOOKINGS} bookings`,
        readPlatform,
        { days: { first, last }, before, step },
        (answer) => {
          const { now, funnel } = readPlatform.response.parse(answer);
          return `${now.sessions} sessions, ${now.viewers} viewers, ${funnel.holds} holds`;
        },
      );
      await measure(
        `supply and demand, ${name} days`,
        readSupply,
        { days: { first, last }, category: null },
        (answer) => {
          const { hours } = readSupply.response.parse(answer);
          return `${hours.reduce((sum, { places }) => sum + places, 0)} places`;
        },
      );
    }
    const year = periodOf('365', 'before', today);
    for (const figure of LISTED_FIGURES) {
      await measure(
        `first rows behind « ${figure} », 365 days`,
        listBehind,
        {
          figure,
          days: { first: year.first, last: year.last },
          words: [],
          sort: 'day',
          ascending: false,
          offset: 0,
          limit: 20,
        },
        (answer) => `${listBehind.response.parse(answer).count} rows`,
      );
    }
    return figures;
  } finally {
    await loge.close();
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
