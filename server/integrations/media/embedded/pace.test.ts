import { expect, test } from 'vitest';
import { nextPace, PACE } from './pace.ts';

const after = (seconds: number, pace: number, loss: number): number =>
  Array.from({ length: seconds }).reduce<number>((each) => nextPace(each, loss), pace);

test('a line that loses a packet here and there goes on as it was', () => {
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
