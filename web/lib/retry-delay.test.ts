import { expect, test } from 'vitest';
import { QUERY_GC_TIME, QUERY_RETRIES, retryDelay } from '#web/lib/retry-delay.ts';

test('Query retry 3 attempts, back-off capped at 30 seconds; cache garbage collection 5 minutes', () => {
  expect(QUERY_RETRIES).toBe(3);
  expect([0, 1, 2].map(retryDelay)).toEqual([1_000, 2_000, 4_000]);
  expect([5, 6, 60].map(retryDelay)).toEqual([30_000, 30_000, 30_000]);
  expect(QUERY_GC_TIME).toBe(300_000);
});
