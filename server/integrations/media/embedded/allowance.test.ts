import { expect, test } from 'vitest';
import { BYTES, createAllowance } from './allowance.ts';

/** Megabits a second that come through, of so many that are sent for ten seconds. */
function passing(megabits: number): number {
  let now = 0;
  const allowance = createAllowance(BYTES, () => now);
  let bytes = 0;
  const each = 1_000;
  for (let packet = 0; packet < (megabits * 10_000_000) / 8 / each; packet += 1) {
    now = (packet * each * 8) / (megabits * 1_000);
    if (allowance.spend(each)) bytes += each;
  }
  return (bytes * 8) / 10_000_000;
}

test('a camera and a screen at their best pass whole', () => {
  expect(passing(4)).toBeCloseTo(4, 1);
});

test('of a flood no more than six megabits a second pass', () => {
  expect(passing(80)).toBeLessThan(6.5);
  expect(passing(80)).toBeGreaterThan(5.5);
});
