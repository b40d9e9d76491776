import { expect, test } from 'vitest';
import { centsOf } from './euros.ts';

test.each([
  ['45', 4500],
  ['45,5', 4550],
  ['0.01', 1],
  ['1 234,50 €', 123450],
  ['1\u202f234,50', 123450],
  ['', null],
  ['-5', null],
  ['12,345', null],
  ['1e3', null],
])('%s is %s cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});
