/**
 * Amounts, counts and rates as a French reader expects them. They are written by hand, and compared
 * with `Intl` in the tests: the first number that `Intl` writes costs a slow telephone 60 ms, in
 * one go and before it shows a price. Spaces within a number never break.
 */

const NO_BREAK = '\u00a0';
const NARROW = '\u202f';
const MINUS = '\u2212';

interface Digits {
  /**
   * How many places the decimal point is moved to the right first: of a rate, 2 make a percentage.
   */
  shift?: number;
  /** The fewest and the most decimals; halves are rounded away from zero. */
  least?: number;
  most: number;
}

/** Below this a number is nothing: its digits would be written with an exponent. */
const NOTHING = 1e-6;

/** `1234.5` is « 1 234,5 ». */
function written(value: number, { shift = 0, least = 0, most }: Digits): string {
  const size = Math.abs(value) < NOTHING ? 0 : Math.abs(value);
  // The digits as they stand are moved, so that no product of two fractions is rounded.
  const moved = Math.round(Number(`${String(size)}e${String(shift + most)}`));
  const digits = String(moved).padStart(most + 1, '0');
  const whole = digits.slice(0, digits.length - most).replace(/\B(?=(?:\d{3})+$)/g, NARROW);
  let decimals = digits.slice(digits.length - most);
  while (decimals.length > least && decimals.endsWith('0')) decimals = decimals.slice(0, -1);
  return `${value < 0 && moved > 0 ? MINUS : ''}${whole}${decimals === '' ? '' : `,${decimals}`}`;
}

/** `123450` cents are « 1 234,50 € ». For every amount that is owed, paid or refunded. */
export const formatMoney = (cents: number): string =>
  `${written(cents, { shift: -2, least: 2, most: 2 })}${NO_BREAK}€`;

/** `2500` cents are « 25 € », `2550` « 25,50 € ». For a price at a glance: « dès 25 € ». */
export const formatPrice = (cents: number): string =>
  `${written(cents, { shift: -2, least: cents % 100 === 0 ? 0 : 2, most: 2 })}${NO_BREAK}€`;

/** Formats the price of a place: « 45,00 € », or « Gratuit ». */
export const formatPlacePrice = (cents: number): string => (cents === 0 ? 'Gratuit' : formatMoney(cents));

/** `18240` is « 18 240 ». */
export const formatCount = (count: number): string => written(count, { most: 3 });

/** `0.021` is « 2,1 % ». */
export const formatRate = (rate: number): string => `${written(rate, { shift: 2, most: 1 })}${NO_BREAK}%`;

/** An average of stars: `4.75` is « 4,8 », `4` « 4,0 ». */
export const formatAverage = (stars: number): string => written(stars, { least: 1, most: 1 });

/**
 * A count with its noun: `plural(1, 'créneau', 'créneaux')` is « 1 créneau »; zero is singular in
 * French.
 */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)}${NO_BREAK}${Math.abs(count) < 2 ? one : many}`;
