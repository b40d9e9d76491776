import type { RRuleTemporal } from 'rrule-temporal';
import { MILLIS_PER_DAY, MILLIS_PER_HOUR, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import type { WallTime } from '#product/shared/time/wall-time.ts';

export type RuleOptions = ReturnType<RRuleTemporal['options']>;
/** The parts of a rule as the library names them, but for when it begins and ends. */
export type RuleParts = Omit<RuleOptions, 'dtstart' | 'until' | 'rDate' | 'exDate'>;

/** The days of a week as rules name them, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * Whether a yearly rule chooses its days in two ways or more: of the days of one it means those
 * that the other has too (RFC 5545, 3.3.10, the table and its notes). The library takes one for the
 * other's supplement, or loses days at the edges of a year.
 */
export function choosesDaysTwice(parts: RuleParts): boolean {
  const { freq, byMonthDay, byYearDay, byWeekNo, byDay, rscale } = parts;
  const ways = [byMonthDay, byYearDay, byWeekNo, byDay].filter((way) => way !== undefined);
  return freq === 'YEARLY' && rscale === undefined && ways.length > 1;
}

/** A day as the parts of a rule look at it. */
interface Day {
  /** Its midnight. */
  wall: number;
  /** From zero. */
  month: number;
  monthDay: number;
  daysInMonth: number;
  /** From one. */
  yearDay: number;
  daysInYear: number;
  /** From Monday, zero. */
  weekday: number;
}

const yearOf = (wall: number): number => new Date(wall).getUTCFullYear();
/** `Date.UTC` takes years below 100 for those of the twentieth century. */
const dateOf = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month, day);

function* daysOf(year: number): Generator<Day> {
  const first = dateOf(year, 0, 1);
  const daysInYear = (dateOf(year + 1, 0, 1) - first) / MILLIS_PER_DAY;
  for (let month = 0, yearDay = 1; month < 12; month++) {
    const daysInMonth = (dateOf(year, month + 1, 1) - dateOf(year, month, 1)) / MILLIS_PER_DAY;
    for (let monthDay = 1; monthDay <= daysInMonth; monthDay++, yearDay++) {
      const wall = first + (yearDay - 1) * MILLIS_PER_DAY;
      const weekday = (new Date(wall).getUTCDay() + 6) % 7;
      yield { wall, month, monthDay, daysInMonth, yearDay, daysInYear, weekday };
    }
  }
}

/** Whether a list names the place of so many, counted from either end. */
const names = (list: readonly number[], place: number, places: number): boolean =>
  list.includes(place) || list.includes(place - places - 1);

/** The first day of week 1: of the week that has four days of the year at least. */
function firstWeekOf(year: number, weekStart: number): number {
  const fourth = dateOf(year, 0, 4);
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  return fourth - ((weekday - weekStart + 7) % 7) * MILLIS_PER_DAY;
}

/** Whether a day lies in one of the weeks, which begin on that weekday; the year is the week's. */
function isInWeek(weeks: readonly number[], { wall }: Day, weekStart: number): boolean {
  const year = yearOf(wall);
  const own = [year + 1, year, year - 1].find((each) => firstWeekOf(each, weekStart) <= wall) ?? year;
  const first = firstWeekOf(own, weekStart);
  const count = Math.round((firstWeekOf(own + 1, weekStart) - first) / (7 * MILLIS_PER_DAY));
  return names(weeks, Math.floor((wall - first) / (7 * MILLIS_PER_DAY)) + 1, count);
}

/** Whether a day is one of the weekdays, a numbered one of its month or its year among them. */
function isOn(byDay: readonly string[], day: Day, inMonth: boolean): boolean {
  const [place, places] = inMonth ? [day.monthDay, day.daysInMonth] : [day.yearDay, day.daysInYear];
  const nth = Math.ceil(place / 7);
  const nthToLast = -Math.ceil((places - place + 1) / 7);
  return byDay.some((item) => {
    const number = Number(item.slice(0, -2) || 0);
    return (
      item.endsWith(WEEKDAYS[day.weekday] ?? '') && (number === 0 || number === nth || number === nthToLast)
    );
  });
}

function isChosen(day: Day, parts: RuleParts): boolean {
  const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay, wkst } = parts;
  return (
    (byMonth === undefined || byMonth.some((month) => month === day.month + 1)) &&
    (byMonthDay === undefined || names(byMonthDay, day.monthDay, day.daysInMonth)) &&
    (byYearDay === undefined || names(byYearDay, day.yearDay, day.daysInYear)) &&
    (byDay === undefined || isOn(byDay, day, byMonth !== undefined)) &&
    (byWeekNo === undefined || isInWeek(byWeekNo, day, Math.max(0, WEEKDAYS.indexOf(wkst ?? 'MO'))))
  );
}

/** The times of a day at which a rule holds, in milliseconds after midnight, in order. */
function timesOfDay({ byHour, byMinute, bySecond }: RuleParts, start: number): number[] {
  const date = new Date(start);
  const inOrder = (list: readonly number[] | undefined, own: number) =>
    list === undefined ? [own] : [...new Set(list)].sort((a, b) => a - b);
  return inOrder(byHour, date.getUTCHours()).flatMap((hour) =>
    inOrder(byMinute, date.getUTCMinutes()).flatMap((minute) =>
      inOrder(bySecond, date.getUTCSeconds()).map(
        (second) => hour * MILLIS_PER_HOUR + minute * MILLIS_PER_MINUTE + second * 1000,
      ),
    ),
  );
}

/**
 * The wall times of such a rule between two others, both included, in order: year by year the days
 * that all its parts have, at its times, of which BYSETPOS picks.
 */
export function timesOfYears(
  parts: RuleParts,
  { wall: start, isDate }: { wall: WallTime; isDate: boolean },
  from: number,
  to: number,
): WallTime[] {
  const { interval = 1, count = Number.POSITIVE_INFINITY, bySetPos } = parts;
  const times = isDate ? [0] : timesOfDay(parts, start);
  const found: WallTime[] = [];
  const first = yearOf(start);
  // The years that are not counted need not be gone through.
  const skipped = count === Number.POSITIVE_INFINITY ? Math.max(0, yearOf(from) - first) : 0;
  let counted = 0;
  for (let year = first + Math.floor(skipped / interval) * interval; year <= yearOf(to); year += interval) {
    const days = [...daysOf(year)].filter((day) => isChosen(day, parts));
    const all = days.flatMap(({ wall }) => times.map((time) => (wall + time) as WallTime));
    for (const [index, wall] of all.entries()) {
      if (wall < start || (bySetPos && !names(bySetPos, index + 1, all.length))) continue;
      if (++counted > count || wall > to) return found;
      if (wall >= from) found.push(wall);
    }
  }
  return found;
}
