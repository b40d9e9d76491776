import type { Cents } from '#domain/money/cents.ts';

const withCents = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });
const withoutCents = new Intl.NumberFormat('fr-FR', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});

/** An amount as a French reader expects it: `25 €`, `12,50 €`, with no-break spaces. */
export function formatEuros(amount: Cents): string {
  return (amount % 100 === 0 ? withoutCents : withCents).format(amount / 100);
}
