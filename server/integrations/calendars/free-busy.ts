import type { Interval } from '#product/shared/time/interval.ts';
import { addLength, instantOfMoment } from './ics-events.ts';
import type { IcsProperty } from './ics-lines.ts';
import { type Clocks, readDuration, readMoment } from './ics-times.ts';

/**
 * The busy times of a VFREEBUSY (RFC 5545, 3.6.4): its periods, but for those that it calls free.
 * Types that nobody knows are busy (3.2.9).
 * @param attempt runs what may find a period unreadable
 */
export function freeBusyOf(
  lines: readonly IcsProperty[],
  clocks: Clocks,
  attempt: (work: () => void) => void,
): Interval[] {
  const found: Interval[] = [];
  for (const { params, value } of lines) {
    if (params.FBTYPE?.toUpperCase() === 'FREE') continue;
    for (const period of value.split(',').filter((item) => item.trim() !== '')) {
      attempt(() => {
        const [from = '', to = ''] = period.split('/');
        const start = readMoment(from, params, clocks);
        const end = /^\s*\+?P/i.test(to)
          ? addLength(start, readDuration(to))
          : instantOfMoment(readMoment(to, params, clocks));
        found.push({ start: instantOfMoment(start), end });
      });
    }
  }
  return found;
}
