import { type Cents, minus, negated, sum } from '#product/shared/money/cents.ts';
import type { Account, PostingKind } from './ledger.ts';

/**
 * The sum that the ledger's lines of one kind of posting moved on one account in a month, debit
 * positive.
 */
export interface Moved {
  readonly kind: PostingKind;
  readonly account: Account;
  readonly amount: Cents;
}

/**
 * A month of the books, in cents. What came to the provider and left it, with its sign, is `kept`;
 * whose that is adds up to the same, and `difference` is what is missing: nothing, or the books are
 * wrong.
 */
export interface MonthReport {
  readonly collected: Cents;
  readonly refunded: Cents;
  /** Left with viewers by their banks, in disputes. */
  readonly lostToBanks: Cents;
  readonly providerFees: Cents;
  readonly paidOut: Cents;
  readonly kept: Cents;
  readonly commissions: Cents;
  /** The costs that the platform bore: the provider's fees, and disputes that it lost. */
  readonly borne: Cents;
  /** By how much grew what is kept for streamers: withheld, available or on its way. */
  readonly withheld: Cents;
  readonly difference: Cents;
  /** All that is kept for streamers at the month's end. */
  readonly withheldAtEnd: Cents;
}

// The refunds still owed to viewers, and our own bank's payments of them, are the provider's money
// on its way.
const PROVIDER: readonly Account[] = ['provider_balance', 'disputed_funds', 'refunds_owed', 'own_bank'];
const STREAMERS: readonly Account[] = ['streamer_pending', 'streamer_available', 'payouts_in_transit'];
const COSTS: readonly Account[] = ['processing_costs', 'dispute_costs'];

/** @param withheldBefore what was kept for streamers when the month began */
export function monthReport(moves: readonly Moved[], withheldBefore: Cents): MonthReport {
  const moved = (accounts: readonly Account[], kinds?: readonly PostingKind[]) =>
    sum(
      moves
        .filter(({ account, kind }) => accounts.includes(account) && (kinds?.includes(kind) ?? true))
        .map(({ amount }) => amount),
    );
  const kept = moved(PROVIDER);
  const commissions = negated(moved(['platform_fees']));
  const borne = negated(moved(COSTS));
  const withheld = negated(moved(STREAMERS));
  return {
    collected: moved(PROVIDER, ['capture', 'extension']),
    refunded: moved(PROVIDER, ['refund', 'settlement']),
    lostToBanks: moved(PROVIDER, ['dispute_opened', 'dispute_won', 'dispute_lost']),
    providerFees: moved(PROVIDER, ['processing_cost', 'dispute_cost']),
    paidOut: moved(PROVIDER, ['payout_sent', 'payout_paid', 'payout_failed']),
    kept,
    commissions,
    borne,
    withheld,
    difference: minus(kept, sum([commissions, borne, withheld])),
    withheldAtEnd: sum([withheldBefore, withheld]),
  };
}
