import type { Stripe } from 'stripe';
import { ProviderRefusal, type RefundOrder } from '../provider.ts';
import { asked, madeBefore, withKey } from './stripe-calls.ts';

/**
 * Refunds, and for a payment with a destination sets both sides right at the cent: the whole amount
 * comes back from the streamer's account, then the streamer is given back the very part of our fee
 * that the ledger says. Stripe's own `refund_application_fee` would give back a share rounded its
 * way, and the account would drift from the ledger.
 *
 * Two writes, each found again by its key: a crash between them is mended by the same call.
 */
export async function refundAtTheCent(
  stripe: Stripe,
  { paymentReference, amount, key, reverseTransfer }: RefundOrder,
): Promise<{ refundReference: string }> {
  const made = await madeBefore(key, () =>
    stripe.refunds.list({ payment_intent: paymentReference, limit: 100 }),
  );
  const refund =
    made ??
    (await asked(
      stripe.refunds.create(
        {
          payment_intent: paymentReference,
          amount,
          ...withKey(key).metadata,
          ...(reverseTransfer && { reverse_transfer: true, refund_application_fee: false }),
        },
        withKey(key).options,
      ),
    ));
  if (reverseTransfer && reverseTransfer.feeGivenBack > 0) {
    try {
      await giveBackFee(stripe, paymentReference, reverseTransfer.feeGivenBack, `${key}-fee`);
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      throw new ProviderRefusal(error.code, error.message, { cause: error, refundReference: refund.id });
    }
  }
  return { refundReference: refund.id };
}

async function giveBackFee(
  stripe: Stripe,
  paymentReference: string,
  amount: number,
  key: string,
): Promise<void> {
  const intent = await asked(stripe.paymentIntents.retrieve(paymentReference, { expand: ['latest_charge'] }));
  const charge = intent.latest_charge;
  const fee = charge !== null && typeof charge === 'object' ? charge.application_fee : null;
  const feeId = typeof fee === 'object' ? fee?.id : fee;
  if (!feeId) throw new ProviderRefusal('no_application_fee', `no fee was taken of ${paymentReference}`);
  const made = await madeBefore(key, () => stripe.applicationFees.listRefunds(feeId, { limit: 100 }));
  if (made) return;
  await asked(
    stripe.applicationFees.createRefund(feeId, { amount, ...withKey(key).metadata }, withKey(key).options),
  );
}
