/** Twice what publishers are told they may send: one that does not listen would be sent on to thirteen others. Bytes a second. */
const MOST_BYTES = 750_000;
/** A key frame comes at once. Bytes. */
const BURST = 500_000;

/** What one publisher may still send. */
export interface Allowance {
  /** @returns false for a packet that is too much */
  spend(bytes: number): boolean;
}

/** @param now milliseconds, of any clock that only rises */
export function createAllowance(now: () => number): Allowance {
  let left = BURST;
  let at = now();
  return {
    spend(bytes) {
      const passed = now() - at;
      at += passed;
      left = Math.min(BURST, left + (passed * MOST_BYTES) / 1_000);
      if (left < bytes) return false;
      left -= bytes;
      return true;
    },
  };
}
