import {
  HOLD_EXTENSION_MINUTES,
  HOLD_MINUTES,
  HOLD_MINUTES_WHILE_PAYING,
} from '#product/availability/rules/notice.ts';
import { daysAfter, type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import { type Booking, type BookingTerms, endOf, type Held } from './booking.ts';

// The product's rules, Booking and Meeting. A right that lasts 'until' a deadline (cancel,
// reschedule) still holds at that instant; what must be done before a deadline (pay, answer) is
// late at that instant.
export const RESCHEDULE_HOURS_BEFORE_START = 24;
export const MOST_RESCHEDULES = 2;

export const STREAMER_ABSENT_MINUTES = 10;
export const VIEWER_ABSENT_MINUTES = 15;

export const REVIEW_DAYS = 14;

/** The minutes before the start at which both sides are reminded. */
export const REMINDER_MINUTES_BEFORE = [1440, 60, 10] as const;

/** When a hold ends: 10 min after it was taken, 15 once paying, 10 more when extended. */
export function holdEndsAt({
  heldAt,
  paying,
  extended,
}: Pick<Held, 'heldAt' | 'paying' | 'extended'>): Instant {
  const minutes = paying ? HOLD_MINUTES_WHILE_PAYING : HOLD_MINUTES;
  return minutesAfter(heldAt, minutes + (extended ? HOLD_EXTENSION_MINUTES : 0));
}

/**
 * Finds the next step of the system about a booking, and when; null when time alone changes nothing
 * more.
 */
export function nextDeadline(
  booking: Booking,
): { readonly event: 'expire' | 'lapse_proposal' | 'begin' | 'settle'; readonly at: Instant } | null {
  switch (booking.status) {
    case 'held':
      return { event: 'expire', at: holdEndsAt(booking) };
    case 'requested':
      return { event: 'expire', at: booking.answerBy };
    case 'confirmed':
      return booking.proposal
        ? { event: 'lapse_proposal', at: booking.proposal.answerBy }
        : { event: 'begin', at: booking.start };
    case 'in_progress':
      return { event: 'settle', at: endOf(booking) };
    default:
      return null;
  }
}

/**
 * The reminders of a session still to come; those whose moment has passed when the booking is
 * confirmed or moved are left out.
 */
export function remindersAfter(terms: BookingTerms, at: Instant): Instant[] {
  return REMINDER_MINUTES_BEFORE.map((minutes) => minutesAfter(terms.start, -minutes)).filter(
    (reminder) => reminder > at,
  );
}

/**
 * When attendance may settle a session: after each absence that ends it early, and at its end, when
 * it always can.
 */
export function settlementChecks(terms: BookingTerms): Instant[] {
  return [
    minutesAfter(terms.start, STREAMER_ABSENT_MINUTES),
    minutesAfter(terms.start, VIEWER_ABSENT_MINUTES),
    endOf(terms),
  ];
}

/** A completed session may be reviewed by its viewer until then. */
export function reviewUntil(terms: Pick<BookingTerms, 'start' | 'durationMinutes'>): Instant {
  return daysAfter(endOf(terms), REVIEW_DAYS);
}

/**
 * May the viewer of this booking review it? Only a completed one, for 14 days after its end, that
 * moment included.
 */
export function mayReview(booking: Booking, at: Instant): boolean {
  return booking.status === 'completed' && at >= booking.endedAt && at <= reviewUntil(booking);
}

/**
 * How many slots one viewer may hold unpaid at a time: enough to compare, too few to block a
 * streamer's week.
 */
export const MOST_HOLDS = 3;

/**
 * How many holds with one streamer may lapse in a day: holding again and again without paying keeps
 * the slots from others.
 */
export const MOST_LAPSED_HOLDS = 12;
export const LAPSED_HOLDS_HOURS = 24;

/**
 * How many free sessions with one streamer a viewer may have ahead, because free sessions are
 * easily booked and not attended.
 */
export const MOST_FREE_BOOKINGS = 3;
