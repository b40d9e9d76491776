import { type Cents, NOTHING } from '#product/shared/money/cents.ts';
import type { Booking } from './booking.ts';

/** A transition requires this of the payment. Amounts in cents. */
export type PaymentEffect =
  | { readonly kind: 'none' }
  /** Take the money that the provider holds. */
  | { readonly kind: 'capture'; readonly amount: Cents }
  /** Void the authorisation that the provider holds or is about to hold. */
  | { readonly kind: 'void' }
  /** Refund part or all of the captured amount. */
  | { readonly kind: 'refund'; readonly amount: Cents };

const NONE: PaymentEffect = { kind: 'none' };

/**
 * The effect of a transition on the money: captured when the booking is confirmed, voided when it
 * ends before that, refunded when it ends after. The command that stores the new booking also
 * orders this, in one transaction.
 */
export function paymentEffect(before: Booking, after: Booking): PaymentEffect {
  if (before.price === NOTHING || before.status === after.status) return NONE;
  if (before.status === 'held' || before.status === 'requested') {
    if (after.status === 'requested') return NONE;
    if (after.status === 'confirmed') return { kind: 'capture', amount: after.price };
    // Before the viewer begins to pay, the provider knows nothing of the payment.
    return before.status === 'held' && !before.paying ? NONE : { kind: 'void' };
  }
  const amount = refundDue(after);
  return amount > NOTHING ? { kind: 'refund', amount } : NONE;
}

function refundDue(after: Booking): Cents {
  switch (after.status) {
    case 'cancelled_by_viewer':
    case 'cancelled_by_streamer':
    case 'cancelled_by_admin':
      return after.refund;
    case 'completed':
    case 'viewer_no_show':
    case 'streamer_no_show':
      return after.settlement.refund;
    default:
      return NOTHING;
  }
}
