import { proposeStart as contract } from '#contracts/booking.ts';
import { transition } from '#domain/booking/transition.ts';
import { instantOf, parseInstant } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { refusalError } from '#server/product/lifecycle/advance-booking.ts';
import { requireFreeStart, wishToMove } from '#server/product/lifecycle/free-time.ts';
import { beforeMoving } from '#server/product/lifecycle/lock-time.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** The streamer proposes another start, which is held for both until the viewer answers. */
export const proposeStart = defineCommand({
  contract,
  access,
  run: (call) => {
    const beforeLock = beforeMoving(call.db, call.input.bookingId, call.now);
    return onOwnBooking(
      call,
      { contract, sides: ['streamer'], beforeLock },
      async ({ booking, row }, advance) => {
        const { db, input, now } = call;
        const start = parseInstant(input.start);
        const event = { type: 'propose', by: 'streamer', start } as const;
        const result = transition(booking, event, instantOf(now.getTime()));
        if (!result.ok) throw refusalError(result.refusal);
        await requireFreeStart(db, wishToMove(row, start, now));
        return advance(event, { note: input.note });
      },
    );
  },
});
