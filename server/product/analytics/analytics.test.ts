// Long because every kept sum is compared with the rows counted one by one, after the same random changes.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlatform, readSupply } from '#contracts/analytics.ts';
import { mergeCategories } from '#contracts/catalogue.ts';
import type { BookingStatus } from '#domain/booking/booking.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { insertBooked, insertOffer, openStreamer } from '#server/product/availability/testing/marketplace.ts';
import { finishMerges } from '#server/product/catalogue/finish-merges.ts';
import { ask, codeOf, openProduct } from '#server/product/testing/product-server.ts';
import { addUpPlatform } from './add-up.ts';

const product = await openProduct();
const { pool } = product.database;
const { rows } = product;
const run = { pool, now: new Date(), signal: new AbortController().signal };

const parisDay = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(at);
const CATEGORIES = ['echecs', 'coaching', 'musique'];
const ZONES = ['Europe/Paris', 'America/New_York', 'Pacific/Kiritimati'];

/** A movement about a booking as the ledger keeps it. Of what is captured an eighth is our fee. */
async function post(bookingId: string, streamerId: string, kind: string, cents: number, at: Date) {
  const [signed, fee] =
    kind === 'refund' || kind === 'settlement' ? [-cents, 0] : [cents, Math.floor(cents / 8)];
  const [provider, other] =
    kind === 'dispute_opened' ? ['disputed_funds', 'provider_balance'] : ['provider_balance', null];
  await rows(
    `with paid as (
       insert into public.payments (booking_id, streamer_id, kind, provider, state, amount_cents, fee_basis_points, settings_version)
       values ($1, $2, 'booking', 'sandbox', 'voided', 500, 1500, (select max(version) from public.platform_settings)) returning id
     ), posting as (
       insert into public.ledger_postings (at, kind, source, payment_id) select $5, $3, $4, id from paid returning id
     )
     insert into public.ledger_lines (posting_id, account, streamer_id, amount_cents)
     select id, line.account, line.streamer_id::uuid, line.cents from posting,
       (values ($8, null, $6::bigint), ($9, null, -$6::bigint), ('platform_fees', null, -$7::bigint),
         ('streamer_pending', $2::text, $7::bigint - $6::bigint)) line (account, streamer_id, cents)
     where line.account is not null and line.cents <> 0 and ($9::text is null) = (line.account in ('platform_fees', 'streamer_pending'))
       or line.account = $8`,
    [...[bookingId, streamerId, kind, `test:${randomUUID()}`, at, signed, fee, provider, other]],
  );
}

interface Counted {
  capturedCents: number;
  refundedCents: number;
  commissionCents: number;
  payments: number;
  disputes: number;
  sessions: number;
  streamers: number;
  viewers: number;
  returning: number;
  firstBookings: number;
  secondsToFirst: number | null;
  searchBookings: number;
}

/** The figures of some days, from the rows, counted one by one with the platform's own calendar. */
async function counted(first: string, last: string): Promise<Counted> {
  const within = (day: string) => day >= first && day <= last;
  const bookings = await rows(
    `select b.session_id, b.streamer_id, b.viewer_id, b.status, b.start_at, b.held_at, b.confirmed_at, b.source, p.created_at as joined_at
     from public.bookings b left join public.profiles p on p.id = b.viewer_id`,
  );
  const lines = await rows(
    `select g.id, g.kind, g.at, l.account, l.amount_cents::int as cents from public.ledger_postings g
     join public.ledger_lines l on l.posting_id = g.id where g.payment_id is not null`,
  );
  const moved = lines.filter(({ at }) => within(parisDay(at)));
  const sumOf = (kinds: string[] | null, accounts: string[]) =>
    moved
      .filter(({ kind, account }) => (kinds?.includes(kind) ?? true) && accounts.includes(account))
      .reduce((sum, { cents }) => sum + cents, 0);
  const postings = (kinds: string[]) =>
    new Set(moved.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)).size;
  const held = bookings.filter(({ status }) => status === 'completed');
  const came = held.filter(({ start_at }) => within(parisDay(start_at)));
  const distinct = (values: unknown[]) => new Set(values.filter((value) => value !== null)).size;
  const viewers = [...new Set(came.flatMap(({ viewer_id }) => viewer_id ?? []))];
  const daysOf = (viewer: string) => [
    ...new Set(
      held.filter(({ viewer_id }) => viewer_id === viewer).map(({ start_at }) => parisDay(start_at)),
    ),
  ];
  const agreed = Map.groupBy(
    bookings.filter(({ viewer_id, confirmed_at }) => viewer_id !== null && confirmed_at !== null),
    ({ viewer_id }) => viewer_id,
  );
  const waits = [...agreed.values()]
    .map((own) => own.reduce((one, other) => (other.held_at < one.held_at ? other : one)))
    .filter(({ held_at }) => within(parisDay(held_at)))
    .map(({ held_at, joined_at }) =>
      Math.max(0, Math.round((held_at.getTime() - joined_at.getTime()) / 1000)),
    )
    .sort((a, b) => a - b);
  const middle = (waits.length - 1) / 2;
  return {
    capturedCents: sumOf(['capture', 'extension'], ['provider_balance', 'disputed_funds']),
    refundedCents: 0 - sumOf(['refund', 'settlement'], ['provider_balance', 'disputed_funds']),
    commissionCents: 0 - sumOf(null, ['platform_fees']),
    payments: postings(['capture', 'extension']),
    disputes: postings(['dispute_opened']),
    sessions: distinct(came.map(({ session_id }) => session_id)),
    streamers: distinct(came.map(({ streamer_id }) => streamer_id)),
    viewers: viewers.length,
    returning: viewers.filter((viewer) => {
      const days = daysOf(viewer);
      return days.some((day) => day < first) || days.filter(within).length > 1;
    }).length,
    firstBookings: waits.length,
    secondsToFirst:
      waits.length === 0 ? null : ((waits[Math.floor(middle)] ?? 0) + (waits[Math.ceil(middle)] ?? 0)) / 2,
    searchBookings: bookings.filter(
      ({ source, confirmed_at, held_at }) =>
        source === 'search' && confirmed_at !== null && within(parisDay(held_at)),
    ).length,
  };
}

/** Which viewers of a first month came how many months later. */
async function countedCohorts(): Promise<Record<string, number>> {
  const held = await rows(
    `select viewer_id, start_at from public.bookings where status = 'completed' and viewer_id is not null`,
  );
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const keys = [...Map.groupBy(held, ({ viewer_id }) => viewer_id).values()].flatMap((own) => {
    const days = own.map(({ start_at }) => parisDay(start_at)).sort();
    const first = days[0] ?? '';
    return [...new Set(days.map((day) => monthOf(day) - monthOf(first)))].map(
      (after) => `${first.slice(0, 7)}-01 ${after}`,
    );
  });
  return Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));
}

const ENDED: readonly BookingStatus[] = [
  'completed',
  'completed',
  'cancelled_by_viewer',
  'viewer_no_show',
  'streamer_no_show',
  'expired',
];
/** Round the nights in which clocks change in Paris, and the end of a year. */
const NIGHTS = ['2026-03-29', '2026-10-25', '2026-06-15', '2026-12-31'].map((day) =>
  Date.parse(`${day}T00:00:00Z`),
);
const change = fc.record({
  kind: fc.constantFrom(
    'book',
    'book',
    'book',
    'join',
    'move',
    'end',
    'end',
    'post',
    'post',
    'leave',
    'merge',
    'add up',
  ),
  which: fc.nat(1_000),
  start: fc
    .tuple(fc.constantFrom(...NIGHTS), fc.integer({ min: -96, max: 192 }))
    .map(([night, quarters]) => new Date(night + quarters * 900_000)),
  status: fc.constantFrom(...ENDED),
  posting: fc.constantFrom('capture', 'extension', 'refund', 'settlement', 'dispute_opened'),
  cents: fc.integer({ min: 500, max: 9_000 }),
});

test('sums of the platform equal the rows and the ledger after any changes, round nights in which clocks change', async () => {
  const streamers = await Promise.all([0, 1, 2].map(() => product.join({ role: 'streamer' })));
  const viewers = await Promise.all([0, 1, 2, 3].map(() => product.join()));
  const admin = await product.join({ role: 'admin' });
  await rows(`update public.profiles set created_at = '2026-01-01T00:00:00Z'`);
  const offers = await Promise.all(
    streamers.map(async ({ id }) => {
      await openStreamer(pool, id, { hours: [] });
      return insertOffer(pool, id, { seats: 3 });
    }),
  );
  const made: { id: string; streamer: string }[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 6, maxLength: 24 }), async (changes) => {
      for (const { kind, which, start, status, posting, cents } of changes) {
        const booking = made[which % made.length];
        const streamer = streamers[which % 3]?.id ?? '';
        if (kind === 'add up') await addUpPlatform(run);
        else if (kind === 'book' || kind === 'join' || booking === undefined) {
          const [session] =
            kind === 'join' && booking
              ? await rows(
                  'select session_id, streamer_id, offer_id, start_at, category from public.bookings where id = $1',
                  [booking.id],
                )
              : [];
          const id = await insertBooked(pool, {
            streamerId: session?.streamer_id ?? streamer,
            viewerId: viewers[which % 4]?.id ?? '',
            offerId: session?.offer_id ?? offers[which % 3] ?? '',
            start: session?.start_at ?? start,
            heldAt: new Date((session?.start_at ?? start).getTime() - (which % 60) * 3_600_000),
            status,
            seats: 3,
            ...(session && { sessionId: session.session_id }),
          });
          await rows(
            'update public.bookings set category = $2, viewer_zone = $3, source = $4, confirmed_at = $5 where id = $1',
            [
              id,
              session?.category ?? CATEGORIES[which % 3],
              ZONES[which % 3],
              [null, 'twitch', 'search'][which % 3],
              which % 5 === 0 ? null : start,
            ],
          );
          made.push({ id, streamer: session?.streamer_id ?? streamer });
        } else if (kind === 'move')
          // A group moves together.
          await rows(
            'update public.bookings set start_at = $2 where session_id = (select session_id from public.bookings where id = $1)',
            [booking.id, start],
          );
        else if (kind === 'end')
          await rows('update public.bookings set status = $2 where id = $1', [booking.id, status]);
        else if (kind === 'post') await post(booking.id, booking.streamer, posting, cents, start);
        else if (kind === 'merge') {
          const from = `c-${randomUUID()}`;
          await rows(`insert into public.categories (id, label, position) values ($1, $2, 99)`, [
            from,
            from.slice(0, 40),
          ]);
          await rows(
            `update public.bookings set category = $2 where category = (select category from public.bookings where id = $1)`,
            [booking.id, from],
          );
          if (which % 2 === 0) await addUpPlatform(run);
          await ask(admin, mergeCategories, {
            from,
            into: CATEGORIES[which % 3] ?? '',
            reason: 'Une seule suffit',
          });
        } else if (kind === 'leave')
          await rows('update public.bookings set viewer_id = null where id = $1', [booking.id]);
      }
      await finishMerges(run);
      await addUpPlatform(run);
      for (const [first, last] of [
        ['2026-01-01', '2026-12-31'],
        ['2026-03-29', '2026-06-15'],
        ['2026-10-25', '2026-10-25'],
      ] as const) {
        const days = { first: parseLocalDate(first), last: parseLocalDate(last) };
        const read = await ask(admin, readPlatform, { days, before: days, step: 'month' });
        const expected = await counted(first, last);
        expect(read.now).toMatchObject(expected);
        expect(read.before).toEqual(read.now);
        const sumOf = (key: 'capturedCents' | 'sessions' | 'refundedCents' | 'payments') =>
          read.points.reduce((sum, point) => sum + point[key], 0);
        expect(sumOf('capturedCents')).toBe(expected.capturedCents);
        expect(sumOf('sessions')).toBe(expected.sessions);
        for (const point of read.points) expect(point).toMatchObject(await counted(point.first, point.last));
        const parts = (key: 'capturedCents' | 'sessions' | 'holds') =>
          read.categories.reduce((sum, category) => sum + category[key], 0);
        expect([parts('capturedCents'), parts('sessions'), parts('holds')]).toEqual([
          expected.capturedCents,
          expected.sessions,
          read.funnel.holds,
        ]);
        // After a merge nothing stands under the old name, and under the new one what its rows say.
        const held = await rows(
          `select category, count(distinct session_id)::int as sessions from public.bookings
           where status = 'completed' and (start_at at time zone 'Europe/Paris')::date between $1 and $2 group by 1 order by 1`,
          [first, last],
        );
        expect(
          read.categories
            .filter(({ sessions }) => sessions > 0)
            .map(({ category, sessions }) => ({ category, sessions }))
            .sort((a, b) => a.category.localeCompare(b.category)),
        ).toEqual(held);
        expect(read.zones.reduce((sum, zone) => sum + zone.payments, 0)).toBe(expected.payments);
        const { holds, attended, losses } = read.funnel;
        expect(holds).toBeGreaterThanOrEqual(attended + losses.reduce((sum, { places }) => sum + places, 0));
      }
      const [kept] = await rows(
        `select (select coalesce(sum(places), 0)::int from private.platform_hold_days) as holds,
           (select coalesce(sum(places), 0)::int from private.platform_hours) as hours,
           (select count(*)::int from public.bookings) as bookings,
           (select count(*)::int from public.bookings where status in ('confirmed', 'completed', 'viewer_no_show', 'streamer_no_show')) as due`,
      );
      expect(kept).toMatchObject({ holds: kept?.bookings, hours: kept?.due });
      const cohorts = await rows(
        `select date_trunc('month', first_day::timestamp)::date::text as month, (extract(year from day) - extract(year from first_day)) * 12
           + extract(month from day) - extract(month from first_day) as after, count(*)::int as viewers
         from private.active_days where side = 'viewer' and opens_month group by 1, 2`,
      );
      expect(
        Object.fromEntries(cohorts.map(({ month, after, viewers: came }) => [`${month} ${after}`, came])),
      ).toEqual(await countedCohorts());
    }),
    { numRuns: 8 },
  );
});

test('the platform’s figures are the team’s alone', async () => {
  const days = { first: parseLocalDate('2026-01-01'), last: parseLocalDate('2026-01-31') };
  for (const role of ['viewer', 'streamer'] as const) {
    const somebody = await product.join({ role });
    expect(await codeOf(somebody, readPlatform, { days, before: null, step: 'day' })).toBe('forbidden');
    expect(await codeOf(somebody, readSupply, { days, category: null })).toBe('forbidden');
  }
});

test('supply is who is open in an hour of the week, also past midnight of Sunday, beside what is booked in it', async () => {
  const [admin, viewer] = await Promise.all([product.join({ role: 'admin' }), product.join()]);
  const [one, other] = await Promise.all([0, 1].map(() => product.join({ role: 'streamer' })));
  await rows(`update public.streamers set published_at = null`);
  await openStreamer(pool, one?.id ?? '', { hours: [[7, 1380, 1500]] });
  await openStreamer(pool, other?.id ?? '', { hours: [[7, 1410, 1440]] });
  await rows(`update public.streamers set categories = '{cuisine}' where id = any ($1)`, [
    [one?.id, other?.id],
  ]);
  const offerId = await insertOffer(pool, one?.id ?? '');
  const id = await insertBooked(pool, {
    ...{ streamerId: one?.id ?? '', viewerId: viewer.id, offerId, start: new Date('2025-01-05T22:30:00Z') },
  });
  await rows(`update public.bookings set category = 'cuisine' where id = $1`, [id]);
  await rows(
    `insert into private.platform_demand_days (day, category, cell, people) values ('2025-01-05', 'cuisine', 0, 3)`,
  );
  await addUpPlatform(run);
  const days = { first: parseLocalDate('2025-01-05'), last: parseLocalDate('2025-01-05') };
  const { hours } = await ask(admin, readSupply, { days, category: 'cuisine' });
  expect(hours[167]).toEqual({ streamers: 2, places: 1, asked: 0 });
  expect(hours[0]).toEqual({ streamers: 1, places: 0, asked: 3 });
  expect(hours[1]).toEqual({ streamers: 0, places: 0, asked: 0 });
});
