import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { ProviderRefusal, ProviderUnavailable } from '../provider.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { openStripe, order } from './testing/stripe-fixture.ts';

let { double, people, stripe, onboarded, captured }: Awaited<ReturnType<typeof openStripe>> = {} as never;
beforeEach(async () => {
  ({ double, people, stripe, onboarded, captured } = await openStripe());
});
afterEach(() => double.close());

const last = (endpoint: string) => double.requests.findLast((request) => request.endpoint === endpoint)!;
const times = (endpoint: string) => double.requests.filter((request) => request.endpoint === endpoint).length;
const refusal = (code: string) => expect.objectContaining({ name: 'ProviderRefusal', code });

describe('a checkout', () => {
  test('is a French page for one card payment, authorised now and captured later', async () => {
    const { checkoutReference, url } = await stripe.openCheckout(order());
    expect(url).toBe(`https://checkout.stripe.test/c/pay/${checkoutReference}`);
    expect(last('checkout.sessions.create')).toMatchObject({
      key: 'checkout-pay-1',
      body: {
        mode: 'payment',
        locale: 'fr',
        line_items: [{ price_data: { currency: 'eur', unit_amount: '4999' } }],
        payment_intent_data: { capture_method: 'manual', metadata: { payment_id: 'pay-1' } },
      },
    });
    expect(await stripe.readCheckout(checkoutReference)).toEqual({
      checkoutReference,
      paymentId: 'pay-1',
      status: 'open',
      amount: 4_999,
      captured: 0,
      refunded: 0,
      paymentReference: null,
      payerCountry: null,
    });
  });

  test('asked for twice is one checkout', async () => {
    const same = order();
    expect(await stripe.openCheckout(same)).toEqual(await stripe.openCheckout(same));
    expect(double.state.sessions.size).toBe(1);
  });

  test('sends the streamer’s share to their account and keeps the fee', async () => {
    const account = await onboarded();
    await captured(account);
    expect(double.state.balances.get(account)).toBe(4_999 - 750);
  });

  test('needs a streamer whose account may receive money', async () => {
    const { accountReference } = await stripe.openOnboarding({
      streamerId: 's',
      email: 's@exemple.fr',
      accountReference: null,
      returnUrl: 'https://loge.test/r',
      refreshUrl: 'https://loge.test/again',
    });
    await expect(
      stripe.openCheckout(order({ destination: { accountReference, applicationFee: cents(750) } })),
    ).rejects.toEqual(refusal('insufficient_capabilities_for_transfer'));
  });

  test('of a hold that is over is refused', async () => {
    await expect(
      stripe.openCheckout(order({ expiresAt: instantOf(Date.now() - 60_000) })),
    ).rejects.toBeInstanceOf(ProviderRefusal);
  });

  test('follows the payer: declined, authorised, captured', async () => {
    const { checkoutReference } = await stripe.openCheckout(order());
    const status = async () => (await stripe.readCheckout(checkoutReference)).status;
    people.isDeclined(checkoutReference);
    expect(await status()).toBe('declined');
    const paymentReference = people.pays(checkoutReference);
    expect(await status()).toBe('authorised');
    await stripe.capture({ paymentReference, amount: cents(4_999), key: 'k' });
    await stripe.refund({ paymentReference, amount: cents(1_000), key: 'r', reverseTransfer: null });
    expect(await stripe.readCheckout(checkoutReference)).toMatchObject({
      status: 'captured',
      captured: 4_999,
      refunded: 1_000,
      paymentReference,
    });
  });

  test('is closed at the end of the hold, and reports when the payer was faster', async () => {
    const open = (await stripe.openCheckout(order())).checkoutReference;
    expect(await stripe.closeCheckout(open)).toMatchObject({ status: 'expired' });
    expect(await stripe.closeCheckout(open)).toMatchObject({ status: 'expired' });
    const { checkoutReference } = await stripe.openCheckout(order({ paymentId: 'pay-2' }));
    const paymentReference = people.pays(checkoutReference);
    expect(await stripe.closeCheckout(checkoutReference)).toMatchObject({
      status: 'authorised',
      paymentReference,
    });
    await stripe.cancelAuthorisation({ paymentReference, key: 'void-2' });
    expect(await stripe.readCheckout(checkoutReference)).toMatchObject({ status: 'voided' });
  });
});

describe('an authorisation', () => {
  test('is captured once, whatever key it is asked with', async () => {
    const { checkoutReference } = await stripe.openCheckout(order());
    const paymentReference = people.pays(checkoutReference);
    const capture = { paymentReference, amount: cents(4_999), key: 'capture-1' };
    expect(await stripe.capture(capture)).toEqual({ cost: 100 });
    expect(await stripe.capture({ ...capture, key: 'another day' })).toEqual({ cost: 100 });
    await expect(stripe.capture({ paymentReference, amount: cents(1), key: 'other' })).rejects.toEqual(
      refusal('payment_intent_unexpected_state'),
    );
    await expect(stripe.cancelAuthorisation({ paymentReference, key: 'void' })).rejects.toEqual(
      refusal('payment_intent_unexpected_state'),
    );
  });

  test('that lapsed can be cancelled again but not captured', async () => {
    const { checkoutReference } = await stripe.openCheckout(order());
    const paymentReference = people.pays(checkoutReference);
    people.letsAuthorisationLapse(paymentReference);
    await stripe.cancelAuthorisation({ paymentReference, key: 'void' });
    await expect(stripe.capture({ paymentReference, amount: cents(4_999), key: 'k' })).rejects.toEqual(
      refusal('payment_intent_unexpected_state'),
    );
  });
});

describe('a refund', () => {
  test('in parts leaves both sides at the ledger’s cent', async () => {
    const account = await onboarded();
    const { paymentReference } = await captured(account);
    const parts = [
      [1_111, 167],
      [2_222, 333],
      [1_666, 250],
    ] as const;
    for (const [amount, fee] of parts) {
      await stripe.refund({
        paymentReference,
        amount: cents(amount),
        key: `refund-${amount}`,
        reverseTransfer: { feeGivenBack: cents(fee) },
      });
    }
    expect(double.state.balances.get(account)).toBe(0);
  });

  test('is made once for one key, even when Stripe has forgotten the key', async () => {
    const { paymentReference } = await captured(null);
    const same = { paymentReference, amount: cents(1_000), key: 'refund-1', reverseTransfer: null };
    const first = await stripe.refund(same);
    expect(await stripe.refund(same)).toEqual(first);
    expect(times('refunds.create')).toBe(1);
  });

  test('whose answer was lost is not made again', async () => {
    const { paymentReference } = await captured(null);
    // The first request of a refund looks for an earlier one; the second makes it.
    double.faults.push(null, 'answer lost');
    const refund = { paymentReference, amount: cents(1_000), key: 'refund-1', reverseTransfer: null };
    await stripe.refund(refund);
    expect(double.state.movementsOf(paymentReference, 'refund')).toHaveLength(1);
  });

  test('of more than is left is refused', async () => {
    const { paymentReference } = await captured(null);
    const refund = (amount: number, key: string) =>
      stripe.refund({ paymentReference, amount: cents(amount), key, reverseTransfer: null });
    await expect(refund(5_000, 'a')).rejects.toBeInstanceOf(ProviderRefusal);
    await refund(4_999, 'b');
    await expect(refund(1, 'c')).rejects.toEqual(refusal('charge_already_refunded'));
  });
});

describe('a streamer’s account', () => {
  test('is made once, and its state read', async () => {
    const asked = {
      streamerId: 'streamer-1',
      email: 'lina@exemple.fr',
      accountReference: null,
      returnUrl: 'https://loge.test/r',
      refreshUrl: 'https://loge.test/again',
    };
    const { accountReference, url } = await stripe.openOnboarding(asked);
    expect(url).toContain(accountReference);
    expect(await stripe.openOnboarding(asked)).toMatchObject({ accountReference });
    await stripe.openOnboarding({ ...asked, accountReference });
    expect(double.state.accounts.size).toBe(1);
    expect(last('accounts.create').body).toMatchObject({
      type: 'express',
      settings: { payouts: { schedule: { interval: 'manual' } } },
    });
    expect(await stripe.readAccount(accountReference)).toMatchObject({
      chargesEnabled: false,
      payoutsEnabled: false,
      requirementsDue: ['individual.verification.document', 'external_account'],
    });
    people.finishesOnboarding(accountReference);
    expect(await stripe.readAccount(accountReference)).toEqual({
      accountReference,
      chargesEnabled: true,
      payoutsEnabled: true,
      requirementsDue: [],
    });
  });

  test('is paid out once a key, and never more than it holds', async () => {
    const accountReference = await onboarded();
    await captured(accountReference);
    const payout = { accountReference, amount: cents(4_000), key: 'payout-1' };
    const first = await stripe.sendPayout(payout);
    expect(await stripe.sendPayout(payout)).toEqual(first);
    await expect(stripe.sendPayout({ ...payout, key: 'payout-2' })).rejects.toEqual(
      refusal('balance_insufficient'),
    );
    const read = () => stripe.readPayout({ accountReference, payoutReference: first.payoutReference });
    expect(await read()).toBe('under_way');
    people.bankSettles(first.payoutReference, 'failed');
    expect(await read()).toBe('failed');
    expect(double.state.balances.get(accountReference)).toBe(4_249);
  });

  test('made after a payment receives the share by a transfer, which a refund takes back', async () => {
    const { paymentReference } = await captured(null);
    const accountReference = await onboarded();
    const transfer = { accountReference, paymentReference, amount: cents(4_249), key: 'transfer-1' };
    const { transferReference } = await stripe.transfer(transfer);
    expect(await stripe.transfer(transfer)).toEqual({ transferReference });
    expect(double.state.balances.get(accountReference)).toBe(4_249);
    const reversal = { paymentReference, transferReference, amount: cents(4_249), key: 'reversal-1' };
    await stripe.reverseTransfer(reversal);
    await stripe.reverseTransfer(reversal);
    expect(double.state.balances.get(accountReference)).toBe(0);
  });
});

describe('when Stripe is away', () => {
  test.each([500, 502, 503, 429])('a %i that persists is for later, not for ever', async (status) => {
    double.faults.push({ status }, { status }, { status });
    await expect(stripe.openCheckout(order())).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test('a passing failure is not noticed', async () => {
    double.faults.push({ status: 503 }, 'answer lost');
    await stripe.openCheckout(order());
    expect(double.state.sessions.size).toBe(1);
  });

  test('silence ends the wait', async () => {
    double.faults.push('hang', 'hang', 'hang');
    await expect(stripe.readAccount('acct_1')).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test('a wrong key is an operator’s to mend, and refuses no payment', async () => {
    const stranger = createStripeProvider({
      secretKey: 'sk_test_other',
      webhookSecrets: ['x'],
      baseUrl: double.baseUrl,
    });
    await expect(stranger.openCheckout(order())).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test('what does not exist is refused', async () => {
    await expect(stripe.readCheckout('cs_unknown')).rejects.toEqual(refusal('resource_missing'));
  });
});
