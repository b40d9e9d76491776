import { answerProposal as contract } from '#contracts/booking.ts';
import { transition } from '#domain/booking/transition.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { refusalError } from '#server/product/lifecycle/advance-booking.ts';
import { beforeMoving } from '#server/product/lifecycle/lock-time.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';
import { placeAt } from './seats.ts';

/**
 * The viewer accepts the start that is proposed, or declines and gets everything back. It has been held for both since it was proposed, so
 * neither the streamer's hours nor a calendar that was imported meanwhile take it away.
 */
export const answerProposal = defineCommand({
  contract,
  access,
  run(call) {
    const { db, input, now } = call;
    const type = input.answer === 'accept' ? 'accept_proposal' : 'refuse_proposal';
    const event = { type, by: 'viewer' } as const;
    const beforeLock = beforeMoving(db, input.bookingId, now);
    return onOwnBooking(
      call,
      { contract, sides: ['viewer'], beforeLock },
      async ({ booking, row }, advance) => {
        const result = transition(booking, event, instantOf(now.getTime()));
        if (!result.ok) throw refusalError(result.refusal);
        const { start } = result.value;
        const place = start !== booking.start ? await placeAt(db, row, start) : {};
        return advance(event, place);
      },
    );
  },
});
