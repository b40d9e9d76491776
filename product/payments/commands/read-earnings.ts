import type pg from 'pg';
import { balancesOfStreamer } from '#product/books/ledger.ts';
import { serve } from '#product/command/serve.ts';
import { cents } from '#product/shared/money/cents.ts';
import { formatInstant, type Instant, instantOf } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { intervalOfMonth, latestMonths, monthToDate } from '#product/shared/time/months.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { readEarnings as contract } from '../earnings-contract.ts';
import { leastPayout, payoutsWait } from '../payouts.ts';
import { nextPayoutOf } from '../rules/next-payout.ts';
import { nextPayoutAt } from '../rules/payout.ts';

const MONTHS = 12;

const written = ({ start, end }: Interval) => ({ from: formatInstant(start), until: formatInstant(end) });

/**
 * Where a streamer's money is, by the month of the session: figures that are sums of what the list
 * below them shows.
 */
export const readEarnings = serve({
  contract,
  async run({ db, person, now: date }) {
    const now = instantOf(date.getTime());
    const { rows: own } = await db.query('select zone from public.streamers where id = $1', [person.id]);
    const zone: ZoneName = own[0]?.zone ?? 'Europe/Paris';
    const { thisMonth, lastMonth } = monthToDate(zone, now);
    const { pending, available, inTransit } = await balancesOfStreamer(db, person.id);
    const byMonth = await monthsOf(db, person.id, zone, now);
    const month = await earnedWithin(db, person.id, thisMonth);
    const before = await earnedWithin(db, person.id, lastMonth);
    return {
      zone,
      pendingCents: pending,
      availableCents: available,
      inTransitCents: inTransit,
      leastPayoutCents: await leastPayout(db),
      thisMonth: { ...written(thisMonth), ...month },
      lastMonth: { ...written(lastMonth), shareCents: before.shareCents },
      ...byMonth,
      nextPayout: await readNextPayout(db, person.id, now),
    };
  },
});

/** Sums the streamer's share of the sessions of a period. */
async function earnedWithin(db: pg.ClientBase, streamerId: string, { start, end }: Interval) {
  const { rows } = await db.query(
    `select coalesce(sum(m.pending_cents + m.available_cents + m.in_transit_cents + m.banked_cents), 0)::bigint as share,
       count(distinct b.session_id)::int as sessions
     from public.bookings b join public.payment_balances m on m.booking_id = b.id
     where b.streamer_id = $1 and b.start_at >= $2 and b.start_at < $3`,
    [streamerId, new Date(start), new Date(end)],
  );
  return { shareCents: Number(rows[0]?.share ?? 0), sessions: rows[0]?.sessions ?? 0 };
}

async function monthsOf(db: pg.ClientBase, streamerId: string, zone: ZoneName, now: Instant) {
  const months = latestMonths(zone, now, MONTHS).map((month) => ({ month, ...intervalOfMonth(zone, month) }));
  const first = months[0]?.start ?? now;
  const { rows } = await db.query(
    `select to_char(b.start_at at time zone $2, 'YYYY-MM') as month, count(distinct b.session_id)::int as sessions,
       sum(m.pending_cents)::bigint as pending, sum(m.available_cents)::bigint as available,
       sum(m.in_transit_cents)::bigint as in_transit, sum(m.banked_cents)::bigint as banked
     from public.bookings b join public.payment_balances m on m.booking_id = b.id
     where b.streamer_id = $1 and b.start_at >= $3 group by 1`,
    [streamerId, zone, new Date(first)],
  );
  const named = new Set<string>(months.map(({ month }) => month));
  const later = rows.filter(({ month }) => month !== null && !named.has(month));
  return {
    months: months.map(({ month, start, end: until }) => {
      const row = rows.find((one) => one.month === month);
      return {
        month,
        ...written({ start, end: until }),
        sessions: row?.sessions ?? 0,
        pendingCents: Number(row?.pending ?? 0),
        availableCents: Number(row?.available ?? 0),
        inTransitCents: Number(row?.in_transit ?? 0),
        bankedCents: Number(row?.banked ?? 0),
      };
    }),
    laterCents: later.reduce((total, { pending }) => total + Number(pending), 0),
  };
}

/**
 * When the next payout leaves, and what it includes: what is available now, and what will be by
 * then unless it is refunded.
 */
async function readNextPayout(db: pg.ClientBase, streamerId: string, now: Instant) {
  const at = nextPayoutAt(now);
  const { rows: account } = await db.query(
    'select from public.payout_accounts where streamer_id = $1 and payouts_enabled',
    [streamerId],
  );
  const { rows } = await db.query(
    `select b.session_id, b.start_at, max(b.title) as title, sum(m.available_cents)::bigint as ready,
       (sum(m.pending_cents) filter (where m.pending_cents > 0 and m.disputed_cents = 0 and p.release_due_at <= $2))::bigint as coming
     from public.payment_balances m join public.payments p on p.id = m.payment_id join public.bookings b on b.id = m.booking_id
     where m.streamer_id = $1 and (m.available_cents <> 0
       or m.pending_cents > 0 and m.disputed_cents = 0 and p.release_due_at <= $2)
     group by b.session_id, b.start_at order by b.start_at desc, b.session_id`,
    [streamerId, new Date(at)],
  );
  return {
    at: account.length === 0 ? null : formatInstant(at),
    waitsForIdentity: await payoutsWait(db, streamerId, new Date(at)),
    ...nextPayoutOf(
      rows.map((row) => ({
        sessionId: row.session_id,
        title: row.title ?? '',
        startAt: row.start_at.toISOString(),
        ready: cents(Number(row.ready ?? 0)),
        coming: cents(Number(row.coming ?? 0)),
      })),
    ),
  };
}
