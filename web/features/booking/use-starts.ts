import { useQuery } from '@tanstack/react-query';
import { capacityByDay, groupByDay } from '#product/availability/rules/group-by-day.ts';
import type { DateSpan } from '#product/availability/rules/hours.ts';
import { type Instant, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { STARTS_KEY, type StartsAnswer, startsQuery } from '#web/entities/offer/queries.ts';
import type { Streamer } from '#web/entities/streamer/queries.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useHints } from '#web/lib/use-live.ts';
import { dateAfter, type Month, monthOf } from '#web/ui/calendar-days.ts';
import {
  isInView,
  monthAfterView,
  namedSpan,
  viewFromDay,
  viewOfMonth,
  viewToOpen,
} from '#web/ui/calendar-view.ts';
import { firstFreeIn, freeDaysOf } from '#web/ui/month-grid.tsx';
import type { Slot } from '#web/ui/slot-groups.ts';

export interface DayOfStarts {
  date: LocalDate;
  slots: Slot[];
}

interface StartsWish {
  streamer: Streamer;
  offerId: string | null;
  /** A group session shows how many places are left. */
  seats: number;
  zone: string;
  /** The month asked for. Null: the weeks from that of the first free start. */
  month: Month | null;
  /** A day that must be among those shown, when no month was asked for. */
  day: LocalDate | null;
  /** The starts that the reader holds, which are neither free nor taken by somebody else. */
  own?: readonly Instant[];
}

/**
 * Milliseconds between looks at the free starts while they are shown: time itself takes some away.
 */
const LOOK_AGAIN = 45_000;
/**
 * Days of the first request, from the Monday of this week: enough when the first free start is in
 * this week or in the next.
 */
const FIRST_LOOK = 7 * 7;

/** The first free start, in these days or after them. */
const firstStartOf = ({ slots, nextStart }: StartsAnswer): Instant | null =>
  slots[0]?.start ?? (nextStart === null ? null : (Date.parse(nextStart) as Instant));

/** The free and the taken starts of some weeks in a zone, by day. */
export function useStarts({ streamer, offerId, seats, zone, month, day, own = [] }: StartsWish) {
  const today = localDateAt(zone, serverNow() as Instant);
  // The channel says only that the free starts have changed, nothing of other people's bookings.
  useHints(`starts:${streamer.id}`, 'starts', STARTS_KEY);
  const followed = { refetchInterval: LOOK_AGAIN };
  const thisMonday = viewFromDay(today).first;
  const firstLook: DateSpan = { first: thisMonday, last: dateAfter(thisMonday, FIRST_LOOK - 1) };
  const opening = useQuery({ ...startsQuery(month === null ? offerId : null, firstLook, zone), ...followed });
  const firstStart = opening.data ? firstStartOf(opening.data) : null;
  const view =
    month === null
      ? viewToOpen(day, firstStart === null ? null : localDateAt(zone, firstStart), today)
      : viewOfMonth(month, today);
  const isFirstLook = month === null && (!opening.data || view.last <= firstLook.last);
  const later = useQuery({ ...startsQuery(isFirstLook ? null : offerId, view, zone), ...followed });
  const shown = isFirstLook ? opening : later;

  const inView = (start: Instant) => isInView(view, localDateAt(zone, start));
  const held = new Set(own.filter(inView));
  const places = new Map(
    shown.data?.slots.flatMap(({ start, seatsLeft }) =>
      inView(start) && !held.has(start) ? [[start, seatsLeft]] : [],
    ),
  );
  const taken = (shown.data?.taken ?? []).filter((start) => inView(start) && !held.has(start));
  const capacity = [...capacityByDay([...places.keys()], taken, zone)];
  const free = new Map(capacity.flatMap(([date, of]) => (of.free > 0 ? [[date, of.free]] : [])));
  const firstFree = firstFreeIn(view, free) ?? null;
  // The months asked for have none, and their neighbours in the view do: why, and when the next one
  // is, is asked of the months alone.
  const isNamedEmpty = firstFree === null && free.size > 0;
  const named = useQuery(startsQuery(isNamedEmpty ? offerId : null, namedSpan(view), zone));
  const none = isNamedEmpty ? named.data : shown.data;
  return {
    view,
    days: daysOf([...new Set([...places.keys(), ...taken, ...held])].sort((a, b) => a - b)),
    /** How many starts are free on each day of the view that has one. */
    free,
    total: new Map(capacity.map(([date, of]) => [date, of.total])),
    /** The first day with a free start, of the months that the view is about. */
    firstFree,
    today,
    /**
     * The last day that can be booked, as the server says it: its end is the streamer's midnight.
     * Until it has answered, their horizon.
     */
    last: localDateAt(
      zone,
      shown.data
        ? ((Date.parse(shown.data.bookableUntil) - 1) as Instant)
        : ((serverNow() + streamer.horizon_days * MILLIS_PER_DAY) as Instant),
    ),
    /** The days on which the streamer is absent, of those that touch the view. */
    absences: (shown.data?.absences ?? []).filter(
      ({ first, last }) => first <= view.last && view.first <= last,
    ),
    whyNone: none?.whyNone ?? null,
    nextStart: none?.nextStart ?? null,
    isKnown: shown.data !== undefined,
    isPending: shown.isPending && offerId !== null,
    error: shown.error,
    retry: () => void shown.refetch(),
    isRetrying: shown.isRefetching,
  };

  function daysOf(all: readonly Instant[]): DayOfStarts[] {
    return groupByDay(all, zone).map(({ date, starts }) => ({
      date,
      slots: starts.map((start) => {
        if (held.has(start)) return { start, own: true };
        const left = places.get(start);
        if (left === undefined) return { start, taken: true };
        return { start, places: seats > 1 ? { left, total: seats } : null };
      }),
    }));
  }
}

export type Starts = ReturnType<typeof useStarts>;

/** Whether a start is among the free ones shown. */
export const isFree = ({ days }: Starts, start: Instant): boolean =>
  days.some(({ slots }) => slots.some((slot) => slot.start === start && !slot.taken && !slot.own));

/**
 * How many days of the month after those shown have a free start; undefined until that is known.
 * Its view is loaded for that, once the first one is there: who goes on to it does not wait.
 */
export function useFreeDaysAfter(starts: Starts, offerId: string | null, zone: string): number | undefined {
  const month = monthAfterView(starts.view);
  const wanted = starts.isKnown && month <= monthOf(starts.last);
  const view = viewOfMonth(month, starts.today);
  const { data } = useQuery(startsQuery(wanted ? offerId : null, view, zone));
  if (!data) return undefined;
  return freeDaysOf(month, new Map(data.slots.map(({ start }) => [localDateAt(zone, start), 1])));
}
