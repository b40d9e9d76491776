import { nice, ticks } from 'd3-array';

/**
 * The meaning of a series: amber for what needs attention, teal for what is settled, plum for the
 * rest, sky for a further series. Each has its own dash, mark and pattern.
 */
export type SeriesTone = 'settled' | 'asks' | 'rest' | 'other';

/** One line, or one kind of bar. */
export interface Series {
  key: string;
  label: string;
  tone: SeriesTone;
}

/** One place of the horizontal axis: a month, a week, an offer. */
export interface ChartPoint {
  key: string;
  /** In full, for the readout, the table and screen readers: « mars 2026 ». */
  label: string;
  /** Under the axis: « mars ». */
  short: string;
  /** By the key of its series; null where nothing is known, which leaves a gap and is not zero. */
  values: Readonly<Record<string, number | null>>;
  /**
   * The address of the point's details, opened by Enter, a click, or the link beside the readout.
   */
  to?: string;
}

/**
 * The vertical axis: from its lowest to its highest line, which are round numbers and hold zero,
 * and the lines between.
 */
export interface Axis {
  low: number;
  high: number;
  lines: readonly number[];
}

/** How many lines an axis has, about. */
const LINES = 4;

/**
 * An axis that holds all values and zero, with equal steps.
 * @param whole counts have no halves
 */
export function axisOf(values: readonly number[], whole = false): Axis {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  if (least === most) return { low: 0, high: 1, lines: [0, 1] };
  const count = whole ? Math.max(1, Math.min(LINES, most - least)) : LINES;
  const [low, high] = nice(least, most, count);
  return { low, high, lines: ticks(low, high, count) };
}

/** Where a value stands on the axis, from 0 at its bottom to 1 at its top. */
export const heightOf = (value: number, { low, high }: Axis): number => (value - low) / (high - low);

/** The point that a key leads to, or null when the key means nothing here. */
export function pointAfterKey(key: string, at: number, count: number): number | null {
  const to: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    PageUp: at + 4,
    PageDown: at - 4,
    Home: 0,
    End: count - 1,
  };
  const next = to[key];
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next));
}

/**
 * The cell of a grid that an arrow leads to, or null when the key means nothing here.
 * @param turned on a phone the hours run downwards and the days across
 */
export function cellAfterKey(
  key: string,
  at: { row: number; column: number },
  size: { rows: number; columns: number },
  turned: boolean,
): { row: number; column: number } | null {
  const along = turned ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft'];
  const across = turned ? ['ArrowRight', 'ArrowLeft'] : ['ArrowDown', 'ArrowUp'];
  const step = (keys: string[]) => (key === keys[0] ? 1 : key === keys[1] ? -1 : 0);
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));
  if (key === 'Home') return { ...at, column: 0 };
  if (key === 'End') return { ...at, column: size.columns - 1 };
  if (step(along) === 0 && step(across) === 0) return null;
  return {
    row: within(at.row + step(across), size.rows),
    column: within(at.column + step(along), size.columns),
  };
}

/**
 * Whether the name of a point is written under the axis: counted back from the last, so that it
 * always is.
 */
export const isNamed = (index: number, count: number, most: number): boolean =>
  (count - 1 - index) % Math.max(1, Math.ceil(count / most)) === 0;
