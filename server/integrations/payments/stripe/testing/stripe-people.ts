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
    /** The payer's card is good: the session completes, the money is held. */
    pays(sessionId: string): string {
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
        Object.assign(session(sessionId), { status: 'complete', url: null }),
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
    /** The payer asks the bank for the money back, and the bank takes it. */
    disputes(intentId: string, amount: number): string {
      const dispute: Dispute = {
        id: state.id('du'),
        object: 'dispute',
        amount,
        payment_intent: intentId,
        status: 'needs_response',
        created: double.now(),
        balance_transactions: [{ amount: -amount, fee: 2000 }],
      };
      state.disputes.set(dispute.id, dispute);
      double.emit('charge.dispute.created', { ...dispute, balance_transactions: [] });
      double.emit('charge.dispute.funds_withdrawn', dispute);
      double.emit('charge.dispute.updated', dispute);
      return dispute.id;
    },
    /** As Stripe does, closing is told before the money that comes back with it, or goes once more when a bank takes its word back. */
    bankDecides(disputeId: string, status: 'won' | 'lost' | 'warning_closed'): void {
      const dispute = state.disputes.get(disputeId);
      if (!dispute) throw new Error(`no dispute ${disputeId}`);
      double.emit('charge.dispute.closed', Object.assign(dispute, { status }));
      const whereItIs = dispute.balance_transactions.at(-1)?.amount ?? 0;
      if (status === 'lost' && whereItIs > 0) {
        dispute.balance_transactions.push({ amount: -dispute.amount, fee: 0 });
        double.emit('charge.dispute.funds_withdrawn', dispute);
      }
      if (status !== 'won') return;
      dispute.balance_transactions.push({ amount: dispute.amount, fee: -2000 });
      double.emit('charge.dispute.funds_reinstated', dispute);
    },
  };
}
