import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, sum } from '#product/shared/money/cents.ts';
import { spreadRefund } from './spread-refund.ts';

const amounts = (...numbers: number[]) => numbers.map(cents);

test.each([
  ['what was not delivered of an extension', 700, [4_500, 1_125], [0, 700]],
  ['more than the extension', 2_000, [4_500, 1_125], [875, 1_125]],
  ['the last extension before the first', 1_500, [4_500, 1_125, 1_125], [0, 375, 1_125]],
  ['everything', 5_625, [4_500, 1_125], [4_500, 1_125]],
  ['what is left after a gesture', 5_625, [4_000, 0], [4_000, 0]],
])('%s', (_what, amount, left, given) => {
  expect(spreadRefund(cents(amount), amounts(...left))).toEqual(given);
});

test('no payment refunds more than it has left, and together they refund the amount or all there is', () => {
  const cent = fc.integer({ min: 0, max: 1_000_000 }).map(cents);
  fc.assert(
    fc.property(cent, fc.array(cent, { maxLength: 6 }), (amount, left) => {
      const given = spreadRefund(amount, left);
      given.forEach((part, index) => {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(left[index]!);
      });
      expect(sum(given)).toBe(Math.min(amount, sum(left)));
    }),
  );
});
