import { type BasisPoints, type Cents, minus, NOTHING, negated, sum } from '#domain/money/cents.ts';
import { type Line, type Posting, platformLine, posting, streamerLine } from '#domain/money/ledger.ts';
import { feeOf, streamerShareOf } from '#domain/money/price.ts';
import { accepted, type Result, refused } from '#domain/result.ts';

/**
 * A payment that was captured, as far as the ledger must know it. An authorisation moves no money and has no posting.
 * A paid extension of a session is a payment of its own.
 */
export interface CapturedPayment {
  readonly streamerId: string;
  /** Cents. */
  readonly captured: Cents;
  /** Cents given back so far, lost disputes that the streamer bears included. */
  readonly refunded: Cents;
  /** The fee of the settings version that the booking was made under. */
  readonly fee: BasisPoints;
  /** True once the streamer's share moved from pending to available. */
  readonly released: boolean;
  /** Cents that a bank holds back in an open dispute. */
  readonly disputed: Cents;
}

export interface Movement {
  readonly posting: Posting;
  readonly payment: CapturedPayment;
}

export type PaymentRefusal = 'more_than_captured' | 'already_released' | 'in_dispute' | 'no_dispute';

/** What the viewer has paid and not got back. */
export function keptOf({ captured, refunded }: CapturedPayment): Cents {
  return minus(captured, refunded);
}

/** The viewer's money arrives: our fee to us, the rest to the streamer, pending. */
export function capture(
  sale: { readonly streamerId: string; readonly amount: Cents; readonly fee: BasisPoints },
  kind: 'capture' | 'extension' = 'capture',
): Movement {
  const { streamerId, amount, fee } = sale;
  return {
    posting: posting(kind, [
      platformLine('provider_balance', amount),
      platformLine('platform_fees', negated(feeOf(amount, fee))),
      streamerLine('streamer_pending', streamerId, negated(streamerShareOf(amount, fee))),
    ]),
    payment: { streamerId, captured: amount, refunded: NOTHING, fee, released: false, disputed: NOTHING },
  };
}

/** What the provider took for its work: out of our fee, never out of the streamer's share. */
export function processingCost(amount: Cents): Posting {
  return posting('processing_cost', [
    platformLine('processing_costs', amount),
    platformLine('provider_balance', negated(amount)),
  ]);
}

/**
 * Gives an amount back to the viewer. Fee and share are worked out again on what stays paid, so that refunds in several
 * steps end where a single one would, to the cent; and a full refund gives back the fee too.
 * `kind` is 'settlement' when attendance decided it. Before release it comes from the pending share, later from the available one.
 */
export function refund(
  payment: CapturedPayment,
  amount: Cents,
  kind: 'refund' | 'settlement' = 'refund',
): Result<Movement, PaymentRefusal> {
  if (payment.disputed > 0) return refused('in_dispute');
  if (amount < 0 || amount > keptOf(payment)) return refused('more_than_captured');
  return accepted({
    posting: posting(kind, [
      platformLine('provider_balance', negated(amount)),
      ...takenBack(payment, amount),
    ]),
    payment: { ...payment, refunded: sum([payment.refunded, amount]) },
  });
}

/** The streamer's share of the amount that stays paid becomes available after the session (PlatformSettings.pendingHours). */
export function release(payment: CapturedPayment): Result<Movement, PaymentRefusal> {
  if (payment.released) return refused('already_released');
  if (payment.disputed > 0) return refused('in_dispute');
  return accepted({
    posting: posting('release', moveShare(payment, 'streamer_pending', 'streamer_available')),
    payment: { ...payment, released: true },
  });
}

/** A bank takes money back and asks. Until it is decided the streamer's share is held again. `cost` is the provider's charge. */
export function openDispute(
  payment: CapturedPayment,
  amount: Cents,
  cost: Cents,
): Result<Movement, PaymentRefusal> {
  if (payment.disputed > 0) return refused('in_dispute');
  if (amount <= 0 || amount > keptOf(payment)) return refused('more_than_captured');
  const held = payment.released ? moveShare(payment, 'streamer_available', 'streamer_pending') : [];
  return accepted({
    posting: posting('dispute_opened', [
      platformLine('provider_balance', negated(sum([amount, cost]))),
      platformLine('disputed_funds', amount),
      platformLine('dispute_costs', cost),
      ...held,
    ]),
    payment: { ...payment, disputed: amount, released: false },
  });
}

/** The bank gives the money back. The share stays pending until the next release. */
export function winDispute(payment: CapturedPayment): Result<Movement, PaymentRefusal> {
  if (payment.disputed <= 0) return refused('no_dispute');
  return accepted({
    posting: posting('dispute_won', [
      platformLine('provider_balance', payment.disputed),
      platformLine('disputed_funds', negated(payment.disputed)),
    ]),
    payment: { ...payment, disputed: NOTHING },
  });
}

/** The money stays with the viewer. The streamer bears it as a refund would, or the platform bears all of it. */
export function loseDispute(
  payment: CapturedPayment,
  borneBy: 'streamer' | 'platform',
): Result<Movement, PaymentRefusal> {
  const { disputed } = payment;
  if (disputed <= 0) return refused('no_dispute');
  const bearer =
    borneBy === 'streamer' ? takenBack(payment, disputed) : [platformLine('dispute_costs', disputed)];
  const refunded = borneBy === 'streamer' ? sum([payment.refunded, disputed]) : payment.refunded;
  return accepted({
    posting: posting('dispute_lost', [platformLine('disputed_funds', negated(disputed)), ...bearer]),
    payment: { ...payment, refunded, disputed: NOTHING },
  });
}

function takenBack(payment: CapturedPayment, amount: Cents): Line[] {
  const { fee, streamerId } = payment;
  const kept = keptOf(payment);
  const left = minus(kept, amount);
  const account = payment.released ? 'streamer_available' : 'streamer_pending';
  return [
    platformLine('platform_fees', minus(feeOf(kept, fee), feeOf(left, fee))),
    streamerLine(account, streamerId, minus(streamerShareOf(kept, fee), streamerShareOf(left, fee))),
  ];
}

function moveShare(
  payment: CapturedPayment,
  from: 'streamer_pending' | 'streamer_available',
  to: 'streamer_pending' | 'streamer_available',
): Line[] {
  const share = streamerShareOf(keptOf(payment), payment.fee);
  return [
    streamerLine(from, payment.streamerId, share),
    streamerLine(to, payment.streamerId, negated(share)),
  ];
}
