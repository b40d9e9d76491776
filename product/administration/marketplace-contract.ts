import { z } from 'zod';
import { admin, team } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { STATUS_LABELS } from '#product/shared/booking-statuses.ts';
import { contract, instant, reason, undoReason } from '#product/shared/contract.ts';
import { SETTING_LIMITS } from '#product/shared/settings.ts';

/**
 * The acts of an admin on the marketplace. Each needs a reason, kept in the audit log. Amounts are
 * cents.
 */

/**
 * Calls any live booking off, the viewer gets everything back. `expectedRefundCents` is what the
 * dialog said. Refuses with `booking_not_found`, `booking_wrong_status` or `quote_changed`.
 */
export const cancelBooking = contract(
  'administration/cancel-booking',
  z.strictObject({ bookingId: z.uuid(), expectedRefundCents: z.int().nonnegative(), reason }),
  /** `disputedCents` as booking/cancel-booking says it. */
  z.object({ bookingId: z.uuid(), refundCents: z.int(), disputedCents: z.int().nonnegative() }),
  {
    access: team('support', 'moderation'),
    audit: entry({
      label: 'Place annulée',
      before: ['status'],
      after: ['status', 'refundCents'],
      words: { status: say.oneOf(STATUS_LABELS), refundCents: say.titled('remboursé', say.money()) },
    }),
    undo: 'money is given back, people are told',
  },
);

/**
 * Cancels a whole session, also one that goes on: everybody in it gets everything back. All of it
 * is done or nothing. Refuses with `booking_wrong_status` when nobody sits in it any more, or
 * `quote_changed` (`details` {seats, refundCents}).
 */
export const cancelSession = contract(
  'administration/cancel-session',
  z.strictObject({
    key: z.uuid(),
    sessionId: z.uuid(),
    expectedSeats: z.int().positive(),
    expectedRefundCents: z.int().nonnegative(),
    reason,
  }),
  z.object({
    sessionId: z.uuid(),
    seats: z.int(),
    refundCents: z.int().nonnegative(),
    disputedCents: z.int().nonnegative(),
  }),
  {
    access: team('support', 'moderation'),
    audit: entry({
      label: 'Session annulée',
      before: ['places'],
      after: ['places', 'refundCents'],
      words: {
        places: say.count('place', 'places', 'aucune place'),
        refundCents: say.titled('remboursé', say.money()),
      },
    }),
    undo: 'money is given back, people are told',
  },
);

/**
 * Proposes another start to everybody in a session, in the platform's name; the people read the
 * reason with it. The rest is as of booking/propose-start.
 */
export const proposeSessionStart = contract(
  'administration/propose-session-start',
  z.strictObject({ key: z.uuid(), sessionId: z.uuid(), start: instant, reason }),
  z.object({ sessionId: z.uuid(), seats: z.int() }),
  {
    access: team('support', 'moderation'),
    audit: entry({
      label: 'Autre horaire proposé',
      before: ['start'],
      after: ['proposedStart', 'places'],
      words: {
        start: say.on(),
        proposedStart: say.titled('proposé', say.on()),
        places: say.count('personne à répondre', 'personnes à répondre'),
      },
    }),
    undo: 'people are asked',
  },
);

/**
 * Gives back part or all of a captured payment. `expectedRefundedCents` is what the admin saw given
 * back so far: two admins do not refund twice. Refuses with `payment_not_found`,
 * `more_than_captured`, `payment_in_dispute` or `already_done`.
 */
export const refundPayment = contract(
  'administration/refund-payment',
  z.strictObject({
    paymentId: z.uuid(),
    amountCents: z.int().positive('Indiquez un montant'),
    expectedRefundedCents: z.int().nonnegative(),
    reason,
  }),
  z.object({ paymentId: z.uuid(), amountCents: z.int() }),
  {
    access: team('support', 'finance'),
    audit: entry({
      label: 'Paiement remboursé',
      before: ['refundedCents'],
      after: ['refundedCents'],
      words: { refundedCents: say.titled('remboursé', say.money()) },
    }),
    undo: 'money is given back',
  },
);

/**
 * Decides otherwise than attendance did: the viewer gets back `refundCents` in all, of what the
 * booking and its extensions cost. `expectedRefundedCents` is what the admin saw given back so far,
 * refunds under way counted. Both people are told, and read the reason. Refuses with
 * `booking_not_found`, `booking_wrong_status` (nothing settled yet), `already_done` (somebody gave
 * back more meanwhile), `settlement_unchanged`, `refund_not_taken_back`, `more_than_captured`,
 * `nothing_to_pay` (a free session), `payment_in_dispute` or `capture_pending`.
 */
export const overruleSettlement = contract(
  'administration/overrule-settlement',
  z.strictObject({
    key: z.uuid(),
    bookingId: z.uuid(),
    refundCents: z.int('Indiquez un montant').nonnegative('Indiquez un montant'),
    expectedRefundedCents: z.int().nonnegative(),
    reason,
  }),
  z.object({ bookingId: z.uuid(), refundCents: z.int(), orderedCents: z.int() }),
  {
    access: team('support', 'finance'),
    audit: entry({
      label: 'Règlement revu',
      before: ['status', 'refundCents', 'refundedCents'],
      after: ['refundCents'],
      words: {
        status: say.oneOf(STATUS_LABELS),
        refundCents: say.titled('part du viewer', say.money()),
        refundedCents: say.titled('remboursé jusque-là', say.money()),
      },
    }),
    undo: 'money is given back, people are told',
  },
);

/** The platform's acts on a streamer's page: show it first, or withhold it from everybody. */
export const STREAMER_STANDINGS = ['feature', 'unfeature', 'withhold', 'restore'] as const;
const OPPOSITE = {
  feature: 'unfeature',
  unfeature: 'feature',
  withhold: 'restore',
  restore: 'withhold',
} as const;

/**
 * Refuses with `streamer_not_found` or `already_done`. Withholding touches no booking: cancel those
 * one by one.
 */
export const setStreamerStanding = contract(
  'administration/set-streamer-standing',
  z.strictObject({ streamerId: z.uuid(), standing: z.enum(STREAMER_STANDINGS), reason }),
  z.object({ streamerId: z.uuid(), standing: z.enum(STREAMER_STANDINGS) }),
  {
    access: team('moderation'),
    audit: entry({
      label: 'Page de streamer décidée',
      before: ['withheld_at?', 'featured_at?'],
      after: ['withheld_at?', 'featured_at?'],
      words: {
        withheld_at: say.presence('visible', 'retirée'),
        featured_at: say.presence('pas mise en avant', 'mise en avant'),
      },
    }),
    undo: ({ standing, reason, ...rest }) => ({
      ...rest,
      standing: OPPOSITE[standing],
      reason: undoReason(reason),
    }),
  },
);

const between = ({ min, max }: { min: number; max: number }, message: string) =>
  z.int(message).min(min, message).max(max, message);
/**
 * A new version of the platform's settings; bookings keep the version that they were made under.
 * Refuses with `settings_changed` when `expectedVersion` is no longer the latest, or `already_done`
 * when nothing differs.
 */
export const changeSettings = contract(
  'administration/change-settings',
  z.strictObject({
    expectedVersion: z.int(),
    feeBasisPoints: between(SETTING_LIMITS.feeBasisPoints, 'La commission va de 0 à 30 %'),
    pendingHours: between(SETTING_LIMITS.pendingHours, 'Le délai va de 0 à 720 heures'),
    leastPayoutCents: between(SETTING_LIMITS.leastPayoutCents, 'Le versement minimal va de 1 à 500 €'),
    reason,
  }),
  z.object({ version: z.int() }),
  {
    access: admin,
    audit: entry({
      label: 'Conditions changées',
      before: ['fee_basis_points', 'pending_hours', 'payout_minimum_cents'],
      after: ['fee_basis_points', 'pending_hours', 'payout_minimum_cents'],
      words: {
        fee_basis_points: say.titled('commission', say.rate),
        pending_hours: say.titled('fonds retenus', say.text('h')),
        payout_minimum_cents: say.titled('versement minimal', say.money()),
      },
    }),
    undo: 'somebody may have booked under them',
  },
);
