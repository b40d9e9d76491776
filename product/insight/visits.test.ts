// Long because what is counted, added up and read of it shares one server and one way to tell of a visit.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { holdSlot } from '#product/booking/contract.ts';
import {
  advance,
  book,
  holdRequest,
  insertAuthorised,
  key,
  openFixture,
  startIn,
} from '#product/booking/testing/fixture.ts';
import { findLeftOut } from '#product/discovery/find-left-out.ts';
import { refreshAll } from '#product/discovery/refresh-task.ts';
import { publish } from '#product/discovery/testing/discovery.ts';
import { ask, codeOf, type ProductServer, startProduct } from '#product/testing/product-server.ts';
import { addUp as addUpStatistics } from './add-up.ts';
import { addUpVisits } from './add-up-visits.ts';
import { createVisitCounter } from './count-visit.ts';
import { cellOf } from './rules/week-cells.ts';
import type { VisitFact } from './visits-contract.ts';
import { readDemand, readFunnel } from './visits-contract.ts';

const DAY = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const logger = pino({ level: 'silent' });

let product: ProductServer;
/** The moment that the counter takes for now. */
let now: Date;
let counter: ReturnType<typeof createVisitCounter>;
beforeAll(async () => {
  product = await startProduct();
  counter = createVisitCounter({
    pool: product.database.pool,
    originOf: (forwarded = '') => ({ address: forwarded, place: forwarded }),
    siteUrl: () => 'https://loge.test',
    leftOutOf: findLeftOut,
    now: () => now,
  });
});
afterAll(() => product.close());
beforeEach(async () => {
  now = new Date('2026-06-10T12:00:00Z');
  for (const table of ['visit_salts', 'visits', 'demands', 'visit_days', 'demand_days'])
    await product.database.pool.query(`delete from private.${table}`);
  await product.database.pool.query('delete from private.rate_limits');
});

/** One visitor's page tells of something. @returns the status of the answer */
async function tell(
  fact: VisitFact | object,
  visitor = 1,
  headers: Record<string, string> = {},
): Promise<number> {
  const from = {
    'x-forwarded-for': `198.51.${visitor >> 8}.${visitor & 255}`,
    'user-agent': FIREFOX,
    ...headers,
  };
  const answer = await counter.request('/visits', {
    method: 'POST',
    headers: from,
    body: JSON.stringify(fact),
  });
  return answer.status;
}
const addUp = (at: Date, pool = product.database.pool) =>
  addUpVisits({ pool, logger, now: at, signal: new AbortController().signal });
/** Places are read from their sums too. */
const addUpPlaces = () =>
  addUpStatistics({ pool: product.database.pool, signal: new AbortController().signal });
const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await product.database.pool.query<Record<string, unknown>>(sql, values)).rows;
const facts = async (): Promise<number> => {
  const [row] = await rowsOf(
    'select (select count(*) from private.visits)::int + (select count(*) from private.demands)::int as n',
  );
  return Number(row?.n);
};
const profile = (streamerId: string, source = 'direct') => ({ kind: 'profile', streamerId, source });

describe('who is counted', () => {
  let streamerId: string;
  beforeAll(async () => {
    streamerId = (await openFixture(product)).streamer.id;
  });

  test('a person once a day for a page, however often they come, and from where they came first', async () => {
    await Promise.all(Array.from({ length: 12 }, () => tell(profile(streamerId, 'twitch'))));
    expect(await tell(profile(streamerId, 'search'))).toBe(204);
    await tell(profile(streamerId), 2);
    await tell(profile(streamerId), 1, { 'user-agent': `${FIREFOX} autre` });
    expect(await rowsOf('select source from private.visits order by id')).toEqual([
      { source: 'twitch' },
      { source: 'direct' },
      { source: 'direct' },
    ]);
    now = new Date(now.getTime() + DAY);
    await tell(profile(streamerId));
    const days = await rowsOf(
      'select day::text, count(*)::int as n from private.visits group by day order by day',
    );
    expect(days).toEqual([
      { day: '2026-06-10', n: 3 },
      { day: '2026-06-11', n: 1 },
    ]);
    const [told] = await rowsOf(
      `select count(distinct visitor)::int as n from private.visits where source in ('twitch', 'direct')`,
    );
    // The same person of the first day has another hash on the second.
    expect(told).toEqual({ n: 4 });
  });

  test.each<[string, Record<string, string>]>([
    ['who asks not to be tracked', { dnt: '1' }],
    ['who asks so by Global Privacy Control', { 'sec-gpc': '1' }],
    ['a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a browser without a person', { 'user-agent': 'Mozilla/5.0 (X11) HeadlessChrome/143.0.0.0' }],
    ['who says nothing of themselves', { 'user-agent': '' }],
    ['another site’s page', { 'sec-fetch-site': 'cross-site' }],
  ])('not %s, and nothing is kept of them', async (_, headers) => {
    expect(await tell(profile(streamerId), 1, headers)).toBe(204);
    expect(await facts()).toBe(0);
    expect(await rowsOf('select from private.visit_salts')).toEqual([]);
    expect(await rowsOf('select from private.rate_limits')).toEqual([]);
  });

  test('not what is no fact, what is too long, or a page that the public does not see', async () => {
    expect(await tell({ kind: 'profile', streamerId, source: 'somewhere' })).toBe(400);
    expect(await tell({ ...profile(streamerId), more: true })).toBe(400);
    expect(await tell({ ...profile(streamerId), source: 'x'.repeat(5_000) })).toBe(413);
    const hidden = (await product.join({ role: 'streamer' })).id;
    expect(await tell(profile(hidden))).toBe(204);
    expect(await facts()).toBe(0);
  });

  test('no more than sixty facts of one address in a minute', async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, at) =>
        tell(profile(streamerId), 1, { 'user-agent': `${FIREFOX} ${at}` }),
      ),
    );
    expect(answers.filter((status) => status === 204)).toHaveLength(60);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
    expect(await facts()).toBe(60);
    expect(await tell(profile(streamerId), 2)).toBe(204);
  });

  test('nothing kept says who they were, and once the day is over neither does the salt', async () => {
    await tell(profile(streamerId));
    const kept = JSON.stringify(
      await rowsOf(
        `select t::text from private.visits t union all select t::text from private.rate_limits t`,
      ),
    );
    expect(kept).not.toMatch(/198\.51|Firefox|Gecko/);
    await addUp(new Date('2026-06-10T21:59:00Z'));
    expect(await facts()).toBe(1);
    // An hour after midnight in Paris.
    await addUp(new Date('2026-06-10T23:00:00Z'));
    expect(await facts()).toBe(0);
    expect(await rowsOf('select from private.visit_salts')).toEqual([]);
    expect(await rowsOf('select day::text, source, profile_views from private.visit_days')).toEqual([
      { day: '2026-06-10', source: 'direct', profile_views: 1 },
    ]);
  });
});

describe('sums', () => {
  const paris = (at: Date): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(at);

  test('equal the rows, over the days on which clocks change, however often and at once they are made', async () => {
    const { offerId, streamer } = await openFixture(product, {}, { zone: 'America/Montreal' });
    // Around the nights of 29 March and 25 October 2026, in which Paris changes its clocks and Montréal has or has not.
    const moment = fc
      .tuple(
        fc.constantFrom('2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z'),
        fc.integer({ min: 0, max: 36 * 60 }),
      )
      .map(([from, minutes]) => new Date(Date.parse(from) + minutes * 60_000));
    const visit = fc.record({
      at: moment,
      visitor: fc.integer({ min: 1, max: 6 }),
      source: fc.constantFrom('direct', 'search', 'twitch'),
      calendar: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 25 }), async (visits) => {
        for (const table of ['visit_salts', 'visits', 'visit_days'])
          await product.database.pool.query(`delete from private.${table}`);
        await product.database.pool.query('delete from private.rate_limits');
        const expected = new Map<string, number>();
        const known = new Set<string>();
        for (const { at, visitor, source, calendar } of visits.toSorted((a, b) => +a.at - +b.at)) {
          now = at;
          await addUp(now);
          await tell(
            calendar ? { kind: 'calendar', offerId, source } : profile(streamer.id, source),
            visitor,
          );
          for (const step of calendar ? ['profile', 'calendar', 'offer'] : ['profile']) {
            const once = `${paris(at)} ${visitor} ${step}`;
            if (known.has(once)) continue;
            known.add(once);
            const sum = `${paris(at)} ${source} ${step}`;
            expected.set(sum, (expected.get(sum) ?? 0) + 1);
          }
        }
        const end = new Date(now.getTime() + 2 * DAY);
        await Promise.all([addUp(end), addUp(end), addUp(end)]);
        await addUp(end);
        const rows = await rowsOf(
          'select day::text, source, offer_id, profile_views, calendar_opens from private.visit_days',
        );
        const found = rows.flatMap(({ day, source, offer_id, profile_views, calendar_opens }) => [
          [`${day} ${source} profile`, profile_views],
          [`${day} ${source} ${offer_id === null ? 'calendar' : 'offer'}`, calendar_opens],
        ]);
        expect(Object.fromEntries(found.filter(([, n]) => n !== 0))).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 12 },
    );
  });

  test('anybody who adds them up may be killed at any moment: each visit is counted once', async () => {
    const { streamer, offerId } = await openFixture(product);
    for (let visitor = 1; visitor <= 40; visitor++)
      await tell({ kind: 'calendar', offerId, source: 'search' }, visitor);
    const later = new Date(now.getTime() + 2 * DAY);
    const total = async () => {
      const [row] = await rowsOf(
        `select (select count(*) from private.visits where offer_id is null and step = 'calendar')::int
           + (select coalesce(sum(calendar_opens), 0) from private.visit_days where offer_id is null and streamer_id = $1)::int as n`,
        [streamer.id],
      );
      return row?.n;
    };
    for (let attempt = 0; attempt < 12; attempt++) {
      const pool = new pg.Pool({
        ...product.database.connection,
        max: 1,
        application_name: 'killed-counter',
      });
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      const work = addUp(later, pool).catch(() => 'killed');
      await sleep(attempt / 2);
      await product.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'killed-counter' and datname = current_database()`,
      );
      await work;
      await pool.end();
      expect(await total()).toBe(40);
    }
    await addUp(later);
    expect(await facts()).toBe(0);
    expect(await total()).toBe(40);
  });

  test('of a month are those of its days, whatever is added, raised or forgotten', async () => {
    const { streamer } = await openFixture(product);
    const step = fc.record({
      kind: fc.constantFrom('add', 'add', 'add', 'forget'),
      day: fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'),
      cell: fc.constantFrom(null, 3, 4),
      people: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        await rowsOf('delete from private.demand_days where streamer_id = $1', [streamer.id]);
        for (const { kind, day, cell, people } of steps)
          if (kind === 'forget')
            await rowsOf('delete from private.demand_days where streamer_id = $1 and day <= $2', [
              streamer.id,
              day,
            ]);
          else
            await rowsOf(
              `insert into private.demand_days as sums (streamer_id, day, kind, detail, cell, people)
               values ($1, $2, case when $3::int is null then 'price' else 'hours' end, '', $3, $4)
               on conflict (streamer_id, day, kind, detail, cell) do update set people = sums.people + excluded.people`,
              [streamer.id, day, cell, people],
            );
        const months = await rowsOf(
          'select month::text, cell, asked, people from private.demand_months where streamer_id = $1 order by 1, 2',
          [streamer.id],
        );
        const days = await rowsOf(
          `select date_trunc('month', day::timestamp)::date::text as month, cell, sum(people)::int as asked, max(people) as people
           from private.demand_days where streamer_id = $1 group by 1, 2 order by 1, 2`,
          [streamer.id],
        );
        expect(months).toEqual(days);
      }),
      { numRuns: 15 },
    );
  });

  test('are kept for 25 months', async () => {
    const { streamer } = await openFixture(product);
    await tell(profile(streamer.id));
    await addUp(new Date('2026-06-12T12:00:00Z'));
    const sums = () => rowsOf('select from private.visit_days where streamer_id = $1', [streamer.id]);
    await addUp(new Date('2028-07-09T12:00:00Z'));
    expect(await sums()).toHaveLength(1);
    await addUp(new Date('2028-07-12T12:00:00Z'));
    expect(await sums()).toHaveLength(0);
  });
});

const period = () => {
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  return { first: at(-40), last: at(3) };
};

describe('the funnel', () => {
  test('visits from the sums, places from the bookings, each with where it came from', async () => {
    const fixture = await openFixture(product);
    const viewer = await product.join();
    const other = await product.join();
    now = new Date();
    for (const visitor of [1, 2, 3])
      await tell({ kind: 'calendar', offerId: fixture.offerId, source: 'twitch' }, visitor);
    await tell(profile(fixture.streamer.id, 'shared'), 4);
    await addUp(new Date(now.getTime() + 2 * DAY));
    const take = async (who: typeof viewer, days: number, source: 'twitch' | null) =>
      (await ask(who, holdSlot, { ...holdRequest(fixture, startIn(product, days)), source })).bookingId;
    const paid = await take(viewer, 3, 'twitch');
    await insertAuthorised(product, paid);
    await advance(product, paid, { type: 'authorise_payment', by: 'system' });
    await take(other, 4, null);
    await addUpPlaces();
    const funnel = await ask(fixture.streamer, readFunnel, period());
    const none = { views: 0, opens: 0, holds: 0, paid: 0, attended: 0, upcoming: 0 };
    expect(funnel.total).toEqual({ ...none, views: 4, opens: 3, holds: 2, paid: 1, upcoming: 1 });
    expect(funnel.sources.toSorted((a, b) => b.views - a.views)).toEqual([
      { ...none, source: 'twitch', views: 3, opens: 3, holds: 1, paid: 1, upcoming: 1 },
      { ...none, source: 'shared', views: 1 },
      { ...none, source: null, holds: 1 },
    ]);
    expect(funnel.offers).toEqual([
      { ...none, offerId: fixture.offerId, opens: 3, holds: 2, paid: 1, upcoming: 1 },
    ]);
    // Of somebody else's page nothing is told.
    const stranger = await openFixture(product);
    expect((await ask(stranger.streamer, readFunnel, period())).total).toEqual(none);
    expect(await codeOf(viewer, readFunnel, period())).toBe('forbidden');
    expect(await codeOf(viewer, readDemand, period())).toBe('forbidden');
    expect(await codeOf(fixture.streamer, readFunnel, { first: '2026-01-02', last: '2026-01-01' })).toBe(
      'invalid_input',
    );
  });
});

describe('demand that found no slot', () => {
  test('counts whom a filter left out, and where a full day was looked at; five people make an advice', async () => {
    const { pool } = product.database;
    const draft = { categories: ['echecs'], zone: 'America/Montreal', hours: [[1, 540, 660] as const] };
    const nour = await publish(pool, {
      name: 'Nour Montréal',
      ...draft,
      offers: [{ cents: 4500, category: 'echecs' }],
    });
    const cheap = await publish(pool, {
      name: 'Zoé Bonmarché',
      ...draft,
      offers: [{ cents: 2000, category: 'echecs' }],
    });
    now = new Date();
    await refreshAll({ pool, now, logger: console });
    const search = {
      kind: 'search',
      query: '',
      category: 'echecs',
      language: null,
      priceMaxCents: null,
      durationMinutes: null,
      free: null,
      zone: 'Europe/Paris',
    };
    for (let visitor = 1; visitor <= 6; visitor++) {
      expect(await tell({ ...search, priceMaxCents: 3000 }, visitor)).toBe(204);
      await tell({ ...search, language: 'de' }, visitor);
      // The same evening, twice and in two ways, is one person's wish.
      await tell({ ...search, free: 'evenings' }, visitor);
      await tell({ ...search, free: 'evenings', query: 'nour' }, visitor);
      await tell(search, visitor);
    }
    await addUp(new Date(now.getTime() + 2 * DAY));
    const of = (id: string) =>
      rowsOf(
        'select distinct kind, detail, people from private.demand_days where streamer_id = $1 order by kind, detail',
        [id],
      );
    expect(await of(nour)).toEqual([
      { kind: 'hours', detail: '', people: 6 },
      { kind: 'language', detail: 'de', people: 6 },
      { kind: 'price', detail: '3000', people: 6 },
    ]);
    expect((await of(cheap)).map(({ kind }) => kind)).toEqual(['hours', 'language']);
    const cells = await rowsOf(
      `select cell from private.demand_days where streamer_id = $1 and kind = 'hours' order by cell`,
      [nour],
    );
    // From 18:00 to 23:00 in Paris it is six hours earlier there, or five for a few days of spring and autumn.
    const hours = new Set(cells.map(({ cell }) => Number(cell) % 24));
    expect([...hours].every((hour) => hour >= 12 && hour <= 17)).toBe(true);
  });

  test('words typed in vain are kept from five people on: fewer may be one person’s devices, and the words a name', async () => {
    await product.database.pool.query('delete from private.unfound_days');
    const search = {
      kind: 'search',
      category: null,
      language: null,
      priceMaxCents: null,
      durationMinutes: null,
      free: null,
      zone: 'Europe/Paris',
    };
    for (let visitor = 1; visitor <= 5; visitor++) {
      expect(await tell({ ...search, query: 'contrebasse' }, visitor)).toBe(204);
      if (visitor > 1) await tell({ ...search, query: 'Camille Untel' }, visitor);
    }
    await addUp(new Date(now.getTime() + 2 * DAY));
    expect(await rowsOf('select words, people from private.unfound_days')).toEqual([
      { words: 'contrebasse', people: 5 },
    ]);
  });

  test('a full day asks for its hours in the streamer’s week, and says so from five people on', async () => {
    const fixture = await openFixture(product);
    // A Thursday, 20:00 in Paris: closed, since the hours end at 18:00.
    const start = '2026-06-18T18:00:00Z';
    now = new Date('2026-06-10T12:00:00Z');
    const fact = { kind: 'full_day', offerId: fixture.offerId, starts: [start] };
    const request = { first: '2026-06-01', last: '2026-06-30' };
    const cell = cellOf(4, 20);
    for (let visitor = 1; visitor <= 4; visitor++) await tell(fact, visitor);
    // The day after, the same four: nobody can say that they are others.
    now = new Date(now.getTime() + DAY);
    for (let visitor = 1; visitor <= 4; visitor++) await tell(fact, visitor);
    await addUp(new Date(now.getTime() + 2 * DAY));
    const four = await ask(fixture.streamer, readDemand, request);
    expect(four.hours[cell]).toEqual({ open: 0, sessions: 0, asked: 8, people: 4 });
    expect(four.advice).toEqual([]);
    now = new Date(now.getTime() + DAY);
    for (let visitor = 1; visitor <= 5; visitor++) await tell(fact, visitor);
    await addUp(new Date(now.getTime() + 2 * DAY));
    const five = await ask(fixture.streamer, readDemand, request);
    expect(five.hours[cell]).toEqual({ open: 0, sessions: 0, asked: 13, people: 5 });
    expect(five.advice).toEqual([{ kind: 'open_hours', cell, people: 5 }]);
    expect(five.hours[cellOf(4, 10)]?.open).toBe(60);
  });

  test('sessions and those who wait for a start stand in the hours of the week too', async () => {
    const fixture = await openFixture(product, { durationMinutes: 90 });
    const start = startIn(product, 2);
    await book(product, await product.join(), fixture, start);
    for (let one = 0; one < 5; one++) {
      const viewerId = await insertPerson(product.database.pool, {
        email: `attend-${key()}@loge.test`,
        role: 'viewer',
      });
      await product.database.pool.query(
        'insert into public.waiting_list_entries (viewer_id, streamer_id, offer_id, start_at) values ($1, $2, $3, $4)',
        [viewerId, fixture.streamer.id, fixture.offerId, start],
      );
    }
    await addUpPlaces();
    const { hours, advice, zone } = await ask(fixture.streamer, readDemand, period());
    expect(zone).toBe('Europe/Paris');
    expect(hours.filter(({ sessions }) => sessions === 1)).toHaveLength(2);
    const wanted = hours.findIndex(({ people }) => people === 5);
    expect(hours[wanted]).toEqual({ open: 60, sessions: 1, asked: 5, people: 5 });
    expect(advice).toEqual([
      { kind: 'full_hours', cell: wanted, people: 5, sessions: 1 },
      { kind: 'waiting', people: 5, offerId: fixture.offerId },
    ]);
  });
});
