import type { Instant } from './instant.ts';

/**
 * A half-open stretch of time: `start` belongs to it, `end` does not, so that 10:00-11:00 and
 * 11:00-12:00 do not overlap.
 */
export interface Interval {
  readonly start: Instant;
  readonly end: Instant;
}

export function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * The total length of the intervals, in milliseconds, within `bounds`. Time that two of them share
 * counts once.
 */
export function coveredMillis(intervals: readonly Interval[], bounds: Interval): number {
  let covered = 0;
  let reached: number = bounds.start;
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    const from = Math.max(start, reached);
    const to = Math.min(end, bounds.end);
    if (to <= from) continue;
    covered += to - from;
    reached = to;
  }
  return covered;
}

/** The parts of the intervals that lie in none of the holes. */
export function without(intervals: readonly Interval[], holes: readonly Interval[]): Interval[] {
  let left = [...intervals];
  for (const hole of holes) {
    left = left.flatMap((piece) =>
      overlap(piece, hole)
        ? [
            { start: piece.start, end: hole.start },
            { start: hole.end, end: piece.end },
          ].filter(({ start, end }) => start < end)
        : [piece],
    );
  }
  return left;
}
