import type { Cents } from '#domain/money/cents.ts';
import type { Instant } from '#domain/time/instant.ts';

/**
 * An event of the provider, from its webhook. Events may come twice, late and in any order: `eventId` says whether one is known, and its
 * effect depends on what is recorded, never on the order of arrival.
 */
export type ProviderEvent = PaymentEvent | DisputeEvent | AccountEvent | PayoutEvent;

interface Happening {
  /** The provider's id of the event: the same each time that it is delivered. */
  readonly eventId: string;
  /** When it happened, by the provider's clock. */
  readonly at: Instant;
}

/** How an event names its payment: `paymentId` wherever the provider keeps it, else the references. */
interface AboutPayment extends Happening {
  readonly paymentId: string | null;
  readonly checkoutReference: string | null;
  readonly paymentReference: string | null;
}

export type PaymentEvent = AboutPayment & {
  /** Authorised, declined, captured, voided: the amount it is about. Refunded: the amount of this one refund. */
  readonly amount: Cents;
} & (
    | {
        readonly kind:
          | 'payment_authorised'
          /** One card was refused; the checkout stays open for another. */
          | 'payment_declined'
          /** Nobody paid, and nobody can any more. */
          | 'checkout_expired'
          | 'payment_captured'
          /** The authorisation was cancelled, or ran out. */
          | 'payment_voided';
      }
    | {
        readonly kind: 'payment_refunded' | 'refund_failed';
        readonly refundReference: string;
        /** The key of ours with which it was made; null when somebody made it at the provider by hand. */
        readonly key: string | null;
      }
  );

/** Everything the provider knows of a dispute by now, so that a report needs none of the earlier ones. */
export interface DisputeState {
  readonly disputeReference: string;
  /** What the bank takes back. */
  readonly amount: Cents;
  /** The bank took the money; an inquiry takes none. */
  readonly fundsWithdrawn: boolean;
  /** The bank gave it back. */
  readonly fundsReinstated: boolean;
  /** Whether we won or lost; null while the bank decides. */
  readonly outcome: 'won' | 'lost' | null;
  /** What the provider charges for it, and what it gave back of that. */
  readonly cost: Cents;
  readonly costGivenBack: Cents;
}

export type DisputeEvent = AboutPayment & DisputeState & { readonly kind: 'dispute_changed' };

export type AccountEvent = Happening & {
  readonly kind: 'account_updated';
  readonly accountReference: string;
  readonly chargesEnabled: boolean;
  readonly payoutsEnabled: boolean;
  readonly requirementsDue: string[];
};

export type PayoutEvent = Happening & {
  readonly kind: 'payout_paid' | 'payout_failed';
  readonly payoutReference: string;
  readonly accountReference: string;
  readonly amount: Cents;
};
