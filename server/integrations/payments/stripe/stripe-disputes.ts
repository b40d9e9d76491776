import type { Stripe } from 'stripe';
import { type DisputeAnswer, ProviderRefusal } from '../provider.ts';
import { asked } from './stripe-calls.ts';

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
