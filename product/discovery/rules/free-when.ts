import type { FreeWhen } from '#product/shared/browsing.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { type EpochDay, mondayOf } from '#product/shared/time/local-date.ts';
import { epochDayAt, firstInstantAt, startOfDay, wallTimeOf } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';

const EVENING = { from: 18 * 60, to: 23 * 60 };

/**
 * The stretches in question, from `now` on, in order: the rest of today; the coming seven days,
 * today being the first; their evenings from 18:00 to 23:00; this week's Saturday and Sunday, or
 * the rest of them.
 */
export function freeRanges(when: FreeWhen, zone: ZoneName, now: Instant): Interval[] {
  const today = epochDayAt(zone, now);
  const day = (offset: number) => startOfDay(zone, (today + offset) as EpochDay);
  const ranges = (): Interval[] => {
    switch (when) {
      case 'today':
        return [{ start: now, end: day(1) }];
      case 'week':
        return [{ start: now, end: day(7) }];
      case 'evenings':
        return [0, 1, 2, 3, 4, 5, 6].map((offset) => {
          const at = (minutes: number) =>
            firstInstantAt(zone, wallTimeOf((today + offset) as EpochDay, minutes));
          return { start: at(EVENING.from), end: at(EVENING.to) };
        });
      case 'weekend': {
        const saturday = mondayOf(today) + 5;
        return [
          {
            start: startOfDay(zone, saturday as EpochDay),
            end: startOfDay(zone, (saturday + 2) as EpochDay),
          },
        ];
      }
    }
  };
  return ranges()
    .map(({ start, end }) => ({ start: Math.max(start, now) as Instant, end }))
    .filter(({ start, end }) => start < end);
}
