import type { Instant } from '#product/shared/time/instant.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';

/**
 * Starts in order, grouped by the day that they fall on in the viewer's zone. The zone changes the
 * grouping and nothing else: the same starts come out, in the same order.
 */
export function groupByDay(
  starts: readonly Instant[],
  zone: ZoneName,
): { readonly date: LocalDate; readonly starts: Instant[] }[] {
  const days: { date: LocalDate; starts: Instant[] }[] = [];
  for (const start of starts) {
    const date = localDateAt(zone, start);
    const last = days.at(-1);
    if (last?.date === date) last.starts.push(start);
    else days.push({ date, starts: [start] });
  }
  return days;
}

/** How full a day is: how many of its starts are free, out of those that are free or taken. */
export interface DayCapacity {
  readonly free: number;
  readonly total: number;
}

/**
 * How full each day of a zone is that has a free or taken start, in order. Both lists are in order.
 */
export function capacityByDay(
  free: readonly Instant[],
  taken: readonly Instant[],
  zone: ZoneName,
): ReadonlyMap<LocalDate, DayCapacity> {
  const all = [...free, ...taken].sort((a, b) => a - b);
  const freeOn = new Map(groupByDay(free, zone).map(({ date, starts }) => [date, starts.length]));
  return new Map(
    groupByDay(all, zone).map(({ date, starts }) => [
      date,
      { free: freeOn.get(date) ?? 0, total: starts.length },
    ]),
  );
}
