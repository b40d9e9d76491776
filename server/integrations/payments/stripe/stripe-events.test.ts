import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#product/shared/money/cents.ts';
import { InvalidSignature } from '../provider.ts';
import { createStripeProvider } from './stripe-provider.ts';
import type { SentEvent, StripeDouble } from './testing/stripe-double.ts';
import { openStripe, order } from './testing/stripe-fixture.ts';

let { double, people, stripe, onboarded, captured }: Awaited<ReturnType<typeof openStripe>> = {} as never;
beforeEach(async () => {
  ({ double, people, stripe, onboarded, captured } = await openStripe());
});
afterEach(() => double.close());

describe('a webhook', () => {
  const read = (event: SentEvent, options?: Parameters<StripeDouble['sign']>[1]) => {
    const { headers, body } = double.sent(event);
    return stripe.parseWebhook(options ? double.sign(body, options) : headers, body);
  };
  const lastEvent = () => double.events.at(-1)!;

  test('tells each thing that happens to a payment, with what it is about', async () => {
    const { checkoutReference } = await stripe.openCheckout(order());
    people.isDeclined(checkoutReference);
    expect(await read(lastEvent())).toMatchObject({ kind: 'payment_declined', paymentId: 'pay-1' });
    const paymentReference = people.pays(checkoutReference, 'BE');
    expect(await stripe.readCheckout(checkoutReference)).toMatchObject({ payerCountry: 'BE' });
    expect(await read(lastEvent())).toEqual({
      eventId: lastEvent().id,
      at: lastEvent().created * 1000,
      kind: 'payment_authorised',
      paymentId: 'pay-1',
      checkoutReference,
      paymentReference,
      amount: 4_999,
      payerCountry: 'BE',
    });
    await stripe.capture({ paymentReference, amount: cents(4_999), key: 'k' });
    expect(await read(lastEvent())).toMatchObject({
      kind: 'payment_captured',
      paymentReference,
      amount: 4_999,
    });
    const refund = { paymentReference, amount: cents(700), key: 'r', reverseTransfer: null };
    const { refundReference } = await stripe.refund(refund);
    expect(await read(lastEvent())).toMatchObject({
      kind: 'payment_refunded',
      paymentReference,
      refundReference,
      key: 'r',
      amount: 700,
    });
  });

  test('report checkouts and authorisations that ended', async () => {
    const { checkoutReference } = await stripe.openCheckout(order());
    await stripe.closeCheckout(checkoutReference);
    expect(await read(lastEvent())).toMatchObject({
      kind: 'checkout_expired',
      paymentId: 'pay-1',
      paymentReference: null,
    });
    const other = await stripe.openCheckout(order({ paymentId: 'pay-2' }));
    people.letsAuthorisationLapse(people.pays(other.checkoutReference));
    expect(await read(lastEvent())).toMatchObject({ kind: 'payment_voided', paymentId: 'pay-2' });
  });

  test('report disputes, each time with everything known of them', async () => {
    const { paymentReference } = await captured(null);
    const before = double.events.length;
    const disputeReference = people.disputes(paymentReference, 4_999);
    const told = await Promise.all(double.events.slice(before).map((event) => read(event)));
    expect(told).toEqual([
      // The first says that the payer asked, and that nothing was taken yet.
      expect.objectContaining({
        withdrawn: 0,
        phase: 'needs_answer',
        reason: 'fraudulent',
        answerBy: (double.state.disputes.get(disputeReference)?.evidence_details.due_by ?? 0) * 1_000,
      }),
      expect.objectContaining({
        kind: 'dispute_changed',
        paymentReference,
        disputeReference,
        amount: 4_999,
        withdrawn: 4_999,
        reinstated: 0,
        outcome: null,
        cost: 2_000,
        costGivenBack: 0,
      }),
      expect.objectContaining({ kind: 'dispute_changed', withdrawn: 4_999 }),
    ]);
    people.bankDecides(disputeReference, 'won');
    const won = await Promise.all(double.events.slice(-2).map((event) => read(event)));
    expect(won).toEqual([
      expect.objectContaining({
        outcome: 'won',
        reinstated: 0,
        costGivenBack: 0,
        phase: 'closed',
        answerBy: null,
      }),
      expect.objectContaining({ outcome: 'won', reinstated: 4_999, costGivenBack: 2_000 }),
    ]);
  });

  test('tells an inquiry, which takes nothing, and its end', async () => {
    const { paymentReference } = await captured(null);
    const inquiry = people.inquires(paymentReference, 4_999);
    expect(await read(lastEvent())).toMatchObject({ phase: 'inquiry', withdrawn: 0, outcome: null });
    people.bankDecides(inquiry, 'warning_closed');
    expect(await read(lastEvent())).toMatchObject({ phase: 'closed', withdrawn: 0, outcome: null });
  });

  test('report accounts and payouts, by the endpoint for connected accounts', async () => {
    const accountReference = await onboarded();
    expect(await read(lastEvent())).toMatchObject({
      kind: 'account_updated',
      accountReference,
      payoutsEnabled: true,
    });
    await captured(accountReference);
    const { payoutReference } = await stripe.sendPayout({ accountReference, amount: cents(4_249), key: 'p' });
    people.bankSettles(payoutReference, 'paid');
    expect(await read(lastEvent())).toMatchObject({
      kind: 'payout_paid',
      payoutReference,
      accountReference,
      amount: 4_249,
    });
    people.bankSettles(payoutReference, 'failed');
    expect(await read(lastEvent())).toMatchObject({ kind: 'payout_failed' });
  });

  test('without a use are ignored', async () => {
    expect(await read(double.emit('customer.created', { id: 'cus_1' }))).toBeNull();
    const pending = { id: 're_1', status: 'pending', amount: 1, payment_intent: 'pi_1' };
    expect(await read(double.emit('refund.created', pending))).toBeNull();
    expect(await read(double.emit('refund.failed', { ...pending, status: 'failed' }))).toMatchObject({
      kind: 'refund_failed',
    });
  });

  test('that Stripe did not sign is refused', async () => {
    const event = double.emit('checkout.session.expired', { id: 'cs_1', amount_total: 1, metadata: {} });
    const body = JSON.stringify(event);
    const refused = expect.objectContaining({ name: 'InvalidSignature' });
    await expect(read(event, { secret: 'whsec_other' })).rejects.toEqual(refused);
    await expect(read(event, { at: double.now() - 301 })).rejects.toEqual(refused);
    await expect(stripe.parseWebhook(new Headers(), body)).rejects.toBeInstanceOf(InvalidSignature);
    await expect(stripe.parseWebhook(double.sign(body), body.replace('1', '2'))).rejects.toEqual(refused);
    expect(await read(event, { at: double.now() - 290 })).toMatchObject({ kind: 'checkout_expired' });
  });

  test('a body is taken that either secret signed while Stripe rolls an endpoint’s', async () => {
    const body = JSON.stringify(double.emit('ping', {}));
    const signed = (secret: string) => double.sign(body, { secret });
    const { secretKey, baseUrl } = double;
    const webhookSecrets = ['whsec_next', ...double.webhookSecrets];
    const changing = createStripeProvider({ secretKey, baseUrl, webhookSecrets });
    for (const secret of webhookSecrets)
      await expect(changing.parseWebhook(signed(secret), body)).resolves.toBeNull();
    await expect(changing.parseWebhook(signed('whsec_gone'), body)).rejects.toThrow(InvalidSignature);
  });
});
