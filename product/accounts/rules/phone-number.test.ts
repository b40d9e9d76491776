import { expect, test } from 'vitest';
import { readPhoneNumber } from './phone-number.ts';

test.each([
  ['06 12 34 56 78', '+33612345678'],
  ['06.12.34.56.78', '+33612345678'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['0033 6 12 34 56 78', '+33612345678'],
  ['+32 (470) 12-34-56', '+32470123456'],
  ['612345678', null],
  ['00', null],
  ['06 12 34 56 7', null],
  ['+0612345678', null],
  ['appelle-moi', null],
])('%s is read as %s', (written, number) => {
  expect(readPhoneNumber(written)).toBe(number);
});
