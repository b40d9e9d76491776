import { LIVE_STATUSES } from '#product/shared/booking-statuses.ts';
import type { BasisPoints, Cents } from '#product/shared/money/cents.ts';
import { type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { PolicySnapshot } from './policies.ts';

/** An agreed extension: its minutes and its price. */
export interface Extension {
  readonly minutes: number;
  readonly price: Cents;
}

/**
 * The presences in the room, as the server recorded them. A presence that is still going on ends,
 * for now, at the moment of the question.
 */
export interface Attendance {
  readonly streamer: readonly Interval[];
  readonly viewer: readonly Interval[];
  /**
   * When this viewer was kept away from the session through no choice of theirs: removed, not
   * admitted, or the session ended for everybody (product/conference/rules/presence.ts). Nothing
   * was delivered to them during that time.
   */
  readonly keptOut?: readonly Interval[];
}

/**
 * The settlement of a session by its attendance. `refund` and `kept` are cents and add up to the
 * price.
 */
export interface Settlement {
  readonly outcome: 'completed' | 'viewer_no_show' | 'streamer_no_show';
  /** Whole minutes of the session for which the streamer was there. */
  readonly deliveredMinutes: number;
  readonly refund: Cents;
  readonly kept: Cents;
}

/** A streamer's question before a session, as it stands on an offer and, frozen, on a booking. */
export interface IntakeQuestion {
  id: string;
  label: string;
  required: boolean;
  /** A field of several lines. */
  long: boolean;
}

/**
 * The terms of a booking, frozen when the slot is taken, except the start, which a new agreement
 * may move.
 */
export interface BookingTerms {
  readonly id: string;
  readonly streamerId: string;
  readonly viewerId: string;
  readonly offerId: string;
  readonly confirmation: 'instant' | 'on_request';
  readonly start: Instant;
  readonly durationMinutes: number;
  readonly price: Cents;
  readonly fee: BasisPoints;
  /** The platform settings that the booking was made under. */
  readonly settingsVersion: number;
  readonly policy: PolicySnapshot;
  /**
   * The start from which the viewer's 30 days of rescheduling count: the first one, or the last
   * that the streamer proposed.
   */
  readonly agreedStart: Instant;
  /** How often the viewer has moved it. */
  readonly reschedules: number;
  /** Rises with each transition; the SEQUENCE of its calendar entries. */
  readonly revision: number;
}

/** Another start that the streamer asks for. The booking keeps its own until the viewer accepts. */
export interface Proposal {
  readonly start: Instant;
  readonly answerBy: Instant;
}

export interface Held extends BookingTerms {
  readonly status: 'held';
  readonly heldAt: Instant;
  readonly paying: boolean;
  readonly extended: boolean;
}

export interface Requested extends BookingTerms {
  readonly status: 'requested';
  /** The deadline of the one who has to answer: the streamer or, after a proposal, the viewer. */
  readonly answerBy: Instant;
  readonly proposal: Proposal | null;
}

export interface Confirmed extends BookingTerms {
  readonly status: 'confirmed';
  readonly proposal: Proposal | null;
}

export interface InProgress extends BookingTerms {
  readonly status: 'in_progress';
}

export interface Completed extends BookingTerms {
  readonly status: 'completed';
  readonly endedAt: Instant;
  readonly settlement: Settlement & { readonly outcome: 'completed' };
}

export interface Expired extends BookingTerms {
  readonly status: 'expired';
  readonly endedAt: Instant;
  readonly cause: 'hold_lapsed' | 'hold_released' | 'request_unanswered';
}

export interface Declined extends BookingTerms {
  readonly status: 'declined';
  readonly endedAt: Instant;
  readonly cause: 'by_streamer' | 'proposal_refused';
}

interface CancelledAs<Status extends `cancelled_by_${string}`> extends BookingTerms {
  readonly status: Status;
  readonly endedAt: Instant;
  /**
   * The part of the price that the viewer does not pay in the end, in cents: refunded, or never
   * captured.
   */
  readonly refund: Cents;
}

export type Cancelled =
  | CancelledAs<'cancelled_by_viewer'>
  | CancelledAs<'cancelled_by_streamer'>
  | CancelledAs<'cancelled_by_admin'>;

export interface ViewerNoShow extends BookingTerms {
  readonly status: 'viewer_no_show';
  readonly endedAt: Instant;
  readonly settlement: Settlement & { readonly outcome: 'viewer_no_show' };
}

export interface StreamerNoShow extends BookingTerms {
  readonly status: 'streamer_no_show';
  readonly endedAt: Instant;
  readonly settlement: Settlement & { readonly outcome: 'streamer_no_show' };
}

export type LiveBooking = Held | Requested | Confirmed | InProgress;
export type EndedBooking = Completed | Expired | Declined | Cancelled | ViewerNoShow | StreamerNoShow;
export type Booking = LiveBooking | EndedBooking;
export type BookingStatus = Booking['status'];

/** A live booking blocks its time for everybody else; an ended one never changes again. */
export function isLive(booking: Booking): booking is LiveBooking {
  return LIVE_STATUSES.some((status) => status === booking.status);
}

export function endOf({ start, durationMinutes }: Pick<BookingTerms, 'start' | 'durationMinutes'>): Instant {
  return minutesAfter(start, durationMinutes);
}

/**
 * The terms alone, without what belongs to a status. Every transition builds its result on them.
 */
export function termsOf(booking: BookingTerms): BookingTerms {
  const { id, streamerId, viewerId, offerId, confirmation, start, durationMinutes, price, fee } = booking;
  const { settingsVersion, policy, agreedStart, reschedules, revision } = booking;
  const who = { id, streamerId, viewerId, offerId };
  const sale = { confirmation, price, fee, settingsVersion, policy };
  return { ...who, ...sale, start, durationMinutes, agreedStart, reschedules, revision };
}
