import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { CheckoutOrder } from '../../provider.ts';
import { createStripeProvider } from '../stripe-provider.ts';
import { StripeDouble } from './stripe-double.ts';
import { peopleOf } from './stripe-people.ts';

/** An order of 49.99 euros whose hold ends in a quarter of an hour. */
export const order = (changes: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  paymentId: 'pay-1',
  bookingId: 'booking-1',
  amount: cents(4_999),
  currency: 'eur',
  title: 'Revue de partie',
  description: 'Le 3 décembre à 18:00 avec Lina',
  customerEmail: 'camille@exemple.fr',
  successUrl: 'https://loge.test/book-session/lina?paid=1',
  cancelUrl: 'https://loge.test/book-session/lina',
  expiresAt: instantOf(Date.now() + 15 * 60_000),
  destination: null,
  ...changes,
});

/** The adapter before a Stripe of our own, with the people on its other side. */
export async function openStripe() {
  const double = await new StripeDouble().listen();
  const people = peopleOf(double);
  const stripe = createStripeProvider({ ...double, baseUrl: double.baseUrl, timeout: 400 });
  return {
    double,
    people,
    stripe,
    /** A streamer whose account may receive money. */
    async onboarded(streamerId = 'streamer-1'): Promise<string> {
      const { accountReference } = await stripe.openOnboarding({
        streamerId,
        email: 'lina@exemple.fr',
        accountReference: null,
        returnUrl: 'https://loge.test/r',
        refreshUrl: 'https://loge.test/again',
      });
      people.finishesOnboarding(accountReference);
      return accountReference;
    },
    /** A payment of 49.99 euros, captured; our fee is 7.50 when it has a destination. */
    async captured(accountReference: string | null) {
      const destination = accountReference === null ? null : { accountReference, applicationFee: cents(750) };
      const { checkoutReference } = await stripe.openCheckout(order({ destination }));
      const paymentReference = people.pays(checkoutReference);
      await stripe.capture({ paymentReference, amount: cents(4_999), key: 'capture-1' });
      return { checkoutReference, paymentReference };
    },
  };
}
