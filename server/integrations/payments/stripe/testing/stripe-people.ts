import type { StripeDouble } from './stripe-double.ts';
import type { Dispute, Intent } from './stripe-state.ts';

/** What payers, streamers and banks do on pages and in places that are not ours. */
export function peopleOf(double: StripeDouble) {
  const { state } = double;
  const session = (id: string) => {
    const found = state.sessions.get(id);
    if (!found) throw new Error(`no session ${id}`);
    return found;
  };
  const intent = (id: string) => {
    const found = state.intents.get(id);
    if (!found) throw new Error(`no intent ${id}`);
    return found;
  };
  const begun = (sessionId: string): Intent => {
    const open = session(sessionId);
    if (open.status !== 'open') throw new Error(`${sessionId} is ${open.status}`);
    if (open.payment_intent !== null) return intent(open.payment_intent);
    const made: Intent = {
      id: state.id('pi'),
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: open.amount_total,
      amount_capturable: 0,
      amount_received: 0,
      currency: 'eur',
      metadata: state.plans.get(sessionId)?.metadata ?? {},
      last_payment_error: null,
      latest_charge: null,
    };
    state.intents.set(made.id, made);
    open.payment_intent = made.id;
    return made;
  };

  return {
    /**
     * The payer's card is good: the session completes, the money is held. Stripe asks for the
     * card's country with it.
     */
    pays(sessionId: string, country: string | null = 'FR'): string {
      const paying = begun(sessionId);
      const plan = state.plans.get(sessionId);
      const charge = state.id('ch');
      state.charges.set(charge, {
        id: charge,
        object: 'charge',
        amount: paying.amount,
        captured: false,
        amount_refunded: 0,
        payment_intent: paying.id,
        application_fee: null,
        application_fee_amount: plan?.fee ?? null,
        destination: plan?.destination ?? null,
        transfer: null,
        balance_transaction: null,
      });
      Object.assign(paying, {
        status: 'requires_capture',
        amount_capturable: paying.amount,
        latest_charge: charge,
        last_payment_error: null,
      });
      double.emit(
        'checkout.session.completed',
        Object.assign(session(sessionId), {
          status: 'complete',
          url: null,
          customer_details: { address: { country } },
        }),
      );
      return paying.id;
    },
    /** The payer's card is refused; the session stays open. */
    isDeclined(sessionId: string): void {
      const paying = begun(sessionId);
      paying.last_payment_error = { code: 'card_declined', message: 'Your card was declined.' };
      double.emit('payment_intent.payment_failed', paying);
    },
    /** Nobody captured for a week. */
    letsAuthorisationLapse(intentId: string): void {
      double.emit(
        'payment_intent.canceled',
        Object.assign(intent(intentId), { status: 'canceled', amount_capturable: 0 }),
      );
    },
    finishesOnboarding(accountId: string): void {
      const account = state.accounts.get(accountId);
      if (!account) throw new Error(`no account ${accountId}`);
      Object.assign(account, {
        charges_enabled: true,
        payouts_enabled: true,
        capabilities: { card_payments: 'active', transfers: 'active' },
        requirements: { currently_due: [] },
      });
      double.emit('account.updated', account, accountId);
    },
    /** Stripe takes the right to receive transfers away until it knows more of the streamer. */
    losesTransfers(accountId: string, due: string[]): void {
      const account = state.accounts.get(accountId);
      if (!account) throw new Error(`no account ${accountId}`);
      Object.assign(account, {
        capabilities: { card_payments: 'inactive', transfers: due.length === 0 ? 'unrequested' : 'inactive' },
        requirements: { currently_due: due },
      });
      double.emit('account.updated', account, accountId);
    },
    bankSettles(payoutId: string, outcome: 'paid' | 'failed'): void {
      const payout = state.movements.find(({ id }) => id === payoutId);
      if (!payout) throw new Error(`no payout ${payoutId}`);
      payout.status = outcome;
      if (outcome === 'failed') state.credit(payout.of, payout.amount);
      double.emit(`payout.${outcome}`, payout, payout.of);
    },
    /**
     * The bank to which a refund went has no such account any more: the money comes back to Stripe.
     */
    bankReturnsRefund(refundId: string, reason = 'expired_or_canceled_card'): void {
      const refund = state.movements.find(({ id, object }) => id === refundId && object === 'refund');
      if (!refund) throw new Error(`no refund ${refundId}`);
      Object.assign(refund, { status: 'failed', failure_reason: reason });
      const charge = state.charges.get(intent(refund.of).latest_charge ?? '');
      if (charge) charge.amount_refunded -= refund.amount;
      double.emit('refund.updated', refund);
      double.emit('refund.failed', refund);
    },
    /** The card network suspects that a payment is fraud. */
    warnsOfFraud(intentId: string): string {
      const warning = {
        id: state.id('issfr'),
        object: 'radar.early_fraud_warning',
        actionable: true,
        charge: intent(intentId).latest_charge,
        created: double.now(),
        fraud_type: 'unauthorized_use_of_card',
        payment_intent: intentId,
      };
      double.emit('radar.early_fraud_warning.created', warning);
      return warning.id;
    },
    /**
     * The payer asks the bank for the money back, and the bank takes it: the amount, or more in a
     * currency that rose.
     */
    disputes(intentId: string, amount: number, { takes = amount, reason = 'fraudulent' } = {}): string {
      const dispute: Dispute = {
        id: state.id('du'),
        object: 'dispute',
        amount,
        payment_intent: intentId,
        status: 'needs_response',
        reason,
        evidence: {},
        evidence_details: {
          due_by: double.now() + 8 * 86_400,
          has_evidence: false,
          past_due: false,
          submission_count: 0,
        },
        created: double.now(),
        balance_transactions: [{ amount: -takes, fee: 2000 }],
      };
      state.disputes.set(dispute.id, dispute);
      double.emit('charge.dispute.created', { ...dispute, balance_transactions: [] });
      double.emit('charge.dispute.funds_withdrawn', dispute);
      double.emit('charge.dispute.updated', dispute);
      return dispute.id;
    },
    /** The payer's bank asks before it takes anything. */
    inquires(intentId: string, amount: number): string {
      const id = this.disputes(intentId, amount);
      double.events.splice(-3);
      const dispute = Object.assign(state.disputes.get(id) ?? {}, {
        status: 'warning_needs_response',
        balance_transactions: [],
      });
      double.emit('charge.dispute.created', dispute);
      return id;
    },
    /**
     * As Stripe does, closing is told before the money that comes back with it, or goes once more
     * when a bank takes its word back.
     * @param givesBack all that it took, unless the bank gives back a part
     */
    bankDecides(
      disputeId: string,
      status: 'won' | 'lost' | 'warning_closed',
      { givesBack }: { givesBack?: number } = {},
    ): void {
      const dispute = state.disputes.get(disputeId);
      if (!dispute) throw new Error(`no dispute ${disputeId}`);
      double.emit('charge.dispute.closed', Object.assign(dispute, { status }));
      const last = dispute.balance_transactions.at(-1)?.amount ?? 0;
      if (status === 'lost' && last > 0) {
        dispute.balance_transactions.push({ amount: -last, fee: 0 });
        double.emit('charge.dispute.funds_withdrawn', dispute);
      }
      const back = givesBack ?? (status === 'won' ? -last : 0);
      if (back <= 0) return;
      dispute.balance_transactions.push({ amount: back, fee: status === 'won' ? -2000 : 0 });
      double.emit('charge.dispute.funds_reinstated', dispute);
    },
  };
}
