import { type Line, type Posting, platformLine, posting, streamerLine } from '#product/books/rules/ledger.ts';
import {
  type BasisPoints,
  type Cents,
  cents,
  minus,
  NOTHING,
  negated,
  sum,
} from '#product/shared/money/cents.ts';
import { feeOf, streamerShareOf } from '#product/shared/money/price.ts';
import { accepted, type Result, refused } from '#product/shared/result.ts';

/**
 * A captured payment, with what the ledger must know of it. An authorisation moves no money and has
 * no posting. A paid extension of a session has a payment of its own.
 */
export interface CapturedPayment {
  readonly streamerId: string;
  /** Cents. */
  readonly captured: Cents;
  /** Cents refunded so far, lost disputes that the streamer bears included. */
  readonly refunded: Cents;
  /** The fee of the settings version that the booking was made under. */
  readonly fee: BasisPoints;
  /** True once the streamer's share moved from pending to available. */
  readonly released: boolean;
  /** Cents that banks hold back in open disputes. */
  readonly disputed: Cents;
  /**
   * Cents that the viewer got back at the platform's cost: disputes lost although the session was
   * held, and amounts refunded twice.
   */
  readonly lost: Cents;
}

export interface Movement {
  readonly posting: Posting;
  readonly payment: CapturedPayment;
}

export type PaymentRefusal = 'more_than_captured' | 'already_released' | 'in_dispute' | 'no_dispute';

/** The amount that stays paid, which the streamer's share and the platform's fee divide. */
export function keptOf({ captured, refunded }: CapturedPayment): Cents {
  return minus(captured, refunded);
}

/**
 * The amount that may still be refunded to the viewer: nobody gets the same euro back from their
 * bank and from us.
 */
export function refundableOf({ captured, refunded, lost }: CapturedPayment): Cents {
  return cents(Math.max(NOTHING, captured - refunded - lost));
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
    payment: {
      streamerId,
      captured: amount,
      refunded: NOTHING,
      fee,
      released: false,
      disputed: NOTHING,
      lost: NOTHING,
    },
  };
}

/** Books the provider's charge: out of our fee, never out of the streamer's share. */
export function processingCost(amount: Cents): Posting {
  return posting('processing_cost', [
    platformLine('processing_costs', amount),
    platformLine('provider_balance', negated(amount)),
  ]);
}

/**
 * Refunds an amount to the viewer. Fee and share are computed again on the amount that stays paid,
 * so that refunds in several steps end with the same amounts as a single one, to the cent; and a
 * full refund includes the fee. `kind` is 'settlement' when attendance decided it. Before the
 * release it comes from the pending share, later from the available one.
 */
export function refund(
  payment: CapturedPayment,
  amount: Cents,
  kind: 'refund' | 'settlement' = 'refund',
): Result<Movement, PaymentRefusal> {
  if (payment.disputed > 0) return refused('in_dispute');
  if (amount < 0 || amount > refundableOf(payment)) return refused('more_than_captured');
  return accepted(recordRefund(payment, amount, kind));
}

/**
 * Records a refund that was already made, whatever the books would have allowed: the money is gone.
 * The part beyond the amount still paid (the bank had taken it back already) is the platform's
 * loss.
 */
export function recordRefund(
  payment: CapturedPayment,
  amount: Cents,
  kind: 'refund' | 'settlement' = 'refund',
): Movement {
  const { lines, payment: after } = givenBack(payment, amount);
  return {
    posting: posting(kind, [platformLine('provider_balance', negated(amount)), ...lines]),
    payment: after,
  };
}

/**
 * The viewer's bank sent a refund back: the money is the provider's again, and still the viewer's.
 * Nothing changes for the streamer, whose share was given back rightly.
 */
export function refundFailed(amount: Cents): Posting {
  return posting('refund_failed', [
    platformLine('provider_balance', amount),
    platformLine('refunds_owed', negated(amount)),
  ]);
}

/**
 * A refund that had come back was made once more: by the provider, or by hand from our own bank.
 */
export function refundAgain(amount: Cents, from: 'provider_balance' | 'own_bank'): Posting {
  return posting(from === 'own_bank' ? 'refund_by_hand' : 'refund_again', [
    platformLine('refunds_owed', amount),
    platformLine(from, negated(amount)),
  ]);
}

/**
 * The streamer's share of the amount that stays paid becomes available after the session
 * (PlatformSettings.pendingHours).
 */
export function release(payment: CapturedPayment): Result<Movement, PaymentRefusal> {
  if (payment.released) return refused('already_released');
  if (payment.disputed > 0) return refused('in_dispute');
  return accepted({
    posting: posting('release', moveShare(payment, 'streamer_pending', 'streamer_available')),
    payment: { ...payment, released: true },
  });
}

/**
 * A bank takes money back and asks for evidence. Until it decides, the streamer's share is held
 * again. It may take more than was captured: what it takes is gone, whatever the books would allow.
 */
export function openDispute(payment: CapturedPayment, amount: Cents): Result<Movement, PaymentRefusal> {
  if (amount <= 0) return refused('no_dispute');
  const held = payment.released ? moveShare(payment, 'streamer_available', 'streamer_pending') : [];
  return accepted({
    posting: posting('dispute_opened', [
      platformLine('provider_balance', negated(amount)),
      platformLine('disputed_funds', amount),
      ...held,
    ]),
    payment: { ...payment, disputed: sum([payment.disputed, amount]), released: false },
  });
}

/**
 * Books the provider's charge for a dispute, or its return of that charge when the amount is
 * negative.
 */
export function disputeCost(amount: Cents): Posting {
  return posting('dispute_cost', [
    platformLine('provider_balance', negated(amount)),
    platformLine('dispute_costs', amount),
  ]);
}

/** The bank gives the money of one dispute back. The share stays pending until the next release. */
export function winDispute(payment: CapturedPayment, amount: Cents): Result<Movement, PaymentRefusal> {
  if (amount <= 0 || amount > payment.disputed) return refused('no_dispute');
  return accepted({
    posting: posting('dispute_won', [
      platformLine('provider_balance', amount),
      platformLine('disputed_funds', negated(amount)),
    ]),
    payment: { ...payment, disputed: minus(payment.disputed, amount) },
  });
}

/**
 * The money of one dispute stays with the viewer. The streamer bears it in the way of a refund, or
 * the platform bears all of it.
 */
export function loseDispute(
  payment: CapturedPayment,
  amount: Cents,
  borneBy: 'streamer' | 'platform',
): Result<Movement, PaymentRefusal> {
  if (amount <= 0 || amount > payment.disputed) return refused('no_dispute');
  const decided = { ...payment, disputed: minus(payment.disputed, amount) };
  const { lines, payment: after } =
    borneBy === 'streamer' ? givenBack(decided, amount) : lostByUs(decided, amount);
  return accepted({
    posting: posting('dispute_lost', [platformLine('disputed_funds', negated(amount)), ...lines]),
    payment: after,
  });
}

/**
 * A lost dispute is reopened by the bank: the money counts as disputed again, as if the dispute had
 * just been opened.
 * @param ours how much of it the platform bore, in cents: all of it, or the part that exceeded what
 *   stayed paid
 */
export function reopenLost(
  payment: CapturedPayment,
  amount: Cents,
  ours: Cents,
): Result<Movement, PaymentRefusal> {
  const theirs = minus(amount, ours);
  if (amount <= 0 || theirs < 0 || theirs > payment.refunded || ours > payment.lost)
    return refused('no_dispute');
  const held = payment.released ? moveShare(payment, 'streamer_available', 'streamer_pending') : [];
  const before: CapturedPayment = {
    ...payment,
    released: false,
    refunded: minus(payment.refunded, theirs),
    lost: minus(payment.lost, ours),
  };
  return accepted({
    posting: posting('dispute_opened', [
      platformLine('disputed_funds', amount),
      platformLine('dispute_costs', negated(ours)),
      ...takenBack(before, theirs).map((line) => ({ ...line, amount: negated(line.amount) })),
      ...held,
    ]),
    payment: { ...before, disputed: sum([payment.disputed, amount]) },
  });
}

interface Borne {
  lines: Line[];
  payment: CapturedPayment;
}

/**
 * Divides a refund between those who bear it: the streamer's share and the fee up to the amount
 * still paid, the platform the rest.
 */
function givenBack(payment: CapturedPayment, amount: Cents): Borne {
  const theirs = cents(Math.min(amount, keptOf(payment)));
  const ours = lostByUs(payment, minus(amount, theirs));
  return {
    lines: [...takenBack(payment, theirs), ...ours.lines],
    payment: { ...ours.payment, refunded: sum([payment.refunded, theirs]) },
  };
}

function lostByUs(payment: CapturedPayment, amount: Cents): Borne {
  return {
    lines: [platformLine('dispute_costs', amount)],
    payment: { ...payment, lost: sum([payment.lost, amount]) },
  };
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
