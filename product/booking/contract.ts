import { z } from 'zod';
import { filesSent } from '#product/attachments/contract.ts';
import { person } from '#product/shared/access.ts';
import { contract, instant } from '#product/shared/contract.ts';
import { SOURCES } from '#product/shared/visit.ts';

/**
 * The commands of a booking's life. Each carries a `key` that the client makes once for one
 * intention: the same key again gets the same answer and does nothing (`key_reused` when the
 * request differs). Instants are ISO 8601. Those about an existing booking refuse with
 * `booking_not_found`, `booking_wrong_status` or `deadline_passed`.
 */

const key = z.uuid();
const bookingId = z.uuid();
const zone = z.string().min(1).max(64);
/** A note in a person's own words; lines and tabs are text, other control characters are not. */
export const NOTE_MAX = 500;
const note = z
  .string()
  .trim()
  .max(NOTE_MAX, `Le message doit tenir en ${NOTE_MAX} caractères`)
  .regex(/^(?:[\n\r\t]|\P{Cc})*$/u, 'Le message contient un caractère invisible');

/** Where a booking stands after a command. The rest is read from `booking_details`. */
const standing = z.object({
  bookingId,
  sessionId: z.uuid(),
  status: z.string(),
  revision: z.int(),
  start: z.iso.datetime(),
  /** While held: when the hold ends. */
  holdEndsAt: z.iso.datetime().nullable(),
  /** While requested: until when somebody has to answer. */
  answerBy: z.iso.datetime().nullable(),
  /** Cents, once cancelled. */
  refundCents: z.int().nullable(),
  /** The server's clock, for countdowns. */
  now: z.iso.datetime(),
});
export type BookingStanding = z.output<typeof standing>;

/**
 * Takes a start of an offer for ten minutes. Refuses with `offer_not_found`, `offer_changed`,
 * `slot_not_free` (with the nearest free starts), `viewer_busy` (with what they give, take or are
 * proposed at that time), `own_offer`, `too_many_holds`, `too_many_lapsed_holds` or
 * `too_many_free_bookings`.
 */
export const holdSlot = contract(
  'booking/hold-slot',
  z.strictObject({
    key,
    offerId: z.uuid(),
    offerRevision: z.int(),
    start: instant,
    viewerZone: zone,
    /**
     * From where the viewer came to the streamer's page; null when it is not known, or they ask not
     * to be counted.
     */
    source: z.enum(SOURCES).nullable().default(null),
  }),
  standing,
  { access: person },
);
/** Ten minutes more, once. Refuses with `already_extended`. */
export const extendHold = contract('booking/extend-hold', z.strictObject({ key, bookingId }), standing, {
  access: person,
});
/** Gives the slot back. */
export const releaseHold = contract('booking/release-hold', z.strictObject({ key, bookingId }), standing, {
  access: person,
});
/**
 * Answers to the intake questions, while held. Refuses with `intake_incomplete` (`fields`: question
 * id -> message).
 */
export const submitIntake = contract(
  'booking/submit-intake',
  z.strictObject({
    key,
    bookingId,
    answers: z.record(z.string().max(64), z.string().trim().max(2000)),
    /** All that go with the answers: those sent before and left out are deleted. */
    files: filesSent,
  }),
  standing,
  { access: person, maxBytes: 128 * 1024 },
);
/**
 * Opens the provider's page, or takes a free offer. `expectedPriceCents` is what the button said.
 * Refuses with `offer_changed` when the price is another, `intake_incomplete`,
 * `provider_unavailable` or `provider_refused`.
 */
export const payBooking = contract(
  'booking/pay-booking',
  z.strictObject({ key, bookingId, expectedPriceCents: z.int().nonnegative() }),
  standing.extend({
    /** Where to go and pay; null for a free offer, which is then confirmed or requested. */
    checkoutUrl: z.url().nullable(),
  }),
  { access: person },
);

/** The streamer takes a request. */
export const acceptRequest = contract(
  'booking/accept-request',
  z.strictObject({ key, bookingId }),
  standing,
  { access: person },
);
/** The streamer turns a request down; nothing is paid. */
export const declineRequest = contract(
  'booking/decline-request',
  z.strictObject({ key, bookingId, reason: note.default('') }),
  standing,
  { access: person },
);
/**
 * Calls a booking off, by its viewer or its streamer. `expectedRefundCents` is what the dialog
 * said; when it is no longer true nothing is done and `quote_changed` says the new amount. Refuses
 * with `already_started`.
 */
export const cancelBooking = contract(
  'booking/cancel-booking',
  z.strictObject({ key, bookingId, expectedRefundCents: z.int().nonnegative(), reason: note.default('') }),
  standing.extend({
    /**
     * Cents that the viewer's bank took back and has not decided about: no refund is made before it
     * has, and none of what it leaves with the viewer.
     */
    disputedCents: z.int().nonnegative().default(0),
  }),
  { access: person },
);
/**
 * Cancels a whole session, by its streamer: everybody in it gets everything back, requests are
 * declined, holds end. All of it is done or nothing. `expectedSeats` and `expectedRefundCents` are
 * what the dialog said; when that is no longer true, `quote_changed` says the new numbers
 * (`details` {seats, refundCents}). Refuses with `booking_not_found`, `booking_wrong_status` or
 * `already_started`.
 */
export const cancelSession = contract(
  'booking/cancel-session',
  z.strictObject({
    key,
    sessionId: z.uuid(),
    expectedSeats: z.int().positive(),
    expectedRefundCents: z.int().nonnegative(),
    reason: note.default(''),
  }),
  z.object({
    sessionId: z.uuid(),
    seats: z.int(),
    refundCents: z.int().nonnegative(),
    /** Of all its seats, as `cancel-booking` says it of one. */
    disputedCents: z.int().nonnegative(),
  }),
  { access: person },
);
/**
 * The viewer moves a confirmed booking. Refuses with `too_late_to_reschedule`,
 * `too_many_reschedules`, `too_far_to_reschedule`, `bad_new_start`, `slot_not_free` or
 * `viewer_busy`.
 */
export const rescheduleBooking = contract(
  'booking/reschedule-booking',
  z.strictObject({ key, bookingId, start: instant }),
  standing,
  { access: person },
);
/**
 * The streamer asks for another start for the whole session, whichever of its seats is named, which
 * is held until everybody has answered. Each accepts it or gets everything back; who has not
 * answered in time keeps the old start, or gets everything back when somebody has accepted and the
 * session is therefore at the new one. Refuses with `session_moved` once somebody has accepted,
 * `too_late_to_ask`, `bad_new_start`, `slot_not_free` or `viewer_not_free`.
 */
export const proposeStart = contract(
  'booking/propose-start',
  z.strictObject({ key, bookingId, start: instant, note: note.default('') }),
  standing,
  { access: person },
);
/**
 * Takes it back from everybody. Refuses with `no_proposal`, or `session_moved` once somebody has
 * accepted it.
 */
export const withdrawProposal = contract(
  'booking/withdraw-proposal',
  z.strictObject({ key, bookingId }),
  standing,
  { access: person },
);
/**
 * The viewer accepts the other start, or refuses and gets everything back. Refuses with
 * `no_proposal`, `slot_not_free` or `viewer_busy`.
 */
export const answerProposal = contract(
  'booking/answer-proposal',
  z.strictObject({ key, bookingId, answer: z.enum(['accept', 'refuse']) }),
  standing,
  { access: person },
);

/**
 * Tells the viewer by mail when a start of the offer becomes free: any, or the one that is named.
 * Refuses with `offer_not_found`, `already_waiting`, or `invalid_input` when others have not taken
 * the start that is named.
 */
export const joinWaitingList = contract(
  'booking/join-waiting-list',
  z.strictObject({ key, offerId: z.uuid(), start: instant.optional() }),
  z.object({ entryId: z.uuid() }),
  { access: person },
);
/** Stops waiting for any start, or for the one that is named. Refuses with `not_waiting`. */
export const leaveWaitingList = contract(
  'booking/leave-waiting-list',
  z.strictObject({ key, offerId: z.uuid(), start: instant.optional() }),
  z.object({}),
  { access: person },
);
