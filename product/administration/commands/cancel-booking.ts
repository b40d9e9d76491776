import { advanceBooking } from '#product/booking/advance-booking.ts';
import { lockBooking } from '#product/booking/booking-row.ts';
import { disputedOf } from '#product/booking/payment-row.ts';
import { isLive } from '#product/booking/rules/booking.ts';
import { quoteCancellation } from '#product/booking/rules/refund.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { cancelBooking as contract } from '../marketplace-contract.ts';

/** Cancels a booking in the platform's name: the viewer gets everything back, fee included. */
export const cancelBooking = serve({
  contract,
  async run({ db, person, input, now }) {
    const { booking } = await lockBooking(db, input.bookingId);
    if (!isLive(booking)) throw new AppError('booking_wrong_status');
    const refundCents = quoteCancellation(booking, 'admin', instantOf(now.getTime()));
    if (refundCents !== input.expectedRefundCents) {
      throw new AppError('quote_changed', undefined, { details: { refundCents } });
    }
    const { before, after } = await advanceBooking(db, {
      bookingId: booking.id,
      event: { type: 'cancel', by: 'admin' },
      actorId: person.id,
      now,
      reason: input.reason,
    });
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'bookings', id: booking.id },
      before: { status: before.status },
      after: { status: after.status, refundCents },
      reason: input.reason,
    });
    return { bookingId: booking.id, refundCents, disputedCents: await disputedOf(db, booking.id) };
  },
});
