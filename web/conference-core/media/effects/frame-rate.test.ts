import { expect, test } from 'vitest';
import { fallsBehind } from './frame-rate.ts';

test('twelve frames a second are enough, fewer are not', () => {
  expect(fallsBehind([0, 0, 24, 24, 24], 30)).toBe(false);
  expect(fallsBehind([0, 0, 23, 23, 23], 30)).toBe(true);
});

test('a slow start, and a moment of another program, are forgiven', () => {
  expect(fallsBehind([0, 1, 2, 3], 30)).toBe(false);
  expect(fallsBehind([60, 60, 2, 2, 50, 2, 2], 30)).toBe(false);
  expect(fallsBehind([60, 60, 50, 2, 2, 2], 30)).toBe(true);
});

test('a camera that is slow by itself is asked for half of what it gives', () => {
  expect(fallsBehind([0, 0, 10, 10, 10], 10)).toBe(false);
  expect(fallsBehind([0, 0, 9, 9, 9], 10)).toBe(true);
});
