import type { Cents } from '#product/shared/money/cents.ts';
import type { Instant } from '#product/shared/time/instant.ts';

/**
 * An event of the provider, from its webhook. Events may come twice, late and in any order:
 * `eventId` says whether one is known, and its effect depends on what is recorded, never on the
 * order of arrival.
 */
export type ProviderEvent = PaymentEvent | DisputeEvent | FraudWarning | AccountEvent | PayoutEvent;

interface Happening {
  /** The provider's id of the event: the same each time that it is delivered. */
  readonly eventId: string;
  /** When it happened, by the provider's clock. */
  readonly at: Instant;
}

/**
 * How an event names its payment: `paymentId` wherever the provider keeps it, else the references.
 */
interface AboutPayment extends Happening {
  readonly paymentId: string | null;
  readonly checkoutReference: string | null;
  readonly paymentReference: string | null;
}

export type PaymentEvent = AboutPayment & {
  /**
   * Authorised, declined, captured, voided: the amount it is about. Refunded: the amount of this
   * one refund.
   */
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
        /**
         * Authorised: of the billing address that was given with the card, ISO 3166-1 alpha-2;
         * null, or left out: not said.
         */
        readonly payerCountry?: string | null | undefined;
      }
    | {
        /** Failed: the viewer's bank sent it back, days after it was made perhaps. */
        readonly kind: 'payment_refunded' | 'refund_failed';
        readonly refundReference: string;
        /**
         * The key of ours with which it was made; null when somebody made it at the provider by
         * hand.
         */
        readonly key: string | null;
        /** Why it failed, in the provider's word; null when it did not. */
        readonly failure: string | null;
      }
  );

/**
 * Everything the provider knows of a dispute by now, so that a report needs none of the earlier
 * ones.
 */
export interface DisputeState {
  readonly disputeReference: string;
  /** The amount that the payer wants back. */
  readonly amount: Cents;
  /**
   * The sum that the bank took; an inquiry takes nothing, and a bank may take more than was paid.
   */
  readonly withdrawn: Cents;
  /** The sum that the bank gave back of it. */
  readonly reinstated: Cents;
  /** Whether we won or lost; null while the bank decides. */
  readonly outcome: 'won' | 'lost' | null;
  /** The provider's charge for it, less what it gave back of that. */
  readonly cost: Cents;
  readonly costGivenBack: Cents;
  /** Why the payer asks, in the provider's word: `fraudulent`, `product_not_received`. */
  readonly reason: string;
  /**
   * The awaited step: an answer to an inquiry, which took nothing yet, or to a dispute; the bank;
   * or nothing any more.
   */
  readonly phase: 'inquiry' | 'needs_answer' | 'answered' | 'closed';
  /** Until when the bank takes an answer; null where none is awaited. */
  readonly answerBy: Instant | null;
}

export type DisputeEvent = AboutPayment & DisputeState & { readonly kind: 'dispute_changed' };

/**
 * The card network says that a payment is likely fraud: what is given back now is not disputed
 * later.
 */
export type FraudWarning = AboutPayment & {
  readonly kind: 'fraud_warned';
  readonly warningReference: string;
  /** The kind of fraud, in the provider's word. */
  readonly reason: string;
};

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
