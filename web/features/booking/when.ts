import type { Instant } from '#domain/time/instant.ts';
import { capitalised, formatDay, formatTime } from '#web/lib/format.ts';

/** « Jeudi 12 mars » in the zone. */
export const dayOf = (start: Instant, zone: string): string => capitalised(formatDay(new Date(start), zone));

/** « 18 h 30 » in the zone. */
export const timeOf = (start: Instant, zone: string): string => formatTime(new Date(start), zone);

/** « jeudi 12 mars, 18 h 30 » in the zone: for a button, where « à » would be long. */
export const shortWhen = (start: Instant, zone: string): string =>
  `${formatDay(new Date(start), zone, { month: 'short' })}, ${timeOf(start, zone)}`;
