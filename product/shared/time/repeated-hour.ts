import type { Instant } from './instant.ts';
import { spanAt, type ZoneName } from './zone.ts';

/** « heure d’été » is the first of a repeated hour, « heure d’hiver » the second. */
export type Season = 'été' | 'hiver';

/** Of a time that the clock shows twice in one night, which one it is; null for all others. */
export function seasonOf(zone: ZoneName, instant: Instant): Season | null {
  const span = spanAt(zone, instant);
  if (instant < span.repeatedUntil) return 'hiver';
  const next = spanAt(zone, span.end);
  const repeated = Math.max(0, next.repeatedUntil - span.end);
  return instant >= span.end - repeated ? 'été' : null;
}

/**
 * Returns the season to name with the hours from one instant to another: of the end, else of the
 * start, where it is one of two.
 */
export function saidOfHours(
  zone: ZoneName,
  start: Instant,
  end: Instant,
): { start: Season | null; end: Season | null } {
  const ends = seasonOf(zone, end);
  return { start: ends === null ? seasonOf(zone, start) : null, end: ends };
}
