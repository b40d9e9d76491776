import { POLICIES, type PolicyName } from '#product/booking/rules/policies.ts';
import { cents, shareOf } from '#product/shared/money/cents.ts';
import { isPrice } from '#product/shared/money/price.ts';
import { formatMoney } from '#web/lib/format.ts';

/**
 * Reads « 45 », « 45,5 » or « 45.50 € » as cents; null when it is no price that an offer may have.
 */
export function readPrice(text: string): number | null {
  const plain = text.replace(/[\s€\u00a0\u202f]/g, '').replace(',', '.');
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return null;
  const amount = Math.round(Number(plain) * 100);
  return isPrice(amount) ? amount : null;
}

/** `4550` is written « 45,50 » into a field, `4500` « 45 ». */
export const priceField = (amount: number): string =>
  amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2).replace('.', ',');

/**
 * A policy at a price: « 45,00 € remboursés jusqu’à 24 h avant, puis 22,50 € jusqu’à 2 h avant,
 * puis rien. »
 */
export function policyInEuros(name: PolicyName, price: number): string {
  if (price === 0) return 'La session est gratuite : il n’y a rien à rembourser.';
  const steps = POLICIES[name].tiers.map(({ untilHoursBefore, refund }, index) => {
    const share = shareOf(cents(price), refund);
    const amount = share === 0 ? 'rien' : `${formatMoney(share)}${index === 0 ? ' remboursés' : ''}`;
    return untilHoursBefore === null ? amount : `${amount} jusqu’à ${String(untilHoursBefore)}\u00a0h avant`;
  });
  return `${steps.join(', puis ')}.`;
}
