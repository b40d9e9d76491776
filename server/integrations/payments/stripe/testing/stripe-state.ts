import { randomBytes } from 'node:crypto';

/** What the double remembers, in the shape in which Stripe answers it (the fields that Loge reads, and those that explain them). */

export type Metadata = Record<string, string>;

export interface Session {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  url: string | null;
  amount_total: number;
  currency: string;
  expires_at: number;
  metadata: Metadata;
  /** The id; null until somebody began to pay. */
  payment_intent: string | null;
  /** What the payer said of themselves with the card. */
  customer_details: { address: { country: string | null } | null } | null;
}

export interface Intent {
  id: string;
  object: 'payment_intent';
  status: 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  metadata: Metadata;
  last_payment_error: { code: string; message: string } | null;
  latest_charge: string | null;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  captured: boolean;
  amount_refunded: number;
  payment_intent: string;
  application_fee: string | null;
  application_fee_amount: number | null;
  destination: string | null;
  /** What sent the destination its share. */
  transfer: string | null;
  balance_transaction: { fee: number; fee_details: { type: string; amount: number }[] } | null;
}

export interface Fee {
  id: string;
  object: 'application_fee';
  amount: number;
  amount_refunded: number;
  account: string;
}

export interface Account {
  id: string;
  object: 'account';
  type: string;
  email: string;
  metadata: Metadata;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  capabilities: { card_payments: string; transfers: string };
  requirements: { currently_due: string[] };
  settings: unknown;
}

/** Refunds, refunds of fees, transfers, reversals, payouts: money that was made to move once. */
export interface Movement {
  id: string;
  object: 'refund' | 'fee_refund' | 'transfer' | 'transfer_reversal' | 'payout';
  amount: number;
  currency: string;
  metadata: Metadata;
  status: string;
  /** What it belongs to: the intent, the fee, the transfer, or the account. */
  of: string;
  payment_intent?: string;
  failure_reason?: string;
  transfer_group?: string;
  destination?: string;
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  payment_intent: string;
  status: string;
  reason: string;
  evidence: Record<string, unknown>;
  evidence_details: {
    due_by: number | null;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  created: number;
  balance_transactions: { amount: number; fee: number }[];
}

export class StripeState {
  readonly disputes = new Map<string, Dispute>();
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly fees = new Map<string, Fee>();
  readonly accounts = new Map<string, Account>();
  readonly movements: Movement[] = [];
  /** Cents on each connected account. */
  readonly balances = new Map<string, number>();
  /** What a payment is to become once it is authorised, by its session. */
  readonly plans = new Map<string, { metadata: Metadata; destination: string | null; fee: number | null }>();
  /** Ids are unlike those of every other double, as Stripe's are of every other account. */
  readonly #own = randomBytes(4).toString('hex');
  #made = 0;

  id(prefix: string): string {
    this.#made += 1;
    return `${prefix}_test${this.#own}${String(this.#made).padStart(6, '0')}`;
  }

  credit(account: string, amount: number): void {
    this.balances.set(account, (this.balances.get(account) ?? 0) + amount);
  }

  movementsOf(of: string, object: Movement['object']): Movement[] {
    // Newest first, as Stripe lists.
    return this.movements.filter((item) => item.of === of && item.object === object).reverse();
  }

  sumOf(of: string, object: Movement['object']): number {
    return this.movementsOf(of, object).reduce((total, { amount }) => total + amount, 0);
  }
}
