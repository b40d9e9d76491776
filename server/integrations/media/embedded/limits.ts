import { MOST_CAMERAS } from './description.ts';

/** How much of something there is, and how fast it comes back. */
export interface Bounds {
  burst: number;
  perSecond: number;
}

/**
 * Bytes of one publisher: twice the pace that they are told, since more would be forwarded to
 * thirteen others.
 */
export const BYTES: Bounds = { burst: 500_000, perSecond: 750_000 };

/**
 * New connections of one participant, who in a full room needs fourteen, and as many again after
 * each trouble.
 */
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

/** A camera that has sent nothing for this long has given up its place. Milliseconds. */
const IDLE = 3_000;

/**
 * How many cameras the room shows. When there are more, the server decides which; until then the
 * first to come are shown.
 */
export interface CameraPlaces {
  /** A packet of that participant's camera came. `new`: it has just got its place. */
  place(participantId: string): 'hidden' | 'new' | 'shown';
  /** Null: the first to come. */
  show(participantIds: readonly string[] | null): void;
  leave(participantId: string): void;
}

export function createCameraPlaces(now: () => number): CameraPlaces {
  /** When their last packet came. */
  const shown = new Map<string, number>();
  let told: ReadonlySet<string> | null = null;
  return {
    place(participantId) {
      if (told && !told.has(participantId)) {
        shown.delete(participantId);
        return 'hidden';
      }
      const had = shown.has(participantId);
      if (!had && shown.size >= MOST_CAMERAS) {
        for (const [other, at] of shown)
          if (now() - at > IDLE || (told && !told.has(other))) shown.delete(other);
        if (shown.size >= MOST_CAMERAS) return 'hidden';
      }
      shown.set(participantId, now());
      return had ? 'shown' : 'new';
    },
    show(participantIds) {
      told = participantIds && new Set(participantIds.slice(0, MOST_CAMERAS));
    },
    leave(participantId) {
      shown.delete(participantId);
    },
  };
}

/**
 * Of everything that one person sends, in bits per second: a camera and a screen at most, a face
 * that moves at least.
 */
export const PACE = { most: 3_000_000, least: 400_000 } as const;

/** Shares of lost packets. Below the first the pace rises, above the second it falls. */
const LOSS = { well: 0.04, full: 0.1 } as const;

/**
 * The next pace of a publisher, a second after `pace`: what the weakest subscriber's connection
 * takes, within bounds, since all get the same packets.
 * @param worstLoss the largest share of packets that a watcher missed
 */
export function nextPace(pace: number, worstLoss: number): number {
  const factor = worstLoss > LOSS.full ? 1 - worstLoss / 2 : worstLoss < LOSS.well ? 1.08 : 1;
  return Math.round(Math.min(PACE.most, Math.max(PACE.least, pace * factor)));
}
