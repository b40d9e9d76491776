import { expect, test } from 'vitest';
import { policyInEuros, priceField, readPrice } from '#web/features/streamer-settings/euros.ts';

/** The formatter's own tests check which kind of space stands where. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  ['45', 4500],
  ['45,5', 4550],
  ['45.50 €', 4550],
  ['0', 0],
  ['1 200', 120_000],
  ['4,99', null],
  ['5000,01', null],
  ['-5', null],
  ['12,345', null],
  ['', null],
])('« %s » is read as %s cents', (text, cents) => {
  expect(readPrice(text)).toBe(cents);
});

test('a price goes back into its field as it was typed', () => {
  for (const amount of [0, 500, 4550, 120_000]) expect(readPrice(priceField(amount))).toBe(amount);
});

test('a policy is told in euros and hours', () => {
  expect(plain(policyInEuros('standard', 4500))).toBe(
    plain('45,00 € remboursés jusqu’à 24 h avant, puis 22,50 € jusqu’à 2 h avant, puis rien.'),
  );
  expect(plain(policyInEuros('flexible', 3000))).toBe(
    plain('30,00 € remboursés jusqu’à 12 h avant, puis 15,00 €.'),
  );
  expect(plain(policyInEuros('strict', 0))).toMatch(/gratuite/);
});
