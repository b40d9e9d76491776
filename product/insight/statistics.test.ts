// Long because every kept sum is compared with the rows counted one by one, after the same random changes.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { insertBooked, insertOffer, openStreamer } from '#product/availability/testing/marketplace.ts';
import type { BookingStatus } from '#product/booking/rules/booking.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { addUp } from './add-up.ts';
import { readLoyalty } from './commands/read-statistics.ts';
import { LEAST_STREAMERS_OF_MEDIAN, readStatistics } from './contract.ts';
import { keepOpenDays } from './keep-open-days.ts';

const product = await openProduct();
const { pool } = product.database;
const run = { pool, signal: new AbortController().signal };
const YEAR = {
  days: { first: '2026-01-01', last: '2026-12-31' },
  before: null,
  offerId: null,
  step: 'month',
} as const;

const join = () => product.join({ role: 'streamer' });
const rows = product.rows;

/** Money of a booking as the ledger keeps it: so many cents for the streamer. */
async function post(bookingId: string, streamerId: string, cents: number): Promise<void> {
  await rows(
    `with paid as (
       insert into public.payments (booking_id, streamer_id, kind, provider, state, amount_cents, fee_basis_points, settings_version)
       values ($1, $2, 'booking', 'sandbox', 'voided', 500, 1500, (select max(version) from public.platform_settings)) returning id
     ), posting as (
       insert into public.ledger_postings (at, kind, source, payment_id) select now(), 'capture', $3, id from paid returning id
     )
     insert into public.ledger_lines (posting_id, account, streamer_id, amount_cents)
     select id, line.account, line.streamer_id::uuid, line.cents from posting,
       (values ('streamer_pending', $2::text, -$4::bigint), ('provider_balance', null, $4::bigint)) line (account, streamer_id, cents)`,
    [bookingId, streamerId, `test:${randomUUID()}`, cents],
  );
}

const dayIn = (zone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);

/** What the rows say, counted one by one with the platform's own calendar. */
async function counted(streamerId: string) {
  const bookings = await rows(
    `select b.id, b.session_id, b.offer_id, b.status, b.confirmed_at, b.start_at, b.streamer_zone, b.duration_minutes,
       coalesce((select -sum(l.amount_cents) from public.payments p join public.ledger_postings g on g.payment_id = p.id
         join public.ledger_lines l on l.posting_id = g.id and l.streamer_id is not null where p.booking_id = b.id), 0)::int as net
     from public.bookings b where b.streamer_id = $1`,
    [streamerId],
  );
  const sums = new Map<string, Record<string, number>>();
  const held = new Map<string, Set<string>>();
  for (const booking of bookings) {
    const key = `${dayIn(booking.streamer_zone, booking.start_at)} ${booking.offer_id}`;
    const sum = sums.get(key) ?? { holds: 0, paid: 0, sessions: 0, cancelled: 0, net: 0 };
    sums.set(key, sum);
    sum.holds = (sum.holds ?? 0) + 1;
    if (booking.confirmed_at) sum.paid = (sum.paid ?? 0) + 1;
    if (booking.confirmed_at && booking.status.startsWith('cancelled'))
      sum.cancelled = (sum.cancelled ?? 0) + 1;
    // What a session to come will bring is not earned yet.
    if (!['held', 'requested', 'confirmed'].includes(booking.status)) sum.net = (sum.net ?? 0) + booking.net;
    if (booking.status === 'completed') {
      const sessions = held.get(key) ?? new Set<string>();
      held.set(key, sessions.add(booking.session_id));
      sum.sessions = sessions.size;
    }
  }
  return Object.fromEntries([...sums].sort(([one], [two]) => one.localeCompare(two)));
}

async function kept(streamerId: string) {
  const sums = await rows(
    `select day::text, offer_id, holds, paid, sessions, cancelled, net_cents::int as net from private.statistics_days where streamer_id = $1`,
    [streamerId],
  );
  return Object.fromEntries(
    sums
      .map(({ day, offer_id, ...sum }): [string, object] => [`${day} ${offer_id}`, sum])
      .sort(([one], [two]) => one.localeCompare(two)),
  );
}

/** Who came in these days and who of them had come before, told apart one by one. */
async function countedPeople(streamerId: string, first: string, last: string, offerId: string | null) {
  const held = (
    await rows(
      `select viewer_id, offer_id, start_at, streamer_zone from public.bookings
       where streamer_id = $1 and status = 'completed' and viewer_id is not null`,
      [streamerId],
    )
  ).map(({ viewer_id, offer_id, start_at, streamer_zone }) => ({
    viewer: String(viewer_id),
    offer: offer_id,
    day: dayIn(streamer_zone, start_at),
  }));
  const came = held.filter(
    ({ day, offer }) => day >= first && day <= last && (offerId === null || offer === offerId),
  );
  const viewers = [...Map.groupBy(came, ({ viewer }) => viewer)];
  const returning = viewers.filter(
    ([viewer, times]) => times.length > 1 || held.some((one) => one.viewer === viewer && one.day < first),
  );
  return { viewers: viewers.length, returning: returning.length };
}

/** The viewers of each month of a first session, by how many months later they came again; and half of the days until they did. */
async function countedLoyalty(streamerId: string, since: string, absentSince: string) {
  const held = await rows(
    `select viewer_id, start_at, streamer_zone from public.bookings
     where streamer_id = $1 and status = 'completed' and viewer_id is not null`,
    [streamerId],
  );
  const people = [...Map.groupBy(held, ({ viewer_id }) => String(viewer_id)).values()].map((sessions) =>
    sessions.map(({ streamer_zone, start_at }) => dayIn(streamer_zone, start_at)).sort(),
  );
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const came = people.flatMap((days) => {
    const [first = ''] = days;
    return first < since
      ? []
      : [...new Set(days.map((day) => monthOf(day) - monthOf(first)))].map(
          (after) => `${first.slice(0, 7)}-01 ${after}`,
        );
  });
  const gaps = people
    .flatMap(([first, second]) =>
      first && second ? (Date.parse(second) - Date.parse(first)) / 86_400_000 : [],
    )
    .sort((a, b) => a - b);
  const middle = (gaps.length - 1) / 2;
  return {
    viewers: people.length,
    absent: people.filter((days) => (days.at(-1) ?? '') < absentSince).length,
    cohorts: Object.fromEntries([...Map.groupBy(came, (key) => key)].map(([key, all]) => [key, all.length])),
    daysToSecond:
      gaps.length === 0 ? null : ((gaps[Math.floor(middle)] ?? 0) + (gaps[Math.ceil(middle)] ?? 0)) / 2,
  };
}

/** What became of places by the day of their hold in Paris, and how many sessions touch an hour: from the rows, and as they are kept. */
async function countedHoldsAndHours(streamerId: string) {
  const bookings = await rows(
    `select b.session_id, b.offer_id, b.source, b.status, b.confirmed_at, b.held_at, b.start_at, b.streamer_zone, b.duration_minutes
     from public.bookings b where b.streamer_id = $1`,
    [streamerId],
  );
  const holds = new Map<string, number[]>();
  for (const { offer_id, source, status, confirmed_at, held_at } of bookings) {
    const key = `${dayIn('Europe/Paris', held_at)} ${offer_id} ${source}`;
    const [taken = 0, paid = 0, attended = 0] = holds.get(key) ?? [];
    holds.set(key, [taken + 1, paid + (confirmed_at ? 1 : 0), attended + (status === 'completed' ? 1 : 0)]);
  }
  const due = bookings.filter(({ status }) =>
    ['completed', 'viewer_no_show', 'streamer_no_show'].includes(status),
  );
  const hours = new Map<string, number>();
  for (const [{ start_at, streamer_zone, duration_minutes } = bookings[0] ?? {}] of Map.groupBy(
    due,
    ({ session_id }) => session_id,
  ).values()) {
    const clock = new Intl.DateTimeFormat('en-GB', {
      ...({ hour: '2-digit', minute: '2-digit', timeZone: streamer_zone } as const),
    }).format(start_at);
    const begin = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
    for (let hour = Math.floor(begin / 60); hour * 60 < begin + duration_minutes; hour++) {
      const key = `${dayIn(streamer_zone, start_at)} ${hour}`;
      hours.set(key, (hours.get(key) ?? 0) + 1);
    }
  }
  return { holds: Object.fromEntries(holds), hours: Object.fromEntries(hours), due: due.length };
}

async function keptHoldsAndHours(streamerId: string) {
  const holds = await rows(
    'select day::text, offer_id, source, holds, paid, attended from private.hold_days where streamer_id = $1',
    [streamerId],
  );
  const hours = await rows(
    'select day::text, hour, sessions from private.statistics_hours where streamer_id = $1',
    [streamerId],
  );
  const [sum] = await rows(
    'select coalesce(sum(due), 0)::int as due from private.statistics_days where streamer_id = $1',
    [streamerId],
  );
  return {
    holds: Object.fromEntries(
      holds.map(({ day, offer_id, source, holds: taken, paid, attended }) => [
        `${day} ${offer_id} ${source}`,
        [taken, paid, attended],
      ]),
    ),
    hours: Object.fromEntries(hours.map(({ day, hour, sessions }) => [`${day} ${hour}`, sessions])),
    due: sum?.due,
  };
}

const ENDED: readonly BookingStatus[] = [
  'completed',
  'cancelled_by_viewer',
  'viewer_no_show',
  'streamer_no_show',
  'expired',
];
/** Round the nights in which clocks change in Paris (29 March, 25 October) and New York (8 March, 1 November). */
const NIGHTS = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-06-15'].map((day) =>
  Date.parse(`${day}T00:00:00Z`),
);
const change = fc.record({
  kind: fc.constantFrom('book', 'book', 'join', 'move', 'end', 'pay', 'refund', 'forget', 'leave', 'add up'),
  which: fc.nat(1_000),
  start: fc
    .tuple(fc.constantFrom(...NIGHTS), fc.integer({ min: -96, max: 192 }))
    .map(([night, quarters]) => new Date(night + quarters * 900_000)),
  zone: fc.constantFrom(
    'Europe/Paris',
    'America/New_York',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ),
  status: fc.constantFrom(...ENDED),
  cents: fc.integer({ min: 1, max: 9_000 }),
});

test('sums equal the rows after any changes, in any zone, round the nights in which clocks change', async () => {
  const viewers = await Promise.all([product.join(), product.join(), product.join()]);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 24 }), async (changes) => {
      const streamer = await join();
      await openStreamer(pool, streamer.id, { hours: [] });
      const offers = [
        await insertOffer(pool, streamer.id, { seats: 3 }),
        await insertOffer(pool, streamer.id),
      ];
      const made: string[] = [];
      for (const { kind, which, start, zone, status, cents } of changes) {
        const offerId = offers[which % 2] ?? '';
        const bookingId = made[which % made.length];
        const book = async (sessionId?: string) => {
          const id = await insertBooked(pool, {
            ...{
              streamerId: streamer.id,
              viewerId: viewers[which % 3]?.id ?? '',
              offerId,
              start,
              heldAt: new Date(start.getTime() - (which % 50) * 3_600_000),
              status,
              seats: 3,
              seat: 1 + (which % 3),
            },
            ...(sessionId && { sessionId }),
          });
          await rows(
            'update public.bookings set streamer_zone = $2, confirmed_at = $3, source = $4 where id = $1',
            [...[id, zone], which % 4 === 0 ? null : new Date(), [null, 'twitch', 'search'][which % 3]],
          );
          made.push(id);
        };
        if (kind === 'add up') await addUp(run);
        else if (kind === 'book' || bookingId === undefined) await book();
        else if (kind === 'join') {
          const [session] = await rows(
            'select session_id, offer_id, start_at, streamer_zone from public.bookings where id = $1',
            [bookingId],
          );
          await book(session?.session_id);
          await rows(
            'update public.bookings set offer_id = $2, start_at = $3, streamer_zone = $4 where id = $1',
            [...[made.at(-1), session?.offer_id, session?.start_at, session?.streamer_zone]],
          );
        } else if (kind === 'move')
          // A group moves together.
          await rows(
            'update public.bookings set start_at = $2 where session_id = (select session_id from public.bookings where id = $1)',
            [bookingId, start],
          );
        else if (kind === 'end')
          await rows('update public.bookings set status = $2 where id = $1', [bookingId, status]);
        else if (kind === 'pay') await post(bookingId, streamer.id, cents);
        else if (kind === 'refund') await post(bookingId, streamer.id, -cents);
        else if (kind === 'leave')
          await rows('update public.bookings set viewer_id = null where id = $1', [bookingId]);
        else if (kind === 'forget')
          await rows(
            'update public.bookings set offer_id = null where session_id = (select session_id from public.bookings where id = $1)',
            [bookingId],
          );
      }
      await addUp(run);
      expect(await kept(streamer.id)).toEqual(await counted(streamer.id));
      const [months] = await rows(
        `select (select coalesce(jsonb_agg(m order by m.month), '[]'::jsonb) from private.statistics_months m where m.streamer_id = $1) = (
            select coalesce(jsonb_agg(s order by s.month), '[]'::jsonb) from (
              select streamer_id, date_trunc('month', day::timestamp)::date as month, sum(sessions)::int as sessions,
                sum(booked_minutes)::int as booked_minutes, sum(net_cents)::bigint as net_cents, sum(ratings)::int as ratings,
                sum(rating_sum)::int as rating_sum
              from private.statistics_days where streamer_id = $1 group by 1, 2) s) as equal`,
        [streamer.id],
      );
      expect(months?.equal).toBe(true);
      expect(await keptHoldsAndHours(streamer.id)).toEqual(await countedHoldsAndHours(streamer.id));
      for (const [first, last] of [
        ['2026-03-01', '2026-12-31'],
        ['2026-03-09', '2026-06-15'],
        ['2026-10-25', '2026-10-26'],
      ] as const)
        for (const offerId of [null, ...offers]) {
          const read = { days: { first, last }, before: null, offerId, step: 'month' } as const;
          const { now } = await ask(streamer, readStatistics, read);
          expect(now).toMatchObject(await countedPeople(streamer.id, first, last, offerId));
        }
      const since = parseLocalDate('2026-03-01');
      const { cohorts, ...loyalty } = await inTransaction(pool, (db) =>
        readLoyalty(db, streamer.id, since, parseLocalDate('2026-08-14')),
      );
      const people = await countedLoyalty(streamer.id, since, '2026-06-15');
      expect(loyalty).toEqual({
        viewers: people.viewers,
        absent: people.absent,
        daysToSecond: people.daysToSecond,
      });
      expect(
        Object.fromEntries(
          z
            .array(z.object({ month: z.string(), after: z.int(), viewers: z.int() }))
            .parse(cohorts)
            .map(({ month, after, viewers: came }) => [`${month} ${after}`, came]),
        ),
      ).toEqual(people.cohorts);
    }),
    { numRuns: 12 },
  );
});

describe('statistics', () => {
  /** A session held by a published streamer of chess. */
  async function hold(streamer: SignedIn, viewer: SignedIn, start: string, cents: number): Promise<void> {
    const offerId = await insertOffer(pool, streamer.id);
    await rows(`update public.streamers set categories = '{echecs}', published_at = now() where id = $1`, [
      streamer.id,
    ]);
    const id = await insertBooked(pool, {
      ...{
        streamerId: streamer.id,
        viewerId: viewer.id,
        offerId,
        start: new Date(start),
        status: 'completed' as const,
      },
    });
    await rows('update public.bookings set confirmed_at = held_at where id = $1', [id]);
    await post(id, streamer.id, cents);
  }

  test('are the streamer’s own, and nobody else asks for them', async () => {
    const [one, other, viewer] = await Promise.all([join(), join(), product.join()]);
    await hold(one, viewer, '2026-05-05T10:00:00Z', 2_550);
    await hold(one, viewer, '2026-06-05T10:00:00Z', 2_550);
    await hold(other, viewer, '2026-05-06T10:00:00Z', 9_900);
    await addUp(run);
    const answer = await ask(one, readStatistics, YEAR);
    expect(answer.now).toMatchObject({ sessions: 2, paid: 2, netCents: 5_100, viewers: 1, returning: 1 });
    expect(answer.curve.map(({ first, netCents }) => [first, netCents])).toEqual([
      ['2026-05-01', 2_550],
      ['2026-06-01', 2_550],
    ]);
    expect(answer.loyalty).toMatchObject({ viewers: 1, daysToSecond: 31 });
    expect(await codeOf(viewer, readStatistics, YEAR)).toBe('forbidden');
  });

  test('say nothing of a category of fewer than five others, and then their median', async () => {
    await rows(`update public.streamers set published_at = null`);
    const [one, viewer] = await Promise.all([join(), product.join()]);
    await hold(one, viewer, '2026-07-01T10:00:00Z', 100_000);
    for (let others = 1; others <= LEAST_STREAMERS_OF_MEDIAN; others += 1) {
      const other = await join();
      for (let sessions = 0; sessions < others; sessions += 1)
        await hold(
          other,
          viewer,
          `2026-07-${String(10 + others)}T${String(8 + sessions * 2).padStart(2, '0')}:00:00Z`,
          1_000,
        );
      await addUp(run);
      const { category } = await ask(one, readStatistics, YEAR);
      if (others < LEAST_STREAMERS_OF_MEDIAN) expect(category, `of ${others}`).toBeNull();
      // Their open hours and ratings are not known: of those nothing is said.
      else
        expect(category).toEqual({
          ...{
            category: 'echecs',
            streamers: 5,
            sessions: 3,
            netCentsPerHour: null,
            filled: null,
            rating: null,
          },
        });
    }
  });
});

test('open hours are kept as they were, and a day is as long as its clocks make it', async () => {
  const streamer = await join();
  await openStreamer(pool, streamer.id, { hours: [1, 2, 3, 4, 5, 6, 7].map((day) => [day, 0, 1440]) });
  await rows(`update public.streamers set created_at = '2026-03-27T12:00:00Z' where id = $1`, [streamer.id]);
  const minutes = async () =>
    Object.fromEntries(
      (
        await rows(
          'select day::text, open_minutes from private.open_days where streamer_id = $1 order by day',
          [streamer.id],
        )
      ).map(({ day, open_minutes }) => [day, open_minutes]),
    );
  await keepOpenDays({ ...run, now: new Date('2026-03-30T12:00:00Z') });
  expect(await minutes()).toEqual({
    '2026-03-27': 1440,
    '2026-03-28': 1440,
    '2026-03-29': 1380,
    '2026-03-30': 1440,
  });
  const months = () =>
    rows('select month::text, open_minutes from private.open_months where streamer_id = $1', [streamer.id]);
  expect(await months()).toEqual([{ month: '2026-03-01', open_minutes: 3 * 1440 + 1380 }]);
  await rows('delete from public.weekly_hours where streamer_id = $1', [streamer.id]);
  await keepOpenDays({ ...run, now: new Date('2026-03-31T12:00:00Z') });
  expect(await minutes()).toEqual({
    ...{ '2026-03-27': 1440, '2026-03-28': 1440, '2026-03-29': 1380 },
    ...{ '2026-03-30': 0, '2026-03-31': 0 },
  });
  expect(await months()).toEqual([{ month: '2026-03-01', open_minutes: 2 * 1440 + 1380 }]);
});
