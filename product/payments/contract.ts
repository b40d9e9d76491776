import { z } from 'zod';
import { person, streamer, streamerOrAdmin, team, withFactor } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract, reason } from '#product/shared/contract.ts';

/** Money, as its people may move it. Cents. */

/**
 * Opens the provider's page on which a streamer says where their money goes. Refuses with
 * `provider_unavailable`.
 */
export const startOnboarding = contract(
  'payments/start-onboarding',
  z.strictObject({}),
  z.object({ url: z.url() }),
  { access: withFactor(streamer) },
);

/** Asks the provider again what an account may do; what the page does on its return from there. */
export const refreshPayoutAccount = contract(
  'payments/refresh-payout-account',
  z.strictObject({}),
  z.object({ payoutsEnabled: z.boolean(), chargesEnabled: z.boolean() }),
  { access: withFactor(streamer) },
);

/** Returns a streamer's balance: from the ledger. */
export const readBalance = contract(
  'payments/read-balance',
  z.strictObject({}),
  z.object({
    pendingCents: z.int(),
    availableCents: z.int(),
    inTransitCents: z.int(),
    nextPayoutAt: z.iso.datetime().nullable(),
    leastPayoutCents: z.int(),
  }),
  { access: streamerOrAdmin },
);

export const MOST_PAYMENTS = 500;

/**
 * Returns a page of what the caller paid as a viewer, latest first, and what all of it comes to
 * that the year and the search leave. A year is that of the zone, or of Paris when there is no such
 * zone. Attempts that failed are left out. Cents.
 */
export const listPayments = contract(
  'payments/list-payments',
  z.strictObject({
    year: z.int().min(2000).max(2999).nullable(),
    zone: z.string().min(1).max(64),
    search: z.string().max(100),
    page: z.int().min(1).max(100_000),
    size: z.int().min(1).max(MOST_PAYMENTS),
  }),
  z.object({
    payments: z.array(
      z.object({
        id: z.uuid(),
        bookingId: z.uuid(),
        kind: z.enum(['booking', 'extension']),
        state: z.enum(['authorised', 'captured', 'voided']),
        createdAt: z.iso.datetime(),
        title: z.string(),
        amountCents: z.int(),
        capturedCents: z.int(),
        refundedCents: z.int(),
        /** More of it is on its way back. */
        refunding: z.boolean(),
        /** Null once that account is deleted. */
        streamer: z.object({ name: z.string(), avatarUrl: z.string().nullable() }).nullable(),
      }),
    ),
    /** Every year with a payment, whatever is searched, the latest first. */
    years: z.array(z.int()),
    totals: z.object({
      payments: z.int(),
      capturedCents: z.int(),
      refundedCents: z.int(),
      netCents: z.int(),
    }),
  }),
  { access: person, viewing: true },
);

const ORDER = say.oneOf({ failed: 'échoué', closed: 'clos', pending: 'à transmettre' });

/**
 * Sends an order that the provider refused for good once more, as another order: under the same key
 * it would repeat its refusal. Refuses with `not_found`, `already_done` (somebody dealt with it, or
 * gave the money back since), or `payment_not_found` when there is nothing left to do, as after a
 * capture that was refused: its booking was called off.
 */
export const relaunchOrder = contract(
  'payments/relaunch-order',
  z.strictObject({ orderId: z.uuid(), reason }),
  z.object({ orderId: z.uuid(), replacedBy: z.uuid() }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Ordre de paiement relancé',
      before: ['orderId', 'state'],
      after: ['orderId', 'state'],
      words: { orderId: say.nothing, state: ORDER },
      readBy: ['finance'],
    }),
    undo: 'money moves',
  },
);

/**
 * Says that an order which the provider refused was settled otherwise, or is settled no more.
 * Refuses with `not_found` or `already_done`.
 */
export const closeOrder = contract(
  'payments/close-order',
  z.strictObject({ orderId: z.uuid(), reason }),
  z.object({ orderId: z.uuid() }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Ordre de paiement clos',
      before: ['orderId', 'state'],
      after: ['orderId', 'state'],
      words: { orderId: say.nothing, state: ORDER },
      readBy: ['finance'],
    }),
    undo: 'the money was settled in another way',
  },
);

/**
 * The kinds of questions to the team about a payment: a dispute, a refund that came back, a warning
 * of fraud.
 */
export const CASE_KINDS = ['dispute', 'refund', 'fraud'] as const;
export const CASE_ANSWERS = ['contest', 'accept', 'refund_again', 'paid_by_hand', 'refund', 'keep'] as const;

/**
 * Answers what a bank or a card network asks about a payment. `contest` sends the evidence,
 * `accept` lets the payer have the money; `refund_again` asks the provider for the refund once
 * more, `paid_by_hand` says that it was paid from Loge's own bank; `refund` gives a payment under
 * suspicion back, `keep` does not. Refuses with `not_found`, `already_done` (answered, or no longer
 * asked), `payment_in_dispute` or `more_than_captured`.
 */
export const answerCase = contract(
  'payments/answer-case',
  z.strictObject({
    paymentId: z.uuid(),
    kind: z.enum(CASE_KINDS),
    reference: z.string().min(1).max(255),
    answer: z.enum(CASE_ANSWERS),
    reason,
  }),
  z.object({ paymentId: z.uuid(), answer: z.enum(CASE_ANSWERS) }),
  {
    access: team('finance'),
    audit: entry({
      label: 'Banque ou réseau de cartes répondu',
      before: ['state'],
      after: ['state'],
      words: {
        state: say.oneOf({
          open: 'sans réponse',
          contest: 'contesté',
          accept: 'accepté',
          refund_again: 'remboursé de nouveau',
          paid_by_hand: 'payé par virement',
          refund: 'remboursé',
          keep: 'gardé',
        }),
      },
      readBy: ['finance'],
    }),
    undo: 'a bank is answered, or money is given back',
  },
);
