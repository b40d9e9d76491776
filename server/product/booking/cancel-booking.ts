import { cancelBooking as contract } from '#contracts/booking.ts';
import { AppError } from '#contracts/errors.ts';
import { transition } from '#domain/booking/transition.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { refusalError } from '#server/product/lifecycle/advance-booking.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';
import { disputedOf } from '#server/product/lifecycle/payment-row.ts';

/** Cancels a booking, by its viewer or its streamer, for exactly the refund that the dialog quoted. */
export const cancelBooking = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['viewer', 'streamer'] }, async ({ booking, side }, advance) => {
      const { input, now } = call;
      if (side === 'streamer' && booking.status === 'held') throw refusalError('wrong_actor');
      const event = { type: 'cancel', by: side } as const;
      const result = transition(booking, event, instantOf(now.getTime()));
      if (!result.ok) throw refusalError(result.refusal);
      const refundCents = 'refund' in result.value ? result.value.refund : 0;
      if (refundCents !== input.expectedRefundCents)
        throw new AppError('quote_changed', undefined, { details: { refundCents } });
      const standing = await advance(event, { reason: input.reason });
      return { ...standing, disputedCents: await disputedOf(call.db, booking.id) };
    }),
});
