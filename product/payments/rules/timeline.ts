import type { PostingKind } from '#product/books/rules/ledger.ts';
import { type Cents, cents, NOTHING, negated, sum } from '#product/shared/money/cents.ts';
import type { Instant } from '#product/shared/time/instant.ts';

/**
 * Where the money of one payment is, or how a posting moves it: the balances of the ledger, each
 * with the sign of its natural side, in cents.
 */
export interface Whereabouts {
  /** The sum that the viewer paid. */
  readonly captured: Cents;
  /** The sum that the viewer got back, from Loge or from their bank. */
  readonly returned: Cents;
  /** The sum that the viewer's bank holds back while it decides. */
  readonly disputed: Cents;
  readonly fee: Cents;
  /** The sum that the viewer got back at the platform's cost. */
  readonly borne: Cents;
  /**
   * The streamer's share: held; available, or owed when below zero; on its way to the bank;
   * arrived.
   */
  readonly pending: Cents;
  readonly available: Cents;
  readonly inTransit: Cents;
  readonly banked: Cents;
}

/** One posting of the ledger, reduced to how it moved the money of one payment. */
export interface PaymentMove extends Whereabouts {
  readonly postingId: string;
  readonly kind: PostingKind;
  readonly at: Instant;
  readonly extension: boolean;
  readonly payoutId: string | null;
  /** When the payment's share becomes available, where that is known. */
  readonly releaseDueAt: Instant | null;
}

export type StepKind =
  | 'paid'
  | 'paid_longer'
  | 'commission'
  | 'held'
  | 'available'
  | 'refunded'
  | 'settled'
  | 'overruled'
  | 'disputed'
  | 'disputed_again'
  | 'dispute_won'
  | 'dispute_lost'
  | 'payout_sent'
  | 'payout_deducted'
  | 'banked'
  | 'made_up'
  | 'payout_failed'
  | 'payout_returned';

export interface TimelineStep {
  readonly kind: StepKind;
  readonly at: Instant;
  /**
   * The amount of the step: paid, given back, taken as fee, held, released, sent. Never negative.
   */
  readonly amount: Cents;
  /** By how much it changes the streamer's share, and the fee. */
  readonly share: Cents;
  readonly fee: Cents;
  /** The platform's part of it. */
  readonly borne: Cents;
  /** Of `held`: until when. */
  readonly until: Instant | null;
  readonly payoutId: string | null;
  /** The balances after it. */
  readonly after: Whereabouts;
}

export const NOWHERE: Whereabouts = {
  captured: NOTHING,
  returned: NOTHING,
  disputed: NOTHING,
  fee: NOTHING,
  borne: NOTHING,
  pending: NOTHING,
  available: NOTHING,
  inTransit: NOTHING,
  banked: NOTHING,
};

/** The one place where two of them are added, so that no account is forgotten. */
export const addUp = (one: Whereabouts, other: Whereabouts): Whereabouts => ({
  captured: sum([one.captured, other.captured]),
  returned: sum([one.returned, other.returned]),
  disputed: sum([one.disputed, other.disputed]),
  fee: sum([one.fee, other.fee]),
  borne: sum([one.borne, other.borne]),
  pending: sum([one.pending, other.pending]),
  available: sum([one.available, other.available]),
  inTransit: sum([one.inTransit, other.inTransit]),
  banked: sum([one.banked, other.banked]),
});

/** The streamer's share, wherever it is now. */
export const shareOfStreamer = (where: Whereabouts): Cents =>
  sum([where.pending, where.available, where.inTransit, where.banked]);

/**
 * Zero: what came in equals what was refunded, the fee and the share, less what the platform bore.
 * Anything else is an alarm.
 */
export const unexplained = (where: Whereabouts): Cents =>
  sum([
    where.captured,
    where.borne,
    negated(where.returned),
    negated(where.fee),
    negated(shareOfStreamer(where)),
  ]);

/**
 * The course of the money of a session, a seat or a payment, step by step, from the postings of the
 * ledger and nothing else.
 * @param moves of one or several payments, in the order in which they were posted; a posting may
 *   have several, one for each payment
 */
export function timelineOf(moves: readonly PaymentMove[]): TimelineStep[] {
  const postings = new Map<string, PaymentMove>();
  for (const move of moves) {
    const before = postings.get(move.postingId);
    postings.set(move.postingId, before ? { ...move, ...addUp(before, move) } : move);
  }
  const steps: TimelineStep[] = [];
  let after = NOWHERE;
  let settled = false;
  for (const move of postings.values()) {
    after = addUp(after, move);
    steps.push(...stepsOf(move, after, settled));
    settled ||= move.kind === 'settlement';
  }
  return steps;
}

const magnitude = (amount: Cents): Cents => cents(Math.abs(amount));

function stepsOf(move: PaymentMove, after: Whereabouts, settled: boolean): TimelineStep[] {
  const { at, payoutId } = move;
  const share = shareOfStreamer(move);
  const step = (kind: StepKind, amount: Cents, more: Partial<TimelineStep> = {}): TimelineStep => ({
    kind,
    at,
    amount: magnitude(amount),
    share: NOTHING,
    fee: NOTHING,
    borne: NOTHING,
    until: null,
    payoutId,
    after,
    ...more,
  });
  const given = { share, fee: move.fee, borne: move.borne };
  switch (move.kind) {
    case 'capture':
    case 'extension':
      return [
        step(move.extension ? 'paid_longer' : 'paid', move.captured),
        step('commission', move.fee, { fee: move.fee }),
        step('held', move.pending, { share, until: move.releaseDueAt }),
      ];
    case 'refund':
      return [step('refunded', move.returned, given)];
    case 'settlement':
      return [step(settled ? 'overruled' : 'settled', move.returned, given)];
    case 'release':
      return [step('available', move.available)];
    case 'dispute_opened':
      return [step(move.returned < NOTHING ? 'disputed_again' : 'disputed', move.disputed, given)];
    case 'dispute_won':
      return [step('dispute_won', move.disputed)];
    case 'dispute_lost':
      return [step('dispute_lost', move.returned, given)];
    case 'payout_sent':
      return [step(move.inTransit < NOTHING ? 'payout_deducted' : 'payout_sent', move.inTransit)];
    case 'payout_paid':
      return [step(move.banked < NOTHING ? 'made_up' : 'banked', move.banked)];
    case 'payout_failed':
      return [step(move.inTransit === NOTHING ? 'payout_returned' : 'payout_failed', move.available)];
    // The viewer's money again, which changes neither share nor fee: it is between Loge and the
    // viewer.
    case 'refund_failed':
    case 'refund_again':
    case 'refund_by_hand':
    // Between Loge and its provider, so it belongs to nobody's money here.
    case 'processing_cost':
    case 'dispute_cost':
      return [];
  }
}

/** The one word by which a list says where the money is. */
export type MoneyState = 'disputed' | 'held' | 'owed' | 'available' | 'in_transit' | 'banked' | 'refunded';

/** Where the money is, in one word: the place that matters most when there are several. */
export function moneyStateOf(where: Whereabouts): MoneyState {
  if (where.disputed > NOTHING) return 'disputed';
  if (where.available < NOTHING) return 'owed';
  if (where.pending > NOTHING) return 'held';
  if (where.available > NOTHING) return 'available';
  if (where.inTransit !== NOTHING) return 'in_transit';
  return shareOfStreamer(where) > NOTHING ? 'banked' : 'refunded';
}
