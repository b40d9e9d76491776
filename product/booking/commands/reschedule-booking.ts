import { serve } from '#product/command/serve.ts';
import { instantOf, parseInstant } from '#product/shared/time/instant.ts';
import { refusalError } from '../advance-booking.ts';
import { rescheduleBooking as contract } from '../contract.ts';
import { requireFreeStart, wishToMove } from '../free-time.ts';
import { beforeMoving } from '../lock-time.ts';
import { onOwnBooking } from '../own-booking.ts';
import { transition } from '../rules/transition.ts';
import { placeAt } from '../seats.ts';

/** The viewer moves a confirmed booking to another free start. */
export const rescheduleBooking = serve({
  contract,
  run(call) {
    const { db, input, now } = call;
    const start = parseInstant(input.start);
    const event = { type: 'reschedule', by: 'viewer', start } as const;
    const beforeLock = beforeMoving(db, input.bookingId, now);
    return onOwnBooking(
      call,
      { contract, sides: ['viewer'], beforeLock },
      async ({ booking, row }, advance) => {
        // The booking's own rules come first: 'too late' says more than 'not free'.
        const result = transition(booking, event, instantOf(now.getTime()));
        if (!result.ok) throw refusalError(result.refusal);
        await requireFreeStart(db, wishToMove(row, start, now));
        const place = await placeAt(db, row, start);
        return advance(event, place);
      },
    );
  },
});
