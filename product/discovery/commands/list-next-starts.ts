import type pg from 'pg';
import {
  type AskedOffer,
  loadAvailabilityContexts,
} from '#product/availability/load-availability-context.ts';
import { type AvailabilityContext, bookableSpan } from '#product/availability/rules/availability-context.ts';
import { freeStarts } from '#product/availability/rules/slots.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import {
  daysAfter,
  earliest,
  formatInstant,
  type Instant,
  instantOf,
  minutesAfter,
} from '#product/shared/time/instant.ts';
import { listNextStarts as contract } from '../contract.ts';

/** How many days are read at first, and then, when those do not have enough starts. */
const WINDOWS = [8, 40, 366];

/**
 * The next free starts of each active offer of a streamer whom the public sees, none overlapping
 * the one before it.
 */
export const listNextStarts = serve({
  contract,
  async run({ db, input, now }) {
    const { offers, restricted } = await offersOf(db, input.streamerId, now);
    const starts = new Map<string, Instant[]>();
    let open: readonly AskedOffer[] = restricted ? [] : offers;
    for (const days of WINDOWS) {
      if (open.length === 0) break;
      const at = instantOf(now.getTime());
      const span = { start: at, end: daysAfter(at, days) };
      const contexts = await loadAvailabilityContexts(db, { offers: open, now, span });
      open = open.filter((offer) => {
        const context = contexts.get(offer.id);
        if (!context) return false;
        const found = apart(context, daysAfter(at, days), input.count);
        starts.set(offer.id, found);
        return found.length < input.count && bookableSpan(context).end > span.end;
      });
    }
    return {
      offers: offers.map(({ id }) => ({ offerId: id, starts: (starts.get(id) ?? []).map(formatInstant) })),
      now: now.toISOString(),
    };
  },
});

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

/** @throws AppError streamer_not_found for one whom the public does not see */
async function offersOf(
  db: pg.ClientBase,
  streamerId: string,
  now: Date,
): Promise<{
  offers: AskedOffer[];
  /** A decision of the team keeps them from new bookings. */
  restricted: boolean;
}> {
  const { rows } = await db.query({
    name: 'offers-of-visible',
    text: `select s.published_at is not null and s.withheld_at is null and (s.away_until is null or s.away_until <= $2) as visible,
        private.is_restricted(array[s.id], 'no_bookings', $2) as restricted,
        (select coalesce(json_agg(json_build_object('id', o.id, 'streamerId', s.id, 'durationMinutes', o.duration_minutes,
           'seats', o.seats, 'confirmation', o.confirmation) order by o.position, o.id), '[]')
         from public.offers o where o.streamer_id = s.id and o.is_active and o.archived_at is null) as offers
      from public.streamers s where s.id = $1`,
    values: [streamerId, now],
  });
  const [row] = rows;
  if (!row?.visible) throw new AppError('streamer_not_found');
  return { offers: row.offers, restricted: row.restricted ?? false };
}
