import pLimit from 'p-limit';

/**
 * Lets so many pieces of work of one key run at once and the others wait, so that one address may keep itself waiting and nobody else.
 * @param most how many of a key may be there, those that wait included
 * @param refuse throws what one more is told
 */
export function createTurns(atOnce: number, most: number, refuse: () => never) {
  const keys = new Map<string, ReturnType<typeof pLimit>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const own = keys.get(key) ?? pLimit(atOnce);
    if (own.activeCount + own.pendingCount >= most) refuse();
    keys.set(key, own);
    try {
      return await own(work);
    } finally {
      if (own.activeCount + own.pendingCount === 0) keys.delete(key);
    }
  };
}
