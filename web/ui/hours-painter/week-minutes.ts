import type { WeeklyRange } from '#product/availability/rules/hours.ts';
import type { Weekday } from '#product/shared/time/local-date.ts';

/**
 * Weekly hours as stretches of a circular week of 10,080 minutes from Monday's midnight, which
 * painting needs.
 */
interface Stretch {
  from: number;
  to: number;
}

/** A rectangle of the painted grid: days and minutes, the first of each included, the last not. */
export interface Brush {
  firstDay: Weekday;
  lastDay: Weekday;
  from: number;
  to: number;
}

const DAY = 1_440;
const WEEK = 7 * DAY;
/**
 * Hours after midnight belong to the evening before when they end by noon; later ones are hours of
 * their own day.
 */
const LONGEST_TAIL = 720;

/** In order, disjoint, within the week: a stretch that crosses Sunday's midnight is split there. */
function spread(ranges: readonly WeeklyRange[]): Stretch[] {
  const stretches = ranges.flatMap(({ weekday, from, to }) => {
    const start = (weekday - 1) * DAY + from;
    const end = (weekday - 1) * DAY + to;
    return end <= WEEK
      ? [{ from: start, to: end }]
      : [
          { from: start, to: WEEK },
          { from: 0, to: end - WEEK },
        ];
  });
  return merged(stretches);
}

function merged(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

/**
 * Ranges by the day on which they begin; a short tail past midnight stays with its evening, unless
 * both last longer than a day.
 */
function toRanges(stretches: readonly Stretch[]): WeeklyRange[] {
  const pieces = stretches.flatMap(({ from, to }) => {
    const parts: Stretch[] = [];
    for (let start = from; start < to; start = Math.min(to, (Math.floor(start / DAY) + 1) * DAY)) {
      parts.push({ from: start, to: Math.min(to, (Math.floor(start / DAY) + 1) * DAY) });
    }
    return parts;
  });
  const tailOf = (end: number) => pieces.find(({ from }) => from === end % WEEK);
  const isTail = ({ from, to }: Stretch) =>
    from % DAY === 0 &&
    to - from <= LONGEST_TAIL &&
    pieces.some(
      (piece) =>
        piece.to % WEEK === from && piece.from % DAY !== 0 && piece.to - piece.from + to - from <= DAY,
    );
  return pieces
    .filter((piece) => !isTail(piece))
    .map((piece) => {
      const weekday = (Math.floor(piece.from / DAY) + 1) as Weekday;
      const from = piece.from % DAY;
      const tail = piece.to % DAY === 0 ? tailOf(piece.to) : undefined;
      const more = tail && isTail(tail) && from !== 0 ? tail.to - tail.from : 0;
      return { weekday, from, to: from + (piece.to - piece.from) + more };
    });
}

/** The hours with a rectangle opened, or closed. Ranges that touch become one. */
export function paint(ranges: readonly WeeklyRange[], brush: Brush, open: boolean): WeeklyRange[] {
  let stretches = spread(ranges);
  for (let day = brush.firstDay - 1; day < brush.lastDay; day += 1) {
    const from = day * DAY + brush.from;
    const to = day * DAY + brush.to;
    stretches = open
      ? merged([...stretches, { from, to }])
      : stretches.flatMap((each) =>
          [
            { from: each.from, to: Math.min(each.to, from) },
            { from: Math.max(each.from, to), to: each.to },
          ].filter((rest) => rest.from < rest.to),
        );
  }
  return toRanges(stretches);
}

/**
 * The open stretches of a day, from its midnight to the next, tails of the evening before included,
 * as the grid shows them.
 */
export function stripsOf(ranges: readonly WeeklyRange[], weekday: Weekday): Stretch[] {
  const midnight = (weekday - 1) * DAY;
  return spread(ranges)
    .map(({ from, to }) => ({ from: Math.max(0, from - midnight), to: Math.min(DAY, to - midnight) }))
    .filter(({ from, to }) => from < to);
}

export function isOpenAt(ranges: readonly WeeklyRange[], weekday: Weekday, minute: number): boolean {
  return stripsOf(ranges, weekday).some(({ from, to }) => minute >= from && minute < to);
}

/** The days whose ranges overlap others, so that the list can say so. */
export function overlappingDays(ranges: readonly WeeklyRange[]): Set<Weekday> {
  const ends = [...ranges].map((range) => ({ range, start: (range.weekday - 1) * DAY + range.from }));
  const found = new Set<Weekday>();
  for (const a of ends) {
    for (const b of ends) {
      const ahead = (b.start - a.start + WEEK) % WEEK;
      if (a !== b && ahead < a.range.to - a.range.from) found.add(b.range.weekday);
    }
  }
  return found;
}

/** Copies one day's ranges to other days, and replaces theirs. */
export function copyDay(
  ranges: readonly WeeklyRange[],
  from: Weekday,
  to: readonly Weekday[],
): WeeklyRange[] {
  const own = ranges.filter(({ weekday }) => weekday === from);
  const targets = to.filter((weekday) => weekday !== from);
  const kept = ranges.filter(({ weekday }) => !targets.includes(weekday));
  const copies = targets.flatMap((weekday) => own.map((range) => ({ ...range, weekday })));
  return [...kept, ...copies].sort((a, b) => a.weekday - b.weekday || a.from - b.from);
}

/** How long the hours last in a week, in minutes; what overlaps counts once. */
export const openMinutes = (ranges: readonly WeeklyRange[]): number =>
  spread(ranges).reduce((total, { from, to }) => total + to - from, 0);
