import pLimit from 'p-limit';

/**
 * Limits how many pieces of work of one key run at once; the others wait. An address with many
 * requests then delays only itself.
 * @param most how many of one key may run or wait
 * @param refuse called for one more than that; throws the error
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
