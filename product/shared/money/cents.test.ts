import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, settingsOutOfLimits } from '../settings.ts';
import { allocate, basisPoints, cents, fraction, shareOf } from './cents.ts';
import { formatEuros } from './format.ts';
import { feeOf, isPrice, streamerShareOf } from './price.ts';

const amount = fc.integer({ min: 0, max: 1_000_000 }).map(cents);
const share = fc.integer({ min: 0, max: 10_000 }).map(basisPoints);

describe('rounding', () => {
  test.each([
    [333, 5_000, 167], // 166.5: an exact half goes up
    [335, 5_000, 168],
    [1, 4_999, 0],
    [1, 5_000, 1],
    [2_999, 1_500, 450], // 449.85
    [2_990, 1_500, 449], // 448.5
    [0, 10_000, 0],
  ])('%i cents at %i basis points are %i cents', (of, points, expected) => {
    expect(shareOf(cents(of), basisPoints(points))).toBe(expected);
  });

  test('is off by half a cent at most', () => {
    fc.assert(
      fc.property(amount, fc.nat(200), fc.integer({ min: 1, max: 200 }), (whole, numerator, denominator) => {
        const exact = (BigInt(whole) * BigInt(numerator) * 2n) / BigInt(denominator);
        const doubled = BigInt(fraction(whole, numerator, denominator)) * 2n;
        expect(doubled - exact <= 1n && exact - doubled <= 1n).toBe(true);
      }),
    );
  });

  test('refuses what is not a whole amount of cents', () => {
    for (const wrong of [0.5, Number.NaN, Infinity, 2 ** 53]) expect(() => cents(wrong)).toThrow(RangeError);
    expect(() => fraction(cents(-1), 1, 2)).toThrow(RangeError);
    expect(() => basisPoints(10_001)).toThrow(RangeError);
  });
});

describe('a split by largest remainder', () => {
  test('gives the odd cent to the largest fraction, and to the first of equal ones', () => {
    expect(allocate(cents(100), [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(cents(10), [5, 3, 3])).toEqual([4, 3, 3]);
    expect(allocate(cents(5), [0, 1])).toEqual([0, 5]);
    expect(allocate(cents(0), [0, 0])).toEqual([0, 0]);
    expect(() => allocate(cents(1), [0, 0])).toThrow(RangeError);
  });

  test('adds up to the amount, and no part is a cent or more away from its due', () => {
    const weights = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amount, weights, (whole, parts) => {
        const total = parts.reduce((before, part) => before + part, 0);
        fc.pre(total > 0);
        const split = allocate(whole, parts);
        expect(split.reduce((before, part) => before + part, 0)).toBe(whole);
        split.forEach((part, index) => {
          expect(Math.abs(part - (whole * parts[index]!) / total)).toBeLessThan(1);
        });
      }),
    );
  });
});

describe('the fee', () => {
  test('of a session at 49 EUR is 7.35 EUR and leaves 41.65 EUR', () => {
    expect(feeOf(cents(4_900), DEFAULT_SETTINGS.fee)).toBe(735);
    expect(streamerShareOf(cents(4_900), DEFAULT_SETTINGS.fee)).toBe(4_165);
  });

  test('and the share make up the price, and neither falls when more is paid', () => {
    fc.assert(
      fc.property(amount, share, (paid, fee) => {
        expect(feeOf(paid, fee) + streamerShareOf(paid, fee)).toBe(paid);
        const more = cents(paid + 1);
        expect(feeOf(more, fee)).toBeGreaterThanOrEqual(feeOf(paid, fee));
        expect(streamerShareOf(more, fee)).toBeGreaterThanOrEqual(streamerShareOf(paid, fee));
      }),
    );
  });
});

test('an offer is free or costs at least 5 EUR', () => {
  expect([0, 500, 12_345].every(isPrice)).toBe(true);
  expect([-500, 1, 499, 500.5, 500_001].some(isPrice)).toBe(false);
});

test('the default settings are within their limits, others may not be', () => {
  expect(settingsOutOfLimits(DEFAULT_SETTINGS)).toEqual([]);
  expect(settingsOutOfLimits({ ...DEFAULT_SETTINGS, fee: basisPoints(5_000), pendingHours: -1 })).toEqual([
    'fee',
    'pendingHours',
  ]);
});

test('euros are written as in French', () => {
  expect(formatEuros(cents(2_500)).replace(/\s/g, ' ')).toBe('25,00 €');
  expect(formatEuros(cents(123_450)).replace(/\s/g, ' ')).toBe('1 234,50 €');
});
