import { fraction, minus, NOTHING, sum } from '#product/shared/money/cents.ts';
import { accepted, type Result, refused } from '#product/shared/result.ts';
import { type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import { type BookingTerms, type Extension, endOf, type InProgress } from './booking.ts';
import type { BookingRefusal } from './events.ts';
import { roomTimes } from './room.ts';

/** Minutes of one extension (the product's rules, Meeting). */
export const EXTENSION_MINUTES = 15;
/** Minutes that the other side has to answer. */
export const EXTENSION_ANSWER_MINUTES = 3;
/**
 * Minutes that the viewer has to pay, 3-D Secure included. The time is not held for them meanwhile:
 * others may book it until then.
 */
export const EXTENSION_PAY_MINUTES = 6;

/**
 * The next extension of a session, at the price of its own minutes; free for a free session. The
 * cheapest paid session (5 EUR for two hours) gives 63 cents, which is still above the minimum of a
 * card payment.
 */
export function nextExtension({
  price,
  durationMinutes,
}: Pick<BookingTerms, 'price' | 'durationMinutes'>): Extension {
  return { minutes: EXTENSION_MINUTES, price: fraction(price, EXTENSION_MINUTES, durationMinutes) };
}

/**
 * Makes the session longer and dearer. Its terms include the extension, so that settlement, refund
 * and pages use one length and one price. Refused once even the longer session would be over.
 */
export function extendSession(
  booking: InProgress,
  { minutes, price }: Extension,
  at: Instant,
): Result<InProgress, BookingRefusal> {
  if (booking.price > NOTHING && price === NOTHING) return refused('payment_required');
  if (booking.price === NOTHING && price > NOTHING) return refused('nothing_to_pay');
  const longer: InProgress = {
    ...booking,
    durationMinutes: booking.durationMinutes + minutes,
    price: sum([booking.price, price]),
  };
  return at < endOf(longer) ? accepted(longer) : refused('deadline_passed');
}

/** Takes back an extension that was not paid. */
export function retractExtension(
  booking: InProgress,
  { minutes, price }: Extension,
): Result<InProgress, BookingRefusal> {
  if (booking.durationMinutes <= minutes || booking.price < price) return refused('wrong_status');
  return accepted({
    ...booking,
    durationMinutes: booking.durationMinutes - minutes,
    price: minus(booking.price, price),
  });
}

/**
 * Whether there is a session to make longer at the instant: from its start until its room closes,
 * the overtime included.
 */
export function mayBeExtended(terms: Pick<BookingTerms, 'start' | 'durationMinutes'>, at: Instant): boolean {
  return at >= terms.start && at < roomTimes(terms).closesAt;
}

/** Until when an offer made at the instant may be answered. */
export const answerExtensionBy = (at: Instant): Instant => minutesAfter(at, EXTENSION_ANSWER_MINUTES);

/** Until when an extension accepted at the instant may be paid. */
export const payExtensionBy = (at: Instant): Instant => minutesAfter(at, EXTENSION_PAY_MINUTES);

/**
 * Until when the settlement of a session waits after its end; null when it does not. It waits for
 * an extension that is being agreed on or paid, and through the overtime while both are still in
 * the room, since they may yet agree on one.
 */
export function settlementWaitsUntil(
  terms: Pick<BookingTerms, 'start' | 'durationMinutes'>,
  at: Instant,
  { openUntil, bothThere }: { openUntil: Instant | null; bothThere: boolean },
): Instant | null {
  if (at < endOf(terms)) return null;
  if (openUntil !== null && at < openUntil) return openUntil;
  const { closesAt } = roomTimes(terms);
  return bothThere && at < closesAt ? closesAt : null;
}
