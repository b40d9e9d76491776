import { frenchHolidays } from '#domain/availability/holidays.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** The public holidays of the years that two dates lie in and of those between, in order. */
export function holidaysBetween(first: LocalDate, last: LocalDate): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    dates.push(...frenchHolidays(year).map(({ date }) => date));
  }
  return dates;
}
