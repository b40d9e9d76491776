import { useQuery } from '@tanstack/react-query';
import { capacityByDay, groupByDay } from '#domain/availability/group-by-day.ts';
import { type Instant, MILLIS_PER_DAY } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { localDateAt } from '#domain/time/wall-time.ts';
import { STARTS_KEY, startsQuery } from '#web/entities/offer/queries.ts';
import type { Streamer } from '#web/entities/streamer/queries.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useHints } from '#web/lib/use-live.ts';
import { type Month, monthOf } from '#web/ui/calendar-days.ts';
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
  /** Null: this month, or the first one that has a free start. */
  month: Month | null;
}

/** Milliseconds between looks at the free starts while they are shown: time itself takes some away. */
const LOOK_AGAIN = 45_000;

/** The free and the taken starts of a month in a zone, by day. */
export function useStarts({ streamer, offerId, seats, zone, month }: StartsWish) {
  const today = localDateAt(zone, serverNow() as Instant);
  const thisMonth = monthOf(today);
  // The channel says only that the free starts have changed, nothing of other people's bookings.
  useHints(`starts:${streamer.id}`, 'starts', STARTS_KEY);
  const followed = { refetchInterval: LOOK_AGAIN };
  const asked = useQuery({ ...startsQuery(offerId, month ?? thisMonth, zone), ...followed });
  const next = asked.data?.slots.length === 0 ? asked.data.nextStart : null;
  const jumps = month === null && next !== null;
  const nextMonth = next === null ? thisMonth : monthOf(localDateAt(zone, Date.parse(next) as Instant));
  const later = useQuery({ ...startsQuery(jumps ? offerId : null, nextMonth, zone), ...followed });
  const shown = jumps ? later : asked;

  const starts = shown.data?.slots ?? [];
  const free = new Map(starts.map((slot) => [slot.start, slot.seatsLeft]));
  const taken = shown.data?.taken ?? [];
  const days: DayOfStarts[] = groupByDay(
    [...free.keys(), ...taken].sort((a, b) => a - b),
    zone,
  ).map(({ date, starts: own }) => ({
    date,
    slots: own.map((start) => {
      const left = free.get(start);
      if (left === undefined) return { start, taken: true };
      return { start, places: seats > 1 ? { left, total: seats } : null };
    }),
  }));
  const capacity = [...capacityByDay([...free.keys()], taken, zone)];
  return {
    days,
    free: new Map(capacity.flatMap(([date, of]) => (of.free > 0 ? [[date, of.free]] : []))),
    total: new Map(capacity.map(([date, of]) => [date, of.total])),
    month: jumps ? nextMonth : (month ?? thisMonth),
    today,
    /** The last day that can be booked, as the server says it: its end is the streamer's midnight. Until it has answered, their horizon. */
    last: localDateAt(
      zone,
      asked.data
        ? ((Date.parse(asked.data.bookableUntil) - 1) as Instant)
        : ((serverNow() + streamer.horizon_days * MILLIS_PER_DAY) as Instant),
    ),
    /** The days on which the streamer is absent, of those that touch the month. */
    absences: shown.data?.absences ?? [],
    whyNone: shown.data?.whyNone ?? null,
    nextStart: shown.data?.nextStart ?? null,
    isKnown: shown.data !== undefined,
    isPending: shown.isPending && offerId !== null,
    error: shown.error,
    retry: () => void shown.refetch(),
    isRetrying: shown.isRefetching,
  };
}

export type Starts = ReturnType<typeof useStarts>;

/** Whether a start is among the free ones shown. */
export const isFree = ({ days }: Starts, start: Instant): boolean =>
  days.some(({ slots }) => slots.some((slot) => slot.start === start && !slot.taken));
