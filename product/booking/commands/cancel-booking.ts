import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { refusalError } from '../advance-booking.ts';
import { cancelBooking as contract } from '../contract.ts';
import { onOwnBooking } from '../own-booking.ts';
import { disputedOf } from '../payment-row.ts';
import { transition } from '../rules/transition.ts';

/**
 * Cancels a booking, by its viewer or its streamer, for exactly the refund that the dialog quoted.
 */
export const cancelBooking = serve({
  contract,
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
