import type { Cents } from './cents.ts';

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });
const prices = new Intl.NumberFormat('fr-FR', {
  style: 'currency',
  currency: 'EUR',
  trailingZeroDisplay: 'stripIfInteger',
});

/**
 * An amount that is owed, paid or refunded, with its cents and no-break spaces, as the page writes
 * it: `25,00 €`, `12,50 €`.
 */
export const formatEuros = (amount: Cents): string => euros.format(amount / 100);

/** A price at a glance, for « dès 25 € »: without cents where there are none. */
export const formatPrice = (amount: Cents): string => prices.format(amount / 100);
