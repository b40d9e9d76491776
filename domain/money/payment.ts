import { type BasisPoints, type Cents, cents, minus, NOTHING, negated, sum } from '#domain/money/cents.ts';
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
  /** Cents that banks hold back in open disputes. */
  readonly disputed: Cents;
  /** Cents that the viewer got back at the platform's cost: disputes lost although the session was held, and what went back twice. */
  readonly lost: Cents;
}

export interface Movement {
  readonly posting: Posting;
  readonly payment: CapturedPayment;
}

export type PaymentRefusal = 'more_than_captured' | 'already_released' | 'in_dispute' | 'no_dispute';

/** What stays paid, of which the streamer has a share and the platform its fee. */
export function keptOf({ captured, refunded }: CapturedPayment): Cents {
  return minus(captured, refunded);
}

/** What may still be given back to the viewer: nobody gets the same euro back from their bank and from us. */
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
  if (amount < 0 || amount > refundableOf(payment)) return refused('more_than_captured');
  return accepted(recordRefund(payment, amount, kind));
}

/**
 * Writes down a refund that was made, whatever the books would have said of it: the money is gone. What is more than stays paid
 * (the bank had taken it back already) is the platform's loss.
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

/** The streamer's share of the amount that stays paid becomes available after the session (PlatformSettings.pendingHours). */
export function release(payment: CapturedPayment): Result<Movement, PaymentRefusal> {
  if (payment.released) return refused('already_released');
  if (payment.disputed > 0) return refused('in_dispute');
  return accepted({
    posting: posting('release', moveShare(payment, 'streamer_pending', 'streamer_available')),
    payment: { ...payment, released: true },
  });
}

/** A bank takes money back and asks. Until it is decided the streamer's share is held again. */
export function openDispute(payment: CapturedPayment, amount: Cents): Result<Movement, PaymentRefusal> {
  if (amount <= 0 || payment.disputed + amount > payment.captured) return refused('more_than_captured');
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

/** What the provider charges for a dispute, or gives back of that charge when it is negative. */
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

/** The money of one dispute stays with the viewer. The streamer bears it as a refund would be borne, or the platform bears all of it. */
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
 * The bank takes a lost dispute back: the money is between the two again, as if it had only been opened.
 * @param ours how much of it the platform bore, in cents: all of it, or what was more than stayed paid
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

/** Who bears what the viewer got back: streamer and fee as far as anything stays paid, the platform what is more. */
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
