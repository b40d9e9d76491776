import type pg from 'pg';
import { daysAfter, earliest, type Instant, instantOf, minutesAfter } from '#product/shared/time/instant.ts';
import { type AskedOffer, loadAvailabilityContexts } from './load-availability-context.ts';
import { type AvailabilityContext, bookableSpan } from './rules/availability-context.ts';
import { freeStarts } from './rules/slots.ts';

/** How many days are read at first, and then, when those do not have enough starts. */
const WINDOWS = [8, 40, 366];

export interface OfferWithStarts {
  id: string;
  title: string;
  priceCents: number;
  starts: readonly Instant[];
}

/**
 * The next free starts of each active offer of a streamer, none overlapping the one before it; null
 * for one whom the public does not see.
 * @param count how many of each
 */
export async function nextStarts(
  db: pg.ClientBase | pg.Pool,
  { streamerId, count, now }: { streamerId: string; count: number; now: Date },
): Promise<readonly OfferWithStarts[] | null> {
  const { rows } = await db.query({
    name: 'offers-of-visible',
    text: `select s.published_at is not null and s.withheld_at is null and (s.away_until is null or s.away_until <= $2) as visible,
        private.is_restricted(array[s.id], 'no_bookings', $2) as restricted,
        (select coalesce(json_agg(json_build_object('id', o.id, 'streamerId', s.id, 'durationMinutes', o.duration_minutes,
           'seats', o.seats, 'confirmation', o.confirmation, 'title', o.title,
           'priceCents', o.price_cents) order by o.position, o.id), '[]')
         from public.offers o where o.streamer_id = s.id and o.is_active and o.archived_at is null) as offers
      from public.streamers s where s.id = $1`,
    values: [streamerId, now],
  });
  const [row] = rows;
  if (!row?.visible) return null;
  const starts = new Map<string, Instant[]>();
  // A decision of the team may keep them from new bookings.
  let open: readonly AskedOffer[] = row.restricted ? [] : row.offers;
  for (const days of WINDOWS) {
    if (open.length === 0) break;
    const at = instantOf(now.getTime());
    const span = { start: at, end: daysAfter(at, days) };
    const contexts = await loadAvailabilityContexts(db, { offers: open, now, span });
    open = open.filter((offer) => {
      const context = contexts.get(offer.id);
      if (!context) return false;
      const found = apart(context, daysAfter(at, days), count);
      starts.set(offer.id, found);
      return found.length < count && bookableSpan(context).end > span.end;
    });
  }
  return row.offers.map(({ id, title, priceCents }) => ({
    id,
    title,
    priceCents,
    starts: starts.get(id) ?? [],
  }));
}

/**
 * 14:00, then 15:00 rather than 14:15: the choice should be between distinct times, and the next
 * quarter of an hour would add nothing.
 */
function apart(context: AvailabilityContext, end: Instant, count: number): Instant[] {
  const found: Instant[] = [];
  const { durationMinutes } = context.wanted;
  const bookable = bookableSpan(context);
  for (const start of freeStarts(context, { start: bookable.start, end: earliest(end, bookable.end) })) {
    const last = found.at(-1);
    if (last !== undefined && start < minutesAfter(last, durationMinutes)) continue;
    found.push(start);
    if (found.length === count) break;
  }
  return found;
}
