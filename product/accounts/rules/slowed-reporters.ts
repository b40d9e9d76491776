const REPORTS_A_DAY = 10;
const REPORTS_A_DAY_OF_ABUSERS = 1;
/**
 * Plainly unfounded reports of the last 90 days, from which on somebody is slowed (art. 23 § 2
 * DSA).
 */
const MOST_UNFOUNDED = 3;
export const UNFOUNDED_DAYS = 90;

/**
 * Whether somebody's reports are slowed: when at least three of those that were answered in 90
 * days, and half of them, were plainly unfounded. A reporter who reports much and is mostly right
 * is not slowed for three mistakes.
 * @param answered reports of these days about which the team has decided
 */
export const isSlowed = ({ unfounded, answered }: { unfounded: number; answered: number }): boolean =>
  unfounded >= MOST_UNFOUNDED && unfounded * 2 >= answered;

/** How many reports somebody may send in a day. */
export const reportsADay = (counts: { unfounded: number; answered: number }): number =>
  isSlowed(counts) ? REPORTS_A_DAY_OF_ABUSERS : REPORTS_A_DAY;
