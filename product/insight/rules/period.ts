import {
  type EpochDay,
  epochDayOf,
  type LocalDate,
  localDateOf,
  mondayOf,
  parseLocalDate,
} from '#product/shared/time/local-date.ts';

/**
 * The lengths that can be chosen. A year begins with the first of a month, so that only the last of
 * its twelve months may be partial.
 */
export const PERIODS = ['30', '90', '365'] as const;
export type PeriodName = (typeof PERIODS)[number];

/**
 * The comparisons of a period: with the one right before it, with the same days a year earlier, or
 * none.
 */
export const COMPARISONS = ['before', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Days in the streamer's zone, both included. */
export interface Days {
  readonly first: LocalDate;
  readonly last: LocalDate;
}

/** How long a stretch one point of a curve covers. */
export type Step = 'day' | 'week' | 'month';

export interface Period extends Days {
  readonly name: PeriodName;
  readonly step: Step;
  /** Null: no comparison. */
  readonly before: Days | null;
}

const STEPS: Readonly<Record<PeriodName, Step>> = { '30': 'day', '90': 'week', '365': 'month' };

export const isPeriodName = (text: string | null): text is PeriodName =>
  PERIODS.some((name) => name === text);
export const isComparison = (text: string | null): text is Comparison =>
  COMPARISONS.some((each) => each === text);

const plus = (date: LocalDate, days: number): LocalDate => localDateOf((epochDayOf(date) + days) as EpochDay);

/** The first day of the month that lies `by` months away. */
export function monthFrom(date: LocalDate, by: number): LocalDate {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + by;
  return parseLocalDate(
    `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`,
  );
}

/** The same day a year earlier; 29 February becomes the 28th. */
export function yearBefore(date: LocalDate): LocalDate {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  return date.slice(5) === '02-29'
    ? parseLocalDate(`${year}-02-28`)
    : parseLocalDate(`${year}${date.slice(4)}`);
}

/**
 * The period that ends today, and the one it is compared with.
 * @param today in the streamer's zone
 */
export function periodOf(name: PeriodName, comparison: Comparison, today: LocalDate): Period {
  const first = name === '365' ? monthFrom(today, -11) : plus(today, 1 - Number(name));
  const days = epochDayOf(today) - epochDayOf(first) + 1;
  const before: Record<Comparison, Days | null> = {
    before: { first: plus(first, -days), last: plus(first, -1) },
    year: { first: yearBefore(first), last: yearBefore(today) },
    none: null,
  };
  return { name, first, last: today, step: STEPS[name], before: before[comparison] };
}

/**
 * The points of a curve over these days, each with the days it covers; a week begins on Monday, and
 * the first and last may be partial.
 */
export function pointsOf({ first, last }: Days, step: Step): Days[] {
  const points: Days[] = [];
  for (let from = first; from <= last; ) {
    const next =
      step === 'day'
        ? plus(from, 1)
        : step === 'week'
          ? localDateOf((mondayOf(epochDayOf(from)) + 7) as EpochDay)
          : monthFrom(from, 1);
    const until = plus(next, -1);
    points.push({ first: from, last: until < last ? until : last });
    from = next;
  }
  return points;
}

/**
 * The whole months within these days, from the first day of the first to the last day of the last:
 * sums by month stand for them. When there is none, the empty stretch right after the days, so that
 * what lies before it and after it is all of them and nothing.
 */
export function wholeMonthsOf({ first, last }: Days): Days {
  const from = first.endsWith('-01') ? first : monthFrom(first, 1);
  const until = plus(monthFrom(plus(last, 1), 0), -1);
  return from <= until ? { first: from, last: until } : { first: plus(last, 1), last };
}
