import pLimit, { type LimitFunction } from 'p-limit';
import { MediaUnavailable } from './media-engine.ts';

/** How many calls run at a time, and how long another may wait for its turn, in milliseconds. */
export interface GateBounds {
  most: number;
  patience: number;
}

/**
 * For the calls to a media server: one that answers late or never must not hold up more than a few
 * requests.
 */
export const MEDIA_GATE: GateBounds = { most: 6, patience: 1_000 };

/**
 * Runs work in the order of arrival.
 * @throws MediaUnavailable when no turn came in time, and what the work throws
 */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

export function createGate({ most, patience }: GateBounds): Gate {
  let inside = 0;
  const queue = new Set<() => void>();

  async function turn(): Promise<void> {
    if (inside < most) {
      inside += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      queue.delete(resolve);
      reject(new MediaUnavailable('the media server has too much to answer'));
    }, patience);
    queue.add(resolve);
    await promise;
    clearTimeout(timer);
  }

  /** The call that has waited longest gets the place at once. */
  function leave(): void {
    const [next] = queue;
    if (next) {
      queue.delete(next);
      next();
    } else inside -= 1;
  }

  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** One after the other for each key; what fails does not hold up the next. */
export function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, LimitFunction>();
  return async (key, work) => {
    const turn = turns.get(key) ?? pLimit(1);
    turns.set(key, turn);
    try {
      return await turn(work);
    } finally {
      if (turn.activeCount + turn.pendingCount === 0 && turns.get(key) === turn) turns.delete(key);
    }
  };
}
