import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#domain/money/cents.ts';
import { instantOf } from '#domain/time/instant.ts';
import {
  type CheckoutOrder,
  InvalidSignature,
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailable,
} from '../provider.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { type SentEvent, StripeDouble } from './testing/stripe-double.ts';
import { peopleOf } from './testing/stripe-people.ts';

let double: StripeDouble;
let people: ReturnType<typeof peopleOf>;
let stripe: PaymentProvider;

beforeEach(async () => {
  double = await new StripeDouble().listen();
  people = peopleOf(double);
  stripe = createStripeProvider({ ...double, baseUrl: double.baseUrl, timeout: 400 });
});
afterEach(() => double.close());

const order = (changes: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
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
const onboarded = async () => {
  const { accountReference } = await stripe.openOnboarding({
    streamerId: 'streamer-1',
    email: 'lina@exemple.fr',
    accountReference: null,
    returnUrl: 'https://loge.test/r',
    refreshUrl: 'https://loge.test/again',
  });
  people.finishesOnboarding(accountReference);
  return accountReference;
};
/** A payment of 49.99 euros, captured; our fee is 7.50 when it has a destination. */
const captured = async (accountReference: string | null) => {
  const destination = accountReference === null ? null : { accountReference, applicationFee: cents(750) };
  const { checkoutReference } = await stripe.openCheckout(order({ destination }));
  const paymentReference = people.pays(checkoutReference);
  await stripe.capture({ paymentReference, amount: cents(4_999), key: 'capture-1' });
  return { checkoutReference, paymentReference };
};
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

  test('is closed at the end of the hold, and says so when the payer was faster', async () => {
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
    const { paymentReference } = await captured(null);
    await stripe.capture({ paymentReference, amount: cents(4_999), key: 'another day' });
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
    people.bankSettles(first.payoutReference, 'failed');
    expect(double.state.balances.get(accountReference)).toBe(4_249);
  });

  test('made after a payment receives the share by a transfer, which a refund takes back', async () => {
    const { paymentReference } = await captured(null);
    const accountReference = await onboarded();
    const transfer = { accountReference, paymentReference, amount: cents(4_249), key: 'transfer-1' };
    const { transferReference } = await stripe.transfer(transfer);
    expect(await stripe.transfer(transfer)).toEqual({ transferReference });
    expect(double.state.balances.get(accountReference)).toBe(4_249);
    const reversal = { transferReference, amount: cents(4_249), key: 'reversal-1' };
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
      webhookSecret: 'x',
      baseUrl: double.baseUrl,
    });
    await expect(stranger.openCheckout(order())).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test('what does not exist is refused', async () => {
    await expect(stripe.readCheckout('cs_unknown')).rejects.toEqual(refusal('resource_missing'));
  });
});

describe('a webhook', () => {
  const read = (event: SentEvent, options?: Parameters<StripeDouble['sign']>[1]) => {
    const body = JSON.stringify(event);
    return stripe.parseWebhook(double.sign(body, options), body);
  };
  const lastEvent = () => double.events.at(-1)!;

  test('tells each thing that happens to a payment, with what it is about', async () => {
    const { checkoutReference } = await stripe.openCheckout(order());
    people.isDeclined(checkoutReference);
    expect(await read(lastEvent())).toMatchObject({ kind: 'payment_declined', paymentId: 'pay-1' });
    const paymentReference = people.pays(checkoutReference);
    expect(await read(lastEvent())).toEqual({
      eventId: lastEvent().id,
      at: lastEvent().created * 1000,
      kind: 'payment_authorised',
      paymentId: 'pay-1',
      checkoutReference,
      paymentReference,
      amount: 4_999,
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
      amount: 700,
    });
  });

  test('tells of checkouts and authorisations that ended', async () => {
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

  test('tells of disputes, with what they cost', async () => {
    const { paymentReference } = await captured(null);
    const disputeReference = people.disputes(paymentReference, 4_999);
    expect(await read(lastEvent())).toMatchObject({
      kind: 'dispute_opened',
      paymentReference,
      disputeReference,
      amount: 4_999,
      cost: 2_000,
    });
    people.bankDecides(disputeReference, paymentReference, 4_999, 'won');
    expect(await read(lastEvent())).toMatchObject({ kind: 'dispute_won', disputeReference });
    people.bankDecides(disputeReference, paymentReference, 4_999, 'lost');
    expect(await read(lastEvent())).toMatchObject({ kind: 'dispute_lost' });
    people.bankDecides(disputeReference, paymentReference, 4_999, 'warning_closed');
    expect(await read(lastEvent())).toBeNull();
  });

  test('tells of accounts and payouts', async () => {
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

  test('that is of no use is none', async () => {
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
});

describe('the double refuses what Stripe refuses', () => {
  const post = async (path: string, form: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${double.baseUrl}${path}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${double.secretKey}`, ...headers },
    });
    return { status: response.status, ...((await response.json()) as { error?: unknown; id?: string }) };
  };

  test('parameters that are unknown, missing or of another type', async () => {
    expect(await post('/v1/refunds', 'payment_intents=pi_1')).toMatchObject({
      status: 400,
      error: { code: 'parameter_unknown', param: 'payment_intents' },
    });
    expect(await post('/v1/checkout/sessions', 'payment_intent_data[capture]=manual')).toMatchObject({
      error: { code: 'parameter_unknown', param: 'payment_intent_data[capture]' },
    });
    expect(await post('/v1/account_links', 'type=account_onboarding')).toMatchObject({
      error: { code: 'parameter_missing', param: 'account' },
    });
    expect(await post('/v1/refunds', 'amount=12.5')).toMatchObject({
      error: { code: 'parameter_invalid_integer' },
    });
    expect(await post('/v1/checkout/sessions', 'mode=rent')).toMatchObject({ status: 400 });
    expect(await post('/v1/tokens', '')).toMatchObject({ status: 404 });
  });

  test('an idempotency key that comes back with something else', async () => {
    const key = { 'idempotency-key': 'k1' };
    const first = await post('/v1/accounts', 'type=express', key);
    expect(await post('/v1/accounts', 'type=express', key)).toEqual(first);
    expect(await post('/v1/accounts', 'type=custom', key)).toMatchObject({
      status: 400,
      error: { type: 'idempotency_error' },
    });
  });
});
