import pLimit, { type LimitFunction } from 'p-limit';

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
