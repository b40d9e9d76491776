import { type Cents, fraction, minus, shareOf } from '#product/shared/money/cents.ts';
import { type Instant, MILLIS_PER_MINUTE, minutesAfter } from '#product/shared/time/instant.ts';
import { coveredMillis, type Interval, without } from '#product/shared/time/interval.ts';
import { type Attendance, type BookingTerms, endOf, type Settlement } from './booking.ts';
import { STREAMER_ABSENT_MINUTES, VIEWER_ABSENT_MINUTES } from './deadlines.ts';
import { noShowShare } from './refund.ts';

/** From this much of the session on, in percent, it counts as delivered in full. */
export const FULLY_DELIVERED_PERCENT = 90;

/**
 * Settles a session from its attendance (the product's rules, Meeting), or null when it is too
 * early to tell:
 * - streamer not there in the first 10 minutes: no-show, everything back, even when the viewer did
 *   not come either;
 * - viewer not there in the first 15 minutes, streamer was: no-show, the policy's last tier
 *   applies;
 * - else, at the end: paid in full from 90 % delivered, below that by the minute. Delivered is the
 *   time for which the streamer was there;
 * a viewer who comes late or leaves early has been served all the same. Only whole minutes count as
 * delivered. Nothing is delivered to a viewer while they are kept out. A viewer who was kept out
 * during any part of the first 15 minutes did not have their full time to come, so they are not
 * counted as absent.
 */
export function settle(terms: BookingTerms, attendance: Attendance, at: Instant): Settlement | null {
  const { start, price, durationMinutes } = terms;
  const end = endOf(terms);
  const within = (presence: readonly Interval[], withinMinutes: number): boolean =>
    coveredMillis(presence, { start, end: minutesAfter(start, withinMinutes) }) > 0;
  const keptOut = attendance.keptOut ?? [];
  const deliveredMillis = coveredMillis(without(attendance.streamer, keptOut), { start, end });
  const deliveredMinutes = Math.floor(deliveredMillis / MILLIS_PER_MINUTE);
  const settled = (outcome: Settlement['outcome'], refund: Cents): Settlement => ({
    outcome,
    deliveredMinutes,
    refund,
    kept: minus(price, refund),
  });

  if (!within(attendance.streamer, STREAMER_ABSENT_MINUTES)) {
    return at < minutesAfter(start, STREAMER_ABSENT_MINUTES) ? null : settled('streamer_no_show', price);
  }
  if (!within(attendance.viewer, VIEWER_ABSENT_MINUTES) && !within(keptOut, VIEWER_ABSENT_MINUTES)) {
    if (at < minutesAfter(start, VIEWER_ABSENT_MINUTES)) return null;
    return settled('viewer_no_show', shareOf(price, noShowShare(terms.policy)));
  }
  if (at < end) return null;
  const full = deliveredMillis * 100 >= (end - start) * FULLY_DELIVERED_PERCENT;
  const kept = full ? price : fraction(price, deliveredMinutes, durationMinutes);
  return settled('completed', minus(price, kept));
}
