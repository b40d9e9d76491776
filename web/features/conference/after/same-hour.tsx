import { useQuery } from '@tanstack/react-query';
import { formatInstant, type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { weekdayOf } from '#product/shared/time/local-date.ts';
import { epochDayAt, localDateAt, sameWallTimeAfter } from '#product/shared/time/wall-time.ts';
import { startsQuery } from '#web/entities/offer/queries.ts';
import { capitalised, formatDay, formatHours, formatTime } from '#web/lib/format.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { WEEKDAYS } from '#web/ui/wall-text.ts';
import type { LoadedRoom } from '../queries.ts';
import { ownZone } from '../setup/session-facts.tsx';

/** Days from a session to the one that is proposed after it. */
const A_WEEK = 7;

/**
 * Offers the viewer the same hour a week later, or the free start of that day that is nearest to
 * it. One press holds the place and leads to its price. Nothing is shown when that day has no free
 * start, or is past.
 */
export function SameHour({ details }: { details: LoadedRoom }) {
  const zone = ownZone();
  const { booking, startsAt } = details;
  const wished = sameWallTimeAfter(zone, parseInstant(startsAt), A_WEEK);
  const date = localDateAt(zone, wished);
  const isToCome = wished > serverNow();
  const day = { first: date, last: date };
  const { data } = useQuery(startsQuery(isToCome ? booking.offerId : null, day, zone));
  const nearest = nearestTo(
    wished,
    (data?.slots ?? []).map(({ start }) => start),
  );
  if (nearest === null || booking.streamerHandle === null || booking.offerId === null) return null;
  const weekday = WEEKDAYS[weekdayOf(epochDayAt(zone, nearest)) - 1] ?? '';
  const place = new URLSearchParams({
    offer: booking.offerId,
    start: formatInstant(nearest),
    step: 'details',
  });
  return (
    <section
      aria-labelledby="same-hour"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-xl bg-spot-wash p-6"
    >
      <div className="grid gap-1">
        <h2 id="same-hour" className="text-title">
          {nearest === wished
            ? `La même heure ${weekday} prochain ?`
            : `${capitalised(weekday)} prochain, à ${formatTime(nearest, zone)} ?`}
        </h2>
        <p className="num text-soft">
          {capitalised(formatDay(nearest, zone))}, {formatHours(nearest, data?.durationMinutes ?? 0, zone)}
        </p>
      </div>
      <ButtonLink
        to={`/book-session/${booking.streamerHandle}?${place.toString()}`}
        // One amber button a screen: the review's, while it can be written.
        {...(details.review.mayWriteUntil === null && { tone: 'spot' as const })}
      >
        Réserver cette heure
      </ButtonLink>
    </section>
  );
}

/**
 * The start nearest to an instant, the earlier of two that are equally near; null when there is
 * none.
 */
function nearestTo(wished: Instant, starts: readonly Instant[]): Instant | null {
  const [nearest] = starts.toSorted((a, b) => Math.abs(a - wished) - Math.abs(b - wished));
  return nearest ?? null;
}
