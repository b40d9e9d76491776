import { type Cents, NOTHING, sum } from '#product/shared/money/cents.ts';

/**
 * The accounts of the double-entry ledger. A line's amount is positive on the debit side and
 * negative on the credit side, so every posting sums to zero and so does the whole ledger.
 *
 * An account's natural side is the one of its usual balance: debit for what we own or spend, credit
 * for what we owe or earn.
 */
export const ACCOUNTS = {
  /** Our money at the payment provider. */
  provider_balance: 'debit',
  /** Taken back by a bank while a dispute is open. */
  disputed_funds: 'debit',
  /** The provider's charges for payments, paid out of our fee. */
  processing_costs: 'debit',
  /** Its charges for disputes, and the amounts of lost disputes that the platform bears. */
  dispute_costs: 'debit',
  /** Refunds that came back from a bank: the viewer's money, which still has to reach them. */
  refunds_owed: 'credit',
  /**
   * Our own bank account, as far as a refund was paid from it by hand: below zero by all of them.
   */
  own_bank: 'debit',
  /** Our fees. */
  platform_fees: 'credit',
  /** A streamer's share that they cannot withdraw yet: 'fonds retenus', never 'séquestre'. */
  streamer_pending: 'credit',
  /**
   * Available for payout. Below zero when a refund came after the payout: later sessions make up
   * for it.
   */
  streamer_available: 'credit',
  /** Sent to the streamer's bank, not yet confirmed. */
  payouts_in_transit: 'credit',
} as const satisfies Record<string, 'debit' | 'credit'>;

export type Account = keyof typeof ACCOUNTS;

/**
 * An account by the name that the ledger's lines have. Throws for any other, which no line can
 * have.
 */
export function accountNamed(name: string): Account {
  const found = Object.keys(ACCOUNTS).find((account): account is Account => account === name);
  if (found === undefined) throw new Error(`no account ${name}`);
  return found;
}

export type StreamerAccount = 'streamer_pending' | 'streamer_available' | 'payouts_in_transit';
export type PlatformAccount = Exclude<Account, StreamerAccount>;

export type Line =
  | { readonly account: PlatformAccount; readonly streamerId: null; readonly amount: Cents }
  | { readonly account: StreamerAccount; readonly streamerId: string; readonly amount: Cents };

export const POSTING_KINDS = [
  'capture',
  'extension',
  'processing_cost',
  'refund',
  'settlement',
  'release',
  'payout_sent',
  'payout_paid',
  'payout_failed',
  'dispute_opened',
  'dispute_cost',
  'dispute_won',
  'dispute_lost',
  'refund_failed',
  'refund_again',
  'refund_by_hand',
] as const;

export type PostingKind = (typeof POSTING_KINDS)[number];

/**
 * One movement, written once and never changed. No lines when no money moves, as with a free offer:
 * then there is nothing to write.
 */
export interface Posting {
  readonly kind: PostingKind;
  readonly lines: readonly Line[];
}

/**
 * Makes a posting of the lines with an amount. Throws when they do not sum to zero, which is always
 * a bug and never caused by input.
 */
export function posting(kind: PostingKind, lines: readonly Line[]): Posting {
  const total = sum(lines.map(({ amount }) => amount));
  if (total !== NOTHING) throw new Error(`a ${kind} posting is off by ${total} cents`);
  return { kind, lines: lines.filter(({ amount }) => amount !== NOTHING) };
}

export function platformLine(account: PlatformAccount, amount: Cents): Line {
  return { account, streamerId: null, amount };
}

export function streamerLine(account: StreamerAccount, streamerId: string, amount: Cents): Line {
  return { account, streamerId, amount };
}

/**
 * The balance of an account on its natural side, in cents: derived from the postings, stored
 * nowhere else.
 */
export function balanceOf(postings: Iterable<Posting>, account: Account, streamerId: string | null): Cents {
  let balance = 0;
  for (const { lines } of postings) {
    for (const line of lines) {
      if (line.account === account && (streamerId === null || line.streamerId === streamerId)) {
        balance += line.amount;
      }
    }
  }
  return (ACCOUNTS[account] === 'debit' ? balance : 0 - balance) as Cents;
}

/** The sum of all lines of all postings. Anything but zero is an alarm. */
export function ledgerTotal(postings: Iterable<Posting>): Cents {
  let total = 0;
  for (const { lines } of postings) for (const { amount } of lines) total += amount;
  return total as Cents;
}
