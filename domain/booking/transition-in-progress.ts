import { type Booking, type InProgress, termsOf } from '#domain/booking/booking.ts';
import type { BookingEvent, BookingRefusal } from '#domain/booking/events.ts';
import { extendSession, retractExtension } from '#domain/booking/extension.ts';
import { settle } from '#domain/booking/settlement.ts';
import { cancelBooking } from '#domain/cancellation/refund.ts';
import { accepted, type Result, refused } from '#domain/result.ts';
import type { Instant } from '#domain/time/instant.ts';

/** A session that has begun. Attendance decides how it ends. */
export function transitionInProgress(
  booking: InProgress,
  event: BookingEvent,
  at: Instant,
): Result<Booking, BookingRefusal> {
  if (event.type === 'cancel') return cancelBooking(booking, event.by, at);
  if (event.type === 'extend_session') return extendSession(booking, event, at);
  if (event.type === 'retract_extension') return retractExtension(booking, event);
  if (event.type !== 'settle') return refused('wrong_status');
  const settlement = settle(booking, event.attendance, at);
  if (!settlement) return refused('not_due');
  const terms = termsOf(booking);
  switch (settlement.outcome) {
    case 'completed':
      return accepted({
        ...terms,
        status: 'completed',
        endedAt: at,
        settlement: { ...settlement, outcome: 'completed' },
      });
    case 'viewer_no_show':
      return accepted({
        ...terms,
        status: 'viewer_no_show',
        endedAt: at,
        settlement: { ...settlement, outcome: 'viewer_no_show' },
      });
    case 'streamer_no_show':
      return accepted({
        ...terms,
        status: 'streamer_no_show',
        endedAt: at,
        settlement: { ...settlement, outcome: 'streamer_no_show' },
      });
  }
}
