import { expect, test } from 'vitest';
import { BYTES, createAllowance, nextPace, PACE } from './limits.ts';

/** How many megabits a second come through when so many are sent for ten seconds. */
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

const after = (seconds: number, pace: number, loss: number): number =>
  Array.from({ length: seconds }).reduce<number>((each) => nextPace(each, loss), pace);

test('a connection that loses a packet here and there keeps its rate', () => {
  expect(nextPace(PACE.most, 0.03)).toBe(PACE.most);
  expect(nextPace(1_000_000, 0.07)).toBe(1_000_000);
});

test('a full line gets less within seconds, though never too little to see a face', () => {
  expect(after(3, PACE.most, 0.4)).toBeLessThan(PACE.most * 0.6);
  expect(after(60, PACE.most, 0.5)).toBe(PACE.least);
});

test('once it is free again, more comes back in half a minute', () => {
  expect(after(30, PACE.least, 0)).toBe(PACE.most);
});
