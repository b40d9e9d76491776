import type { WallRange, WeeklyRange } from './hours.ts';

const MINUTES_PER_DAY = 1_440;
const MINUTES_PER_WEEK = 7 * MINUTES_PER_DAY;

/**
 * The places in the list of those hours of one date that begin before earlier ones have ended.
 * Touching is no overlap.
 */
export function overlappingRanges(ranges: readonly WallRange[]): number[] {
  return laterOfOverlapping(ranges.map(({ from, to }, index) => ({ from, to, index })));
}

/**
 * The same for a week, in which hours past midnight run into the next day, and Sunday's into
 * Monday.
 */
export function overlappingWeekly(weekly: readonly WeeklyRange[]): number[] {
  const placed = weekly.map(({ weekday, from, to }, index) => ({
    from: (weekday - 1) * MINUTES_PER_DAY + from,
    to: (weekday - 1) * MINUTES_PER_DAY + to,
    index,
  }));
  const wrapped = placed.flatMap((range) =>
    range.to > MINUTES_PER_WEEK ? [{ from: 0, to: range.to - MINUTES_PER_WEEK, index: range.index }] : [],
  );
  return laterOfOverlapping([...placed, ...wrapped]);
}

interface Placed extends WallRange {
  readonly index: number;
}

function laterOfOverlapping(ranges: readonly Placed[]): number[] {
  const found = new Set<number>();
  let reached: Placed | null = null;
  for (const range of [...ranges].sort((a, b) => a.from - b.from || a.index - b.index)) {
    if (reached && range.from < reached.to && range.index !== reached.index) {
      found.add(Math.max(range.index, reached.index));
    }
    if (!reached || range.to > reached.to) reached = range;
  }
  return [...found].sort((a, b) => a - b);
}
