/**
 * How far the server's clock is ahead of this device's, in milliseconds, learnt from the `now` of
 * its answers: a hold must not seem to last longer than it does on a device whose clock is slow.
 */
let ahead = 0;

/** A smaller difference is explained by the time that the answer took. */
const NOISE = 2_000;

/** @param now ISO 8601, from an answer that has just arrived */
export function noteServerTime(now: string): void {
  const difference = Date.parse(now) - Date.now();
  ahead = Math.abs(difference) < NOISE ? 0 : difference;
}

export const serverAhead = (): number => ahead;

/** Milliseconds since the epoch on the server's clock. */
export const serverNow = (): number => Date.now() + ahead;
