import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that lasts so long, and how much of it was begun and ended. */
function workOf(milliseconds: number) {
  const counts = { begun: 0, ended: 0, atOnce: 0 };
  const work = async () => {
    counts.begun += 1;
    counts.atOnce = Math.max(counts.atOnce, counts.begun - counts.ended);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    counts.ended += 1;
  };
  return { counts, work };
}

test('the first is done at once, and all that comes soon after it once', async () => {
  const { counts, work } = workOf(0);
  const call = throttle(work, 150);
  call();
  expect(counts.begun).toBe(1);
  for (let at = 0; at < 10; at += 1) call();
  expect(counts.begun).toBe(1);
  await vi.advanceTimersByTimeAsync(151);
  expect(counts.begun).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counts.begun).toBe(2);
  call();
  expect(counts.begun).toBe(3);
});

test('what never pauses is still done again and again', async () => {
  const { counts, work } = workOf(0);
  const call = throttle(work, 150);
  for (let at = 0; at < 100; at += 1) {
    call();
    await vi.advanceTimersByTimeAsync(30);
  }
  expect(counts.ended).toBeGreaterThanOrEqual(15);
});

test('slow work is never begun twice at once, ends under calls that never pause, and rests as long as it took', async () => {
  const { counts, work } = workOf(2_000);
  const call = throttle(work, 150);
  for (let at = 0; at < 200; at += 1) {
    call();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(counts.atOnce).toBe(1);
  expect(counts.ended).toBe(5);
});

test('work that never ends is waited for until the limit, and what came meanwhile is done after as long a rest', async () => {
  let begun = 0;
  const call = throttle(
    () => {
      begun += 1;
      return begun === 1 ? new Promise(() => {}) : Promise.resolve();
    },
    150,
    5_000,
  );
  call();
  call();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(begun).toBe(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(begun).toBe(2);
  await vi.advanceTimersByTimeAsync(151);
  call();
  expect(begun).toBe(3);
});
