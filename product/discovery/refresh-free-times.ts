import type pg from 'pg';
import {
  type AskedOffer,
  loadAvailabilityContexts,
} from '#product/availability/load-availability-context.ts';
import type { AvailabilityContext } from '#product/availability/rules/availability-context.ts';
import { endOfStreamersDay, streamersDayAt } from '#product/availability/rules/hours.ts';
import { firstFreeStart, freeStarts } from '#product/availability/rules/slots.ts';
import { daysAfter, type Instant, instantOf, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import { isAligned, RING_DAYS, type RingText, ringOf } from './rules/free-ring.ts';

/** The farthest that a streamer's window may reach (RULE_LIMITS), and a day for their zone. */
const FARTHEST_DAYS = 366;
/**
 * A row is outdated once its first start has passed and is then computed again, but not every
 * quarter of an hour of a whole afternoon.
 */
const LEAST_FRESH_MINUTES = 10;

interface ListedOffer extends AskedOffer {
  category: string;
  priceCents: number;
}

interface FreeTime {
  offer: ListedOffer;
  noticeMinutes: number;
  starts: RingText;
  next: Instant | null;
  freshUntil: Instant;
}

/**
 * Computes and stores the free times of these streamers' active offers. Changes committed meanwhile
 * leave a mark of their own and are computed later.
 * @returns how many offers they have
 */
export async function refreshFreeTimes(
  db: pg.ClientBase,
  streamerIds: readonly string[],
  now: Date,
): Promise<number> {
  const { rows: offers } = await db.query(
    `select id, streamer_id as "streamerId", category, duration_minutes as "durationMinutes", price_cents as "priceCents", seats,
       confirmation
     from public.offers where streamer_id = any ($1::uuid[]) and is_active and archived_at is null`,
    [streamerIds],
  );
  const at = instantOf(now.getTime());
  const near = { start: at, end: daysAfter(at, RING_DAYS) };
  const contexts = await loadAvailabilityContexts(db, { offers, now, span: near });
  const times: FreeTime[] = [];
  const withoutNext: ListedOffer[] = [];
  for (const offer of offers) {
    const context = contexts.get(offer.id);
    if (!context) continue;
    const starts = freeStarts(context, near);
    if (starts.length === 0) withoutNext.push(offer);
    times.push(timeOf(offer, context, starts, at));
  }
  await findLater(db, times, withoutNext, now);
  await store(db, streamerIds, times, now);
  return offers.length;
}

function timeOf(
  offer: ListedOffer,
  context: AvailabilityContext,
  starts: readonly Instant[],
  now: Instant,
): FreeTime {
  const { noticeMinutes } = context.rules;
  const next = starts[0] ?? null;
  const lapse = next === null ? Number.POSITIVE_INFINITY : next - noticeMinutes * MILLIS_PER_MINUTE;
  return {
    offer,
    // Where a bit covers several starts of its quarter of an hour, the last one may still be to
    // come.
    noticeMinutes: isAligned(starts) ? noticeMinutes : noticeMinutes - 14,
    starts: ringOf(starts),
    next,
    freshUntil: Math.min(
      Math.max(lapse, now + LEAST_FRESH_MINUTES * MILLIS_PER_MINUTE),
      opensFarther(context, now),
    ) as Instant,
  };
}

/**
 * When the window reaches another day, which is at the streamer's midnight; a day from now for
 * those that reach beyond the ring anyway.
 */
function opensFarther({ hours, rules }: AvailabilityContext, now: Instant): Instant {
  if (rules.window.kind === 'days' && rules.horizonDays > RING_DAYS) return daysAfter(now, 1);
  return endOfStreamersDay(hours, streamersDayAt(hours, now));
}

/** The first start beyond the ring, for those that have none within. */
async function findLater(
  db: pg.ClientBase,
  times: readonly FreeTime[],
  offers: readonly AskedOffer[],
  now: Date,
): Promise<void> {
  const at = instantOf(now.getTime());
  const far = { start: daysAfter(at, RING_DAYS), end: daysAfter(at, FARTHEST_DAYS) };
  const contexts = await loadAvailabilityContexts(db, { offers, now, span: far });
  for (const time of times) {
    const context = contexts.get(time.offer.id);
    if (context) time.next = firstFreeStart(context, far);
  }
}

async function store(
  db: pg.ClientBase,
  streamerIds: readonly string[],
  times: readonly FreeTime[],
  now: Date,
): Promise<void> {
  const column = <T>(of: (time: FreeTime) => T): T[] => times.map(of);
  const ids = column(({ offer }) => offer.id);
  await db.query(
    'delete from private.free_times where streamer_id = any ($1::uuid[]) and offer_id <> all ($2::uuid[])',
    [streamerIds, ids],
  );
  // Rows are locked in a fixed order, so that two refreshes never wait for each other.
  await db.query(
    `insert into private.free_times
       (offer_id, streamer_id, price_cents, duration_minutes, notice_minutes, starts, next_start, computed_at, fresh_until)
     select offer_id, streamer_id, price_cents, duration_minutes, notice_minutes, starts::varbit, next_start, $9, fresh_until
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::text[], $7::timestamptz[], $8::timestamptz[])
       as t (offer_id, streamer_id, price_cents, duration_minutes, notice_minutes, starts, next_start, fresh_until)
     order by offer_id
     on conflict (offer_id) do update set streamer_id = excluded.streamer_id, price_cents = excluded.price_cents,
       duration_minutes = excluded.duration_minutes, notice_minutes = excluded.notice_minutes, starts = excluded.starts,
       next_start = excluded.next_start, computed_at = excluded.computed_at, fresh_until = excluded.fresh_until`,
    [
      ids,
      column(({ offer }) => offer.streamerId),
      column(({ offer }) => offer.priceCents),
      column(({ offer }) => offer.durationMinutes),
      column(({ noticeMinutes }) => noticeMinutes),
      column(({ starts }) => starts),
      column(({ next }) => (next === null ? null : new Date(next))),
      column(({ freshUntil }) => new Date(freshUntil)),
      now,
    ],
  );
  await db.query(
    `insert into private.listings (streamer_id, categories, least_price_cents, next_start)
     select s.id, coalesce(array_agg(distinct t.category) filter (where t.category is not null), '{}'), min(t.price_cents), min(t.next_start)
     from public.streamers s
     left join unnest($2::uuid[], $3::text[], $4::int[], $5::timestamptz[]) as t (streamer_id, category, price_cents, next_start)
       on t.streamer_id = s.id
     where s.id = any ($1::uuid[])
     group by s.id order by s.id
     on conflict (streamer_id) do update set categories = excluded.categories, least_price_cents = excluded.least_price_cents,
       next_start = excluded.next_start`,
    [
      streamerIds,
      column(({ offer }) => offer.streamerId),
      column(({ offer }) => offer.category),
      column(({ offer }) => offer.priceCents),
      column(({ next }) => (next === null ? null : new Date(next))),
    ],
  );
}
