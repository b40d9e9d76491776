/** How much of something there is, and how fast it comes back. */
export interface Bounds {
  burst: number;
  perSecond: number;
}

/** Bytes of one publisher: twice what they are told they may send, since one that does not listen would be sent on to thirteen others. */
export const BYTES: Bounds = { burst: 500_000, perSecond: 750_000 };

/** New connections of one participant, who in a full room needs fourteen, and as many again after each trouble. */
export const CONNECTIONS: Bounds = { burst: 60, perSecond: 3 };

export interface Allowance {
  /** @returns false for what is too much */
  spend(amount: number): boolean;
}

/** @param now milliseconds, of any clock that only rises */
export function createAllowance({ burst, perSecond }: Bounds, now: () => number): Allowance {
  let left = burst;
  let at = now();
  return {
    spend(amount) {
      const passed = now() - at;
      at += passed;
      left = Math.min(burst, left + (passed * perSecond) / 1_000);
      if (left < amount) return false;
      left -= amount;
      return true;
    },
  };
}
