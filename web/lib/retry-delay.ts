/** How often a failed query is asked again (spec, section 7). */
export const QUERY_RETRIES = 3;
/** A query that no screen uses any more is forgotten after 5 minutes (spec, section 9). */
export const QUERY_GC_TIME = 5 * 60_000;

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/**
 * Exponential back-off, capped at 30 seconds.
 * @param failures how often it has failed before, from 0
 * @returns milliseconds until the next attempt
 */
export const retryDelay = (failures: number): number => Math.min(FIRST_DELAY * 2 ** failures, LONGEST_DELAY);
