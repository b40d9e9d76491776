/**
 * Intervals in order, none touching the next: the form in which the slot engine keeps opening
 * hours, busy times and bookings. Two arrays of epoch milliseconds, `starts[i]` to `ends[i]`
 * exclusive.
 */
export interface IntervalList {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const NO_INTERVALS: IntervalList = { starts: [], ends: [] };

/**
 * Sorts and joins intervals given in any order as pairs of milliseconds. Empty and reversed ones
 * are dropped.
 */
export function intervalList(pairs: readonly (readonly [number, number])[]): IntervalList {
  if (pairs.length === 0) return NO_INTERVALS;
  const sorted = isInOrder(pairs) ? pairs : [...pairs].sort((a, b) => a[0] - b[0]);
  const starts: number[] = [];
  const ends: number[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const [start, end] of sorted) {
    if (end <= start || end <= reached) continue;
    if (start <= reached) ends[ends.length - 1] = end;
    else {
      starts.push(start);
      ends.push(end);
    }
    reached = end;
  }
  return { starts, ends };
}

function isInOrder(pairs: readonly (readonly [number, number])[]): boolean {
  let previous = Number.NEGATIVE_INFINITY;
  for (const [start] of pairs) {
    if (start < previous) return false;
    previous = start;
  }
  return true;
}

/**
 * Answers questions about one list. Asked in rising order, they need a single pass over the list
 * together.
 */
export interface Probe {
  /** Does any of the intervals overlap `start`..`end`? */
  readonly touches: (start: number, end: number) => boolean;
  /** Does one of the intervals hold all of `start`..`end`? */
  readonly holds: (start: number, end: number) => boolean;
}

export function probe({ starts, ends }: IntervalList): Probe {
  // The first interval that ends after the last `start` asked about.
  let position = 0;
  const seek = (start: number): void => {
    while (position > 0 && (ends[position - 1] ?? 0) > start) position--;
    while (position < ends.length && (ends[position] ?? 0) <= start) position++;
  };
  return {
    touches: (start, end) => {
      seek(start);
      return position < starts.length && (starts[position] ?? 0) < end;
    },
    holds: (start, end) => {
      seek(start);
      return position < starts.length && (starts[position] ?? 0) <= start && (ends[position] ?? 0) >= end;
    },
  };
}
