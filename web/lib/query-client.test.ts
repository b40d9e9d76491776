import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query-client.ts';
import { retryDelay } from '#web/lib/retry-delay.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('Query retry 3 attempts with exponential back-off: a query that fails is asked four times, and then its error is said', async () => {
  const client = createQueryClient();
  const began = Date.now();
  const askedAt: number[] = [];
  const failed = client
    .fetchQuery({
      queryKey: ['a'],
      queryFn: () => {
        askedAt.push(Date.now() - began);
        throw new Error('away');
      },
      retry: client.getDefaultOptions().queries!.retry!,
    })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([askedAt, await failed]).toEqual([[0, 1_000, 3_000, 7_000], new Error('away')]);
});

test('back-off capped at 30 seconds', () => {
  expect([3, 4, 5, 6, 60].map(retryDelay)).toEqual([8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('cache garbage collection 5 minutes: what no screen uses any more is kept that long, and no longer', async () => {
  const client = createQueryClient();
  const observer = new QueryObserver(client, { queryKey: ['a'], queryFn: () => 'fetched' });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(client.getQueryData(['a'])).toBe('fetched');
  leave();
  await vi.advanceTimersByTimeAsync(299_000);
  expect(client.getQueryData(['a'])).toBe('fetched');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(client.getQueryData(['a'])).toBeUndefined();
});
