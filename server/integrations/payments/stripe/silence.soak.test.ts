import { expect, test } from 'vitest';
import { ProviderUnavailable } from '../provider.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { openStripe, order } from './testing/stripe-fixture.ts';

// The product's own patience, not a test's shorter one: so this takes as long as a payer would wait.
test('a Stripe that says nothing keeps no payer waiting for 20 seconds', { timeout: 20_000 }, async () => {
  const { double } = await openStripe();
  const { secretKey, webhookSecrets, baseUrl } = double;
  const patient = createStripeProvider({ secretKey, webhookSecrets, baseUrl });
  double.silentAt.set('checkout.sessions.create', 'before');
  await expect(patient.openCheckout(order())).rejects.toBeInstanceOf(ProviderUnavailable);
  expect(double.unanswered.length).toBeGreaterThan(1);
  await double.close();
});
