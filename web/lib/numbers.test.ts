import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatAverage,
  formatCount,
  formatMoney,
  formatPlacePrice,
  formatPrice,
  formatRate,
  plural,
} from '#web/lib/numbers.ts';

/** As `Intl` writes it, with the minus of typography. */
const byIntl = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat('fr-FR', options);
  return (value: number) => format.format(value).replace('-', '\u2212');
};
const money = byIntl({ style: 'currency', currency: 'EUR' });
const price = byIntl({ style: 'currency', currency: 'EUR', trailingZeroDisplay: 'stripIfInteger' });
const count = byIntl({});
const rate = byIntl({ style: 'percent', maximumFractionDigits: 1 });
const average = byIntl({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

const cents = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });

test('amounts are those of Intl, to the space', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(formatMoney(amount)).toBe(money(amount / 100));
      expect(formatPrice(amount)).toBe(price(amount / 100));
    }),
  );
});

test('counts are those of Intl, whole or not', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 3 }), (digits, places) => {
      const value = Number(`${String(digits)}e-${String(places)}`);
      expect(formatCount(value)).toBe(count(value));
    }),
  );
});

test('every rate of basis points is that of Intl, as are shares that do not end', () => {
  for (let points = -10_000; points <= 20_000; points += 1)
    if (points !== 0)
      expect(formatRate(points / 10_000).replace('\u22120\u00a0%', '0\u00a0%')).toBe(
        rate(points / 10_000).replace('\u22120\u00a0%', '0\u00a0%'),
      );
  for (const share of [1 / 3, 2 / 3, 1 / 7, 0.0145, 0.1285, 0.9995, 1e-9])
    expect(formatRate(share)).toBe(rate(share));
});

test('every average of stars is that of Intl', () => {
  for (let hundredths = 100; hundredths <= 500; hundredths += 1)
    expect(formatAverage(hundredths / 100)).toBe(average(hundredths / 100));
});

test('nothing is written without a sign, and a free place in words', () => {
  expect(formatMoney(-0)).toBe('0,00\u00a0€');
  expect(formatPlacePrice(0)).toBe('Gratuit');
  expect(formatPlacePrice(4500)).toBe('45,00\u00a0€');
  expect(plural(1.5, 'heure', 'heures')).toBe('1,5\u00a0heure');
});
