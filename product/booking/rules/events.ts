import type { BasisPoints, Cents } from '#product/shared/money/cents.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import type { Attendance, BookingStatus, Extension } from './booking.ts';

/**
 * On whose behalf. The command checks beforehand that a viewer or streamer belongs to this booking.
 */
export type Actor = 'viewer' | 'streamer' | 'admin' | 'system';

/**
 * All that can happen to a booking. Instants in an event are the requested ones; the moment at
 * which it happens is a separate argument.
 */
export type BookingEvent = { readonly by: Actor } & (
  | { readonly type: 'start_payment' }
  | { readonly type: 'extend_hold' }
  | { readonly type: 'release_hold' }
  /** A code was taken, or laid down again: the place has another price and fee. */
  | { readonly type: 'reprice'; readonly price: Cents; readonly fee: BasisPoints }
  /** The provider holds the money for us. */
  | { readonly type: 'authorise_payment' }
  /** A free offer needs no payment. */
  | { readonly type: 'take_for_free' }
  | { readonly type: 'accept' }
  | { readonly type: 'decline' }
  | { readonly type: 'cancel' }
  | { readonly type: 'reschedule'; readonly start: Instant }
  | { readonly type: 'propose'; readonly start: Instant }
  | { readonly type: 'withdraw_proposal' }
  | { readonly type: 'accept_proposal' }
  | { readonly type: 'refuse_proposal' }
  /**
   * `sessionMoved`: others of the group have accepted the proposed start, so the session is there.
   */
  | { readonly type: 'lapse_proposal'; readonly sessionMoved?: boolean }
  | { readonly type: 'begin' }
  /** Both agreed to prolong the session, and any price is paid. */
  | ({ readonly type: 'extend_session' } & Extension)
  /** The payment of an extension failed after it had been authorised. */
  | ({ readonly type: 'retract_extension' } & Extension)
  | { readonly type: 'settle'; readonly attendance: Attendance }
  | { readonly type: 'expire' }
);

export type BookingEventType = BookingEvent['type'];

/** Every event, once: an event that is missing here does not compile. */
export const EVENT_TYPES = Object.keys({
  start_payment: 0,
  extend_hold: 0,
  release_hold: 0,
  reprice: 0,
  authorise_payment: 0,
  take_for_free: 0,
  accept: 0,
  decline: 0,
  cancel: 0,
  reschedule: 0,
  propose: 0,
  withdraw_proposal: 0,
  accept_proposal: 0,
  refuse_proposal: 0,
  lapse_proposal: 0,
  begin: 0,
  extend_session: 0,
  retract_extension: 0,
  settle: 0,
  expire: 0,
} satisfies Record<BookingEventType, 0>) as readonly BookingEventType[];

/**
 * The whole lifecycle: which event may happen in which status, and who may make it. What is not
 * here is refused. An ended booking has no event at all.
 */
export const LIFECYCLE: Readonly<
  Record<BookingStatus, Readonly<Partial<Record<BookingEventType, readonly Actor[]>>>>
> = {
  held: {
    start_payment: ['viewer'],
    extend_hold: ['viewer'],
    release_hold: ['viewer'],
    reprice: ['viewer'],
    authorise_payment: ['system'],
    take_for_free: ['viewer'],
    // By its streamer together with the whole session alone: they do not know of one seat that is
    // only held.
    cancel: ['streamer', 'admin'],
    expire: ['system'],
  },
  requested: {
    accept: ['streamer'],
    decline: ['streamer'],
    cancel: ['viewer', 'admin'],
    propose: ['streamer', 'admin'],
    withdraw_proposal: ['streamer', 'admin'],
    accept_proposal: ['viewer'],
    refuse_proposal: ['viewer'],
    expire: ['system'],
  },
  confirmed: {
    cancel: ['viewer', 'streamer', 'admin'],
    reschedule: ['viewer'],
    propose: ['streamer', 'admin'],
    withdraw_proposal: ['streamer', 'admin'],
    accept_proposal: ['viewer'],
    refuse_proposal: ['viewer'],
    lapse_proposal: ['system'],
    begin: ['system'],
  },
  in_progress: {
    cancel: ['admin'],
    extend_session: ['viewer', 'streamer', 'system'],
    retract_extension: ['system'],
    settle: ['system'],
  },
  completed: {},
  expired: {},
  declined: {},
  cancelled_by_viewer: {},
  cancelled_by_streamer: {},
  cancelled_by_admin: {},
  viewer_no_show: {},
  streamer_no_show: {},
};

/** Why an event cannot happen now. */
export const BOOKING_REFUSALS = [
  /** Not in this status. */
  'wrong_status',
  /** Not for this person to do. */
  'wrong_actor',
  /** The hold is over, or the time to answer. */
  'deadline_passed',
  /** The system came before the deadline, or attendance cannot tell yet. */
  'not_due',
  'already_extended',
  /** The provider's page shows the price already. */
  'payment_begun',
  /** A paid offer must be paid, a free one cannot be. */
  'payment_required',
  'nothing_to_pay',
  /** Nobody could answer any more: less than 12 h before the start. */
  'too_late_to_ask',
  'already_started',
  /** Less than 24 h before the start. */
  'too_late_to_reschedule',
  'too_many_reschedules',
  /** More than 30 days from the agreed start. */
  'too_far_to_reschedule',
  /** The new start is the old one, or is past. */
  'bad_new_start',
  'no_proposal',
] as const;

export type BookingRefusal = (typeof BOOKING_REFUSALS)[number];
