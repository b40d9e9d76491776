import { formatDuration, plural } from '#web/lib/format.ts';
import type { SelectOption } from '#web/ui/select.tsx';

/** Pauses and notice as a streamer chooses them, for all offers or for one. */

const HOUR = 60;
const DAY = 24 * HOUR;

const PAUSES = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120];
const NOTICES = [0, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY];

/** « 24 h », « 3 jours », « 45 min ». A day is written as hours, since notice is elapsed time. */
export function noticeText(minutes: number): string {
  if (minutes === DAY) return formatDuration(minutes);
  return minutes % DAY === 0 && minutes > 0
    ? plural(minutes / DAY, 'jour', 'jours')
    : formatDuration(minutes);
}

/** The values offered, and the one that is set should it be another. */
export function optionsOf(
  values: readonly number[],
  set: number | null,
  label: (value: number) => string,
): SelectOption[] {
  const all = set === null ? values : [...new Set([...values, set])].sort((a, b) => a - b);
  return all.map((value) => ({ value: String(value), label: label(value) }));
}

export const pauseOptions = (set: number | null): SelectOption[] =>
  optionsOf(PAUSES, set, (minutes) => (minutes === 0 ? 'Aucune' : formatDuration(minutes)));
export const noticeOptions = (set: number | null): SelectOption[] =>
  optionsOf(NOTICES, set, (minutes) =>
    minutes === 0 ? 'Jusqu’au dernier moment' : `${noticeText(minutes)} avant`,
  );
