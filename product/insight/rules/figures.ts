/**
 * Figures of the statistics page derived from sums: ratios that may not exist, changes, and the
 * sentences above the charts.
 */

/** A share or a price of something; null where there is nothing to divide by. */
export const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/**
 * How much of the open hours was booked, from 0 to 1. Hours that were closed after they had been
 * booked cannot make it more than 1.
 */
export const filledPart = (bookedMinutes: number, openMinutes: number): number | null => {
  const part = ratio(bookedMinutes, openMinutes);
  return part === null ? null : Math.min(1, part);
};

/** Cents for each open hour, booked or not. */
export const centsPerOpenHour = (netCents: number, openMinutes: number): number | null => {
  const cents = ratio(netCents * 60, openMinutes);
  return cents === null ? null : Math.round(cents);
};

/** Whether a change is good, bad, or neither. */
export type Trend = 'better' | 'worse' | 'same';

/** @param lessIsBetter as of no-shows, or of the time to an answer */
export function trendOf(now: number, before: number, lessIsBetter = false): Trend {
  if (now === before) return 'same';
  return now > before !== lessIsBetter ? 'better' : 'worse';
}

/** The finding of a curve. `best` and `quietest` are indexes into it. */
export type CurveFinding =
  | { kind: 'none' }
  | { kind: 'growing' | 'shrinking'; byPart: number; best: number }
  | { kind: 'peak'; best: number; part: number }
  | { kind: 'steady' }
  | { kind: 'sum'; sum: number };

/** A change of at least so much is worth mentioning. */
const NOTABLE = 0.1;

/**
 * The finding of a curve: that it grew or shrank against the period before, else that one point
 * stands out, else that it is steady, or, without a comparison, its sum.
 * @param values of the period's points
 * @param before the sum of the period that it is compared with; null: no comparison
 */
export function curveFinding(values: readonly number[], before: number | null): CurveFinding {
  const sum = values.reduce((total, value) => total + value, 0);
  if (sum <= 0) return { kind: 'none' };
  const most = Math.max(...values);
  const best = values.indexOf(most);
  if (before !== null && before > 0) {
    const byPart = sum / before - 1;
    if (Math.abs(byPart) >= NOTABLE) return { kind: byPart > 0 ? 'growing' : 'shrinking', byPart, best };
  }
  const part = most / sum;
  if (values.length > 1 && part >= Math.max(0.3, 2 / values.length)) return { kind: 'peak', best, part };
  return before !== null && before > 0 ? { kind: 'steady' } : { kind: 'sum', sum };
}

/**
 * Of the viewers whose first session is long enough ago for them to have come again: how many did.
 */
export function returnedOf(cohorts: readonly { month: string; after: number; viewers: number }[]): {
  first: number;
  returned: number;
} {
  const months = [...new Set(cohorts.map(({ month }) => month))].sort().slice(0, -1);
  const counted = (after: (number: number) => boolean) =>
    months.reduce(
      (sum, month) =>
        sum +
        Math.max(
          0,
          ...cohorts
            .filter((each) => each.month === month && after(each.after))
            .map(({ viewers }) => viewers),
        ),
      0,
    );
  return { first: counted((after) => after === 0), returned: counted((after) => after === 1) };
}
