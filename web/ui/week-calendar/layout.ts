import type { Instant } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { type EpochDay, epochDayOf, type LocalDate, localDateOf } from '#product/shared/time/local-date.ts';
import { startOfDay, wallTimeAt, wallTimeOf } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import type { StateTone } from '#web/ui/badge.tsx';

export interface WeekEvent extends Interval {
  id: string;
  /** The person or thing: « Léo P. ». */
  title: string;
  /** « Coaching · 18 h 30 », or « à accepter ». */
  subtitle?: string | undefined;
  tone: StateTone;
  href: string;
  /** Requested or proposed at this time and not accepted yet: drawn dashed. */
  proposed?: boolean;
}

/** A stretch that is taken by something else than a booking. */
export interface WeekBusy extends Interval {
  id: string;
  /** « Google », « Dentiste ». */
  label: string;
  /** Called by a click on it; without it the stretch cannot be pressed. */
  onOpen?: (() => void) | undefined;
}

/** A stretch of one day, in minutes of local time from its midnight; `to` is at most 1440. */
export interface Strip {
  from: number;
  to: number;
}

/** An event, or what of it falls on this day, beside those at the same time. */
export interface PlacedEvent extends Strip {
  event: WeekEvent;
  /** 0 for the leftmost of `lanes` that stand side by side. */
  lane: number;
  lanes: number;
}

export interface WeekDay {
  date: LocalDate;
  open: Strip[];
  busy: (Strip & { busy: WeekBusy })[];
  events: PlacedEvent[];
}

const DAY_MINUTES = 1_440;

/**
 * Returns the minute of the day at which a week opens, so that there is something in sight: the
 * next event of today, then the earliest of the days to come. Where nothing is to come, this week
 * opens on now, or on the open hours when now is outside of them; null for an empty week that is
 * not this one. `today` is null when it is none of the days, and so is `now`, minutes of today.
 */
export function opensAt(
  days: readonly WeekDay[],
  today: LocalDate | null,
  now: number | null,
): number | null {
  const next = days.find(({ date }) => date === today)?.events.filter(({ to }) => now !== null && to > now);
  const later = days.filter(({ date }) => today === null || date > today).flatMap(({ events }) => events);
  const [coming] = [next ?? [], later].filter((events) => events.length > 0);
  if (coming) return Math.min(...coming.map(({ from }) => from));
  const open = days.flatMap((day) => day.open);
  if (open.length === 0) return now;
  const opening = Math.min(...open.map(({ from }) => from));
  const closing = Math.max(...open.map(({ to }) => to));
  return now === null ? opening : Math.max(opening, Math.min(now, closing - 60));
}

/**
 * The part of an interval that falls on a day, in local time; null when none does. A clock change
 * may make it longer or shorter.
 */
function stripOn(day: EpochDay, { start, end }: Interval, zone: ZoneName): Strip | null {
  const midnight = startOfDay(zone, day);
  const next = startOfDay(zone, (day + 1) as EpochDay);
  if (end <= midnight || start >= next) return null;
  const minutes = (instant: Instant) => (wallTimeAt(zone, instant) - wallTimeOf(day, 0)) / 60_000;
  const from = start <= midnight ? 0 : minutes(start);
  const to = end >= next ? DAY_MINUTES : minutes(end);
  // In the hour that autumn repeats, the local time of an end may be before that of its start: a
  // thin strip stays visible.
  return { from, to: Math.max(to, Math.min(from + 15, DAY_MINUTES)) };
}

/**
 * Those that overlap stand side by side: each takes the first lane that is free at its beginning.
 */
function inLanes(events: Omit<PlacedEvent, 'lane' | 'lanes'>[]): PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  let cluster: PlacedEvent[] = [];
  let reached = 0;
  const close = () => {
    const lanes = Math.max(0, ...cluster.map(({ lane }) => lane + 1));
    for (const each of cluster) each.lanes = lanes;
    placed.push(...cluster);
    cluster = [];
  };
  for (const event of [...events].sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (event.from >= reached) close();
    const ends: number[] = [];
    for (const { lane, to } of cluster) ends[lane] = Math.max(ends[lane] ?? 0, to);
    const free = ends.findIndex((end) => end <= event.from);
    cluster.push({ ...event, lane: free === -1 ? ends.length : free, lanes: 1 });
    reached = Math.max(reached, event.to);
  }
  close();
  return placed;
}

/**
 * The seven days from `weekStart`, with what is open, busy and booked on each, in local time of the
 * zone.
 */
export function layOutWeek(
  weekStart: LocalDate,
  zone: ZoneName,
  openRanges: readonly Interval[],
  busyRanges: readonly WeekBusy[],
  events: readonly WeekEvent[],
): WeekDay[] {
  const first = epochDayOf(weekStart);
  return Array.from({ length: 7 }, (_, offset) => {
    const day = (first + offset) as EpochDay;
    const strips = (ranges: readonly Interval[]) =>
      ranges.map((range) => stripOn(day, range, zone)).filter((strip) => strip !== null);
    const own = events.flatMap((event) => {
      const strip = stripOn(day, event, zone);
      return strip ? [{ event, ...strip }] : [];
    });
    return {
      date: localDateOf(day),
      open: strips(openRanges),
      busy: busyRanges.flatMap((busy) => {
        const strip = stripOn(day, busy, zone);
        return strip ? [{ busy, ...strip }] : [];
      }),
      events: inLanes(own),
    };
  });
}

/**
 * The hours to show: all that holds something, whole, and at least ten in the middle of the day.
 * Busy time of other calendars does not count, unless it can be pressed.
 * @param now minutes of local time, when today is shown
 */
export function hoursShown(
  days: readonly WeekDay[],
  now: number | null = null,
): { first: number; last: number } {
  const strips: Strip[] = days.flatMap(({ open, busy, events }) => [
    ...open,
    ...busy.filter((each) => each.busy.onOpen !== undefined),
    ...events,
  ]);
  if (now !== null) strips.push({ from: now, to: now + 1 });
  const first = Math.min(12, ...strips.map(({ from }) => Math.floor(from / 60)));
  const last = Math.max(20, ...strips.map(({ to }) => Math.ceil(to / 60)));
  return { first: Math.min(first, last - 10), last };
}

/**
 * The event that a key leads to: up and down in time over the whole week, left and right to the
 * nearest hour of another day that has one, Home and End to the first and last. Null when there is
 * none that way.
 */
export function eventAfterKey(days: readonly WeekDay[], id: string, key: string): string | null {
  const order = days.flatMap((day, index) =>
    day.events.map(({ event, from }) => ({ id: event.id, day: index, from })),
  );
  const at = order.findIndex((each) => each.id === id);
  const here = order[at];
  if (!here) return null;
  const aside = (side: typeof order) =>
    side.length === 0
      ? null
      : side.reduce((best, each) =>
          Math.abs(each.from - here.from) < Math.abs(best.from - here.from) ? each : best,
        ).id;
  switch (key) {
    case 'ArrowDown':
      return order[at + 1]?.id ?? null;
    case 'ArrowUp':
      return order[at - 1]?.id ?? null;
    case 'ArrowRight': {
      const next = order.find(({ day }) => day > here.day)?.day;
      return aside(order.filter(({ day }) => day === next));
    }
    case 'ArrowLeft': {
      const previous = order.findLast(({ day }) => day < here.day)?.day;
      return aside(order.filter(({ day }) => day === previous));
    }
    case 'Home':
      return order[0]?.id ?? null;
    case 'End':
      return order.at(-1)?.id ?? null;
    default:
      return null;
  }
}
