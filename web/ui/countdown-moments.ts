/** Seconds left at which a countdown is said aloud: when it starts, and when little is left. */
const MOMENTS = [600, 300, 120, 60, 30, 10, 0];

/**
 * What to say aloud between two looks at the clock: the moment passed, in seconds, or null. A tab that slept through several
 * gets only the last one.
 */
export function momentPassed(before: number, now: number): number | null {
  return MOMENTS.findLast((moment) => before > moment * 1000 && now <= moment * 1000) ?? null;
}

/** « Il reste 5 min », said to screen readers. */
export const momentText = (seconds: number): string => {
  if (seconds === 0) return 'Le temps est écoulé.';
  return seconds >= 60
    ? `Il reste ${String(seconds / 60)}\u00a0min.`
    : `Il reste ${String(seconds)}\u00a0secondes.`;
};
