import { Stripe } from 'stripe';
import { type Cents, cents, sum } from '#product/shared/money/cents.ts';
import {
  type CheckoutOrder,
  InvalidSignature,
  type PaymentProvider,
  ProviderRefusal,
  UnreadableEvent,
} from '../provider.ts';
import { accountOf, accountStateOf, CAPABILITIES } from './stripe-account.ts';
import { asked, madeBefore, withKey } from './stripe-calls.ts';
import { checkoutStateOf, EXPAND_CHECKOUT, sessionOf } from './stripe-checkout.ts';
import { answerDispute, refundAtTheCent, transferOfCharge } from './stripe-disputes.ts';
import { disputeStateOf, readEvent } from './stripe-events.ts';

/** The fields to expand in a payment intent so that `costOf` finds it. */
const EXPAND_COST = ['latest_charge.balance_transaction'];

/**
 * Stripe's own fees on the charge; our application fee is none of them. Stripe may settle a charge
 * a moment after its capture; until then the cost is unknown.
 */
function costOf(intent: Stripe.PaymentIntent): { cost: Cents | null } {
  const charge = intent.latest_charge;
  const settled = charge !== null && typeof charge === 'object' ? charge.balance_transaction : null;
  if (settled === null || typeof settled !== 'object') return { cost: null };
  const fees = settled.fee_details.filter(({ type }) => type !== 'application_fee');
  return { cost: sum(fees.map(({ amount }) => cents(amount))) };
}

/**
 * A payment that its streamer's account could not receive is asked for again without it, which is
 * another request to Stripe.
 */
const checkoutKey = ({ paymentId, destination }: CheckoutOrder): string =>
  `checkout-${paymentId}${destination === null ? '' : `-${destination.accountReference}`}`;

export interface StripeSettings {
  secretKey: string;
  /**
   * Of the webhook endpoints: that for our own account's events, and that for the events of
   * connected accounts; two of each while Stripe rolls it.
   */
  webhookSecrets: readonly string[];
  /** `https://api.stripe.com` when absent; a local server in tests. */
  baseUrl?: string;
  /** Milliseconds that Stripe may take to answer one attempt. */
  timeout?: number;
}

/** Seconds for which a signature holds: Stripe's own default, its guard against replays. */
const SIGNATURE_TOLERANCE = 300;

/** Far more than the disputes of a month. */
const MOST_DISPUTES = 5_000;

/**
 * Milliseconds. With two retries a payer waits some 16 s for a Stripe that says nothing, then reads
 * that it does not answer; what nobody waits for is asked again by its claim, under the same key.
 */
const ATTEMPT = 5_000;

function connect({ secretKey, baseUrl, timeout = ATTEMPT }: StripeSettings): Stripe {
  const base = baseUrl === undefined ? null : new URL(baseUrl);
  return new Stripe(secretKey, {
    timeout,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Loge' },
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

/**
 * The payment port over Stripe: Checkout Sessions with manual capture, destination charges to
 * Express accounts, payouts that Loge starts. Every write carries an idempotency key; why each call
 * is made as it is: docs/decisions/0070-payments-port.md.
 */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const stripe = connect(settings);
  const readCheckout = async (checkoutReference: string) =>
    checkoutStateOf(
      await asked(stripe.checkout.sessions.retrieve(checkoutReference, { expand: EXPAND_CHECKOUT })),
    );

  return {
    name: 'stripe',
    readCheckout,

    async openCheckout(order) {
      const session = await asked(
        stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey: checkoutKey(order) }),
      );
      if (!session.url) throw new ProviderRefusal('checkout_closed', 'this checkout is over');
      return { checkoutReference: session.id, url: session.url };
    },

    // A session's end cannot be changed, lies later than any hold's (CHECKOUT_GRACE), and stands
    // nowhere on Stripe's page.
    async extendCheckout() {},

    async closeCheckout(checkoutReference) {
      try {
        await asked(stripe.checkout.sessions.expire(checkoutReference));
      } catch (error) {
        // Only an open session can be closed; in which other state it is, the read below tells.
        if (!(error instanceof ProviderRefusal)) throw error;
      }
      return readCheckout(checkoutReference);
    },

    async capture({ paymentReference, amount, key }) {
      try {
        const params = { amount_to_capture: amount, expand: EXPAND_COST };
        return costOf(
          await asked(stripe.paymentIntents.capture(paymentReference, params, { idempotencyKey: key })),
        );
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error;
        const intent = await asked(stripe.paymentIntents.retrieve(paymentReference, { expand: EXPAND_COST }));
        if (intent.status !== 'succeeded' || intent.amount_received !== amount) throw error;
        return costOf(intent);
      }
    },

    async cancelAuthorisation({ paymentReference, key }) {
      try {
        await asked(stripe.paymentIntents.cancel(paymentReference, {}, { idempotencyKey: key }));
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error;
        const intent = await asked(stripe.paymentIntents.retrieve(paymentReference));
        if (intent.status !== 'canceled') throw error;
      }
    },

    refund: (order) => refundAtTheCent(stripe, order),

    async openOnboarding(order) {
      const account =
        order.accountReference ??
        (
          await asked(
            stripe.accounts.create(accountOf(order), { idempotencyKey: `account-${order.streamerId}` }),
          )
        ).id;
      const link = await asked(
        stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: order.returnUrl,
          refresh_url: order.refreshUrl,
        }),
      );
      return { accountReference: account, url: link.url };
    },

    async readAccount(accountReference) {
      return accountStateOf(await asked(stripe.accounts.retrieve(accountReference)));
    },

    async askForCapabilities(accountReference) {
      return accountStateOf(
        await asked(stripe.accounts.update(accountReference, { capabilities: CAPABILITIES })),
      );
    },
    async transfer({ accountReference, paymentReference, amount, key }) {
      const made = await madeBefore(key, () =>
        stripe.transfers.list({ transfer_group: paymentReference, limit: 100 }),
      );
      if (made) return { transferReference: made.id };
      const transfer = await asked(
        stripe.transfers.create(
          {
            amount,
            currency: 'eur',
            destination: accountReference,
            transfer_group: paymentReference,
            ...withKey(key).metadata,
          },
          withKey(key).options,
        ),
      );
      return { transferReference: transfer.id };
    },

    async reverseTransfer({ paymentReference, transferReference, amount, key }) {
      const transfer = transferReference ?? (await transferOfCharge(stripe, paymentReference));
      const made = await madeBefore(key, () => stripe.transfers.listReversals(transfer, { limit: 100 }));
      if (made) return;
      await asked(
        stripe.transfers.createReversal(transfer, { amount, ...withKey(key).metadata }, withKey(key).options),
      );
    },

    async sendPayout({ accountReference, amount, key }) {
      const account = { stripeAccount: accountReference };
      const made = await madeBefore(key, () => stripe.payouts.list({ limit: 100 }, account));
      if (made) return { payoutReference: made.id };
      const payout = await asked(
        stripe.payouts.create(
          { amount, currency: 'eur', ...withKey(key).metadata },
          { ...account, ...withKey(key).options },
        ),
      );
      return { payoutReference: payout.id };
    },

    async readPayout({ accountReference, payoutReference }) {
      const { status } = await asked(
        stripe.payouts.retrieve(payoutReference, {}, { stripeAccount: accountReference }),
      );
      if (status === 'paid') return 'paid';
      return status === 'failed' || status === 'canceled' ? 'failed' : 'under_way';
    },

    async readDispute(disputeReference) {
      return disputeStateOf(await asked(stripe.disputes.retrieve(disputeReference)));
    },

    answerDispute: (order) => answerDispute(stripe, order),
    async listDisputes(since) {
      const begun = { created: { gte: Math.floor(since / 1000) }, limit: 100 };
      const disputes = await asked(stripe.disputes.list(begun).autoPagingToArray({ limit: MOST_DISPUTES }));
      return disputes.map(disputeStateOf);
    },

    async parseWebhook(headers, rawBody) {
      checkSignature(stripe, settings, rawBody, headers.get('stripe-signature') ?? '');
      let body: unknown;
      try {
        body = JSON.parse(rawBody);
      } catch (cause) {
        throw new UnreadableEvent('no JSON', { cause });
      }
      return readEvent(body);
    },
  };
}

/**
 * Stripe has an endpoint of its own, with a secret of its own, for the events of connected
 * accounts: a body signed with any of them is Stripe's.
 * @throws InvalidSignature
 */
function checkSignature(stripe: Stripe, settings: StripeSettings, body: string, signature: string): void {
  let refused: Error | null = null;
  for (const secret of settings.webhookSecrets) {
    try {
      stripe.webhooks.signature?.verifyHeader(body, signature, secret, SIGNATURE_TOLERANCE);
      return;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      refused = error;
    }
  }
  throw new InvalidSignature(refused?.message ?? 'no secret to check it with', { cause: refused });
}
