import { AppError } from '#contracts/errors.ts';
import { cancelBooking as contract } from '#contracts/marketplace-administration.ts';
import { isLive } from '#domain/booking/booking.ts';
import { quoteCancellation } from '#domain/cancellation/refund.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { advanceBooking } from '#server/product/lifecycle/advance-booking.ts';
import { lockBooking } from '#server/product/lifecycle/booking-row.ts';
import { disputedOf } from '#server/product/lifecycle/payment-row.ts';

/** Cancels a booking in the platform's name: the viewer gets everything back, fee included. */
export const cancelBooking = defineCommand({
  contract,
  access: team('support', 'moderation'),
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
      action: contract.name,
      subject: { table: 'bookings', id: booking.id },
      before: { status: before.status },
      after: { status: after.status, refundCents },
      reason: input.reason,
    });
    return { bookingId: booking.id, refundCents, disputedCents: await disputedOf(db, booking.id) };
  },
});
