import type { Stripe } from 'stripe';
import { type DisputeAnswer, ProviderRefusal, type RefundOrder } from '../provider.ts';
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

/**
 * The transfer by which a destination charge sent its share.
 * @throws ProviderRefusal no_transfer when it sent none
 */
export async function transferOfCharge(stripe: Stripe, paymentReference: string): Promise<string> {
  const intent = await asked(stripe.paymentIntents.retrieve(paymentReference, { expand: ['latest_charge'] }));
  const charge = intent.latest_charge;
  const transfer = charge !== null && typeof charge === 'object' ? charge.transfer : null;
  const id = typeof transfer === 'object' ? transfer?.id : transfer;
  if (!id) throw new ProviderRefusal('no_transfer', `nothing of ${paymentReference} was transferred`);
  return id;
}

interface Answering {
  disputeReference: string;
  answer: DisputeAnswer;
  key: string;
}

/**
 * Sends evidence to the bank, or lets the payer have the money. Stripe takes evidence once: an
 * answer that was sent by an earlier call is recognised by the dispute itself, since Stripe forgets
 * idempotency keys after a day.
 */
export async function answerDispute(
  stripe: Stripe,
  { disputeReference, answer, key }: Answering,
): Promise<void> {
  const once = { idempotencyKey: key };
  try {
    if (answer.kind === 'accept') {
      await asked(stripe.disputes.close(disputeReference, {}, once));
      return;
    }
    const { evidence } = answer;
    const told: Stripe.DisputeUpdateParams = {
      submit: true,
      evidence: {
        customer_name: evidence.customerName,
        customer_email_address: evidence.customerEmail,
        product_description: evidence.service,
        service_date: evidence.servedOn,
        cancellation_policy_disclosure: evidence.terms,
        uncategorized_text: evidence.account,
      },
    };
    await asked(stripe.disputes.update(disputeReference, told, once));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const { status, evidence_details } = await asked(stripe.disputes.retrieve(disputeReference));
    const done = answer.kind === 'accept' ? status === 'lost' : evidence_details.submission_count > 0;
    if (!done) throw error;
  }
}
