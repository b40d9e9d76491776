import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first is done at once, and all that comes soon after it once', () => {
  const work = vi.fn();
  const { call } = throttle(work, 150);
  call();
  expect(work).toHaveBeenCalledTimes(1);
  for (let at = 0; at < 10; at += 1) call();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(150);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  call();
  expect(work).toHaveBeenCalledTimes(3);
});

test('what never pauses is still done each time', () => {
  const work = vi.fn();
  const { call } = throttle(work, 150);
  for (let at = 0; at < 100; at += 1) {
    call();
    vi.advanceTimersByTime(30);
  }
  expect(work.mock.calls.length).toBeGreaterThanOrEqual(19);
});

test('nothing is done after the end', () => {
  const work = vi.fn();
  const { call, stop } = throttle(work, 150);
  call();
  call();
  stop();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(1);
});
