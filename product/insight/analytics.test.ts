// Long because every kept sum is compared with the rows counted one by one, after the same random changes.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertBooked, insertOffer, openStreamer } from '#product/availability/testing/marketplace.ts';
import type { BookingStatus } from '#product/booking/rules/booking.ts';
import { mergeCategories } from '#product/catalogue/contract.ts';
import { finishMerges } from '#product/catalogue/finish-merges.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { addUp } from './add-up.ts';
import { addUpPlatform } from './add-up-platform.ts';
import {
  LISTED_FIGURES,
  type ListedFigure,
  listBehind,
  readPlatform,
  readSupply,
} from './analytics-contract.ts';
import type { Days } from './rules/period.ts';

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

const KEPT = ['held', 'requested', 'confirmed', 'in_progress', 'completed'];
const AGREED = ['confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show'];

/** What the figures of some days break down into, from the rows: losses, zones, who earned how much, and how full hours were. */
async function countedParts(first: string, last: string) {
  const within = (day: string) => day >= first && day <= last;
  const bookings = await rows(
    'select session_id, status, cause, held_at, start_at, duration_minutes from public.bookings',
  );
  const lost = bookings.filter(({ held_at, status }) => within(parisDay(held_at)) && !KEPT.includes(status));
  const losses = Map.groupBy(lost, ({ status, cause }) =>
    ['expired', 'declined'].includes(status) ? (cause ?? status) : status,
  );
  const taken = bookings.filter(
    ({ start_at, status }) => within(parisDay(start_at)) && AGREED.includes(status),
  );
  const lines = await rows(
    `select g.kind, g.at, l.account, l.amount_cents::int as cents, b.viewer_zone as zone, b.start_at, b.streamer_id
     from public.ledger_postings g join public.ledger_lines l on l.posting_id = g.id
     join public.payments p on p.id = g.payment_id join public.bookings b on b.id = p.booking_id`,
  );
  const total = (some: typeof lines) => some.reduce((sum, { cents }) => sum + cents, 0);
  const captured = lines.filter(
    ({ kind, at, account }) =>
      ['capture', 'extension'].includes(kind) && within(parisDay(at)) && account === 'provider_balance',
  );
  const earned = [
    ...Map.groupBy(
      lines.filter(({ start_at, account }) => within(parisDay(start_at)) && account === 'streamer_pending'),
      ({ streamer_id }) => streamer_id,
    ).values(),
  ]
    .map((own) => -total(own))
    .filter((cents) => cents > 0)
    .sort((a, b) => b - a);
  const [open] = await rows(
    'select coalesce(sum(open_minutes), 0)::int as minutes from private.open_days where day between $1 and $2',
    [first, last],
  );
  return {
    losses: Object.fromEntries([...losses].map(([outcome, places]) => [outcome, places.length])),
    zones: Object.fromEntries(
      [...Map.groupBy(captured, ({ zone }) => zone)].map(([zone, own]) => [zone, [total(own), own.length]]),
    ),
    earned,
    openMinutes: open?.minutes,
    bookedMinutes: [...Map.groupBy(taken, ({ session_id }) => session_id).values()].reduce(
      (sum, [one]) => sum + one.duration_minutes,
      0,
    ),
  };
}

/** All rows behind a figure, read in pages of a few. */
async function allBehind(admin: SignedIn, figure: ListedFigure, days: Days) {
  const asked = { figure, days, words: [], sort: 'day' as const, ascending: true, limit: 9 };
  const { count, rows: found } = await ask(admin, listBehind, { ...asked, offset: 0 });
  while (found.length < count)
    found.push(...(await ask(admin, listBehind, { ...asked, offset: found.length })).rows);
  expect(new Set(found.map(({ id }) => id)).size, figure).toBe(count);
  for (const { day } of found)
    if (day !== null) expect(day >= days.first && day <= days.last, `${figure} ${day}`).toBe(true);
  return found;
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
    'open',
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
        else if (kind === 'open')
          await rows(
            `insert into private.open_days (streamer_id, day, open_minutes) values ($1, $2, $3)
             on conflict (streamer_id, day) do update set open_minutes = excluded.open_minutes`,
            [streamer, parisDay(start), which],
          );
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
            `update public.bookings set category = $2 where session_id in
               (select session_id from public.bookings where category = (select category from public.bookings where id = $1))`,
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
      await addUp(run);
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
        const ofCategories = (key: 'capturedCents' | 'sessions' | 'holds') =>
          read.categories.reduce((sum, category) => sum + category[key], 0);
        expect([ofCategories('capturedCents'), ofCategories('sessions'), ofCategories('holds')]).toEqual([
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
        const parts = await countedParts(first, last);
        expect(
          Object.fromEntries(read.funnel.losses.map(({ outcome, places }) => [outcome, places])),
        ).toEqual(parts.losses);
        expect(
          Object.fromEntries(
            read.zones.map(({ zone, capturedCents, payments }) => [zone, [capturedCents, payments]]),
          ),
        ).toEqual(parts.zones);
        const { concentration } = read;
        expect([concentration.streamers, concentration.top.map(({ netCents }) => netCents)]).toEqual([
          parts.earned.length,
          parts.earned,
        ]);
        expect(concentration.netCents).toBe(parts.earned.reduce((sum, cents) => sum + cents, 0));
        expect(read.now).toMatchObject({
          openMinutes: parts.openMinutes,
          bookedMinutes: parts.bookedMinutes,
        });
        // The list behind each figure holds what the figure counts, and nothing else.
        const behind = {} as Record<ListedFigure, Awaited<ReturnType<typeof allBehind>>>;
        for (const figure of LISTED_FIGURES) behind[figure] = await allBehind(admin, figure, days);
        const summed = (figure: ListedFigure) => behind[figure].reduce((sum, { value }) => sum + value, 0);
        const waits = behind.first.map(({ value }) => value).sort((a, b) => a - b);
        const half = (waits.length - 1) / 2;
        expect({
          payments: behind.volume.length,
          capturedCents: summed('volume'),
          commissionCents: summed('commission'),
          refundedCents: summed('refunds'),
          disputes: behind.disputes.length,
          sessions: behind.sessions.length,
          streamers: behind.streamers.length,
          viewers: behind.viewers.length,
          returning: behind.returning.length,
          firstBookings: waits.length,
          secondsToFirst:
            waits.length === 0 ? null : ((waits[Math.floor(half)] ?? 0) + (waits[Math.ceil(half)] ?? 0)) / 2,
          searchBookings: behind.liquidity.length,
          bookedMinutes: summed('filled'),
          openMinutes: behind.filled.reduce((sum, { whole }) => sum + (whole ?? 0), 0),
        }).toEqual(
          Object.fromEntries(
            Object.entries(read.now).filter(([key]) => !['searchers', 'unfound'].includes(key)),
          ),
        );
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
    const asked = { words: [], sort: 'day' as const, ascending: true, offset: 0, limit: 1 };
    expect(await codeOf(somebody, listBehind, { figure: 'volume', days, ...asked })).toBe('forbidden');
  }
});

test('a list behind a figure is searched by words, put in order, and read page by page', async () => {
  const [admin, viewer, streamer] = [
    await product.join({ role: 'admin' }),
    await product.join({ firstName: 'Ézéchiel' }),
    await product.join({ role: 'streamer' }),
  ];
  await openStreamer(pool, streamer.id, { hours: [] });
  const offerId = await insertOffer(pool, streamer.id);
  for (const [day, cents] of [
    ['2031-05-01', 700],
    ['2031-05-02', 900],
    ['2031-05-03', 800],
  ] as const) {
    const start = new Date(`${day}T10:00:00Z`);
    const who = { streamerId: streamer.id, viewerId: viewer.id };
    const id = await insertBooked(pool, { ...who, offerId, start, status: 'completed' });
    await post(id, streamer.id, 'capture', cents, start);
  }
  const days = { first: parseLocalDate('2031-05-01'), last: parseLocalDate('2031-05-31') };
  const volume = async (more: {
    words?: string[];
    sort?: 'day' | 'value';
    ascending?: boolean;
    offset?: number;
  }) => {
    const asked = { words: [], sort: 'day' as const, ascending: true, offset: 0, limit: 2, ...more };
    const { count, rows: found } = await ask(admin, listBehind, { figure: 'volume', days, ...asked });
    return [count, ...found.map(({ value }) => value)];
  };
  expect(await volume({})).toEqual([3, 700, 900]);
  expect(await volume({ offset: 2 })).toEqual([3, 800]);
  expect(await volume({ offset: 9 })).toEqual([0]);
  expect(await volume({ sort: 'value', ascending: false })).toEqual([3, 900, 800]);
  expect(await volume({ words: ['%personne-de-tel%'] })).toEqual([0]);
  const { rows: viewers } = await ask(admin, listBehind, {
    ...{ figure: 'viewers', days, words: ['%ezech%'], sort: 'day', ascending: false, offset: 0, limit: 9 },
  });
  expect(viewers).toMatchObject([{ subject: viewer.id, day: '2031-05-03', value: 3 }]);
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
