import type { OpeningHoursInput } from '#product/availability/contract.ts';
import { frenchHolidays } from '#product/availability/rules/holidays.ts';
import type { WallRange } from '#product/availability/rules/hours.ts';
import { epochDayOf, type LocalDate, weekdayOf } from '#product/shared/time/local-date.ts';
import type { Absence, SpecialDate } from '#web/features/availability/queries.ts';
import { wallText } from '#web/ui/wall-text.ts';

/**
 * The hours of a date and where they come from: the week, a holiday, or that date's own exception.
 */
export interface DayKind {
  kind: 'usual' | 'holiday' | 'other' | 'closed' | 'absent';
  ranges: readonly WallRange[];
  /** « Noël »; null on other days. */
  holiday: string | null;
  note: string;
}

const holidayName = (date: LocalDate): string | null =>
  frenchHolidays(Number(date.slice(0, 4))).find((holiday) => holiday.date === date)?.name ?? null;

/** The hours of a weekday, as the week has them. */
export function usualRanges(hours: OpeningHoursInput, date: LocalDate): WallRange[] {
  const weekday = weekdayOf(epochDayOf(date));
  return hours.weekly.filter((range) => range.weekday === weekday).map(({ from, to }) => ({ from, to }));
}

export function dayKind(
  date: LocalDate,
  hours: OpeningHoursInput,
  special: ReadonlyMap<LocalDate, SpecialDate>,
  absences: readonly Absence[],
): DayKind {
  const holiday = holidayName(date);
  const absence = absences.find(({ first, last }) => first <= date && date <= last);
  if (absence) return { kind: 'absent', ranges: [], holiday, note: absence.reason };
  const own = special.get(date);
  if (own)
    return { kind: own.ranges.length > 0 ? 'other' : 'closed', ranges: own.ranges, holiday, note: own.note };
  if (holiday !== null && hours.closedOnHolidays) return { kind: 'holiday', ranges: [], holiday, note: '' };
  return { kind: 'usual', ranges: usualRanges(hours, date), holiday, note: '' };
}

/** « 9 h à 12 h, 14 h à 18 h », or « fermé ». */
export const rangesText = (ranges: readonly WallRange[]): string =>
  ranges.length === 0
    ? 'fermé'
    : ranges.map(({ from, to }) => `${wallText(from)} à ${wallText(to)}`).join(', ');
