import { answerProposal as contract } from '#contracts/booking.ts';
import { transition } from '#domain/booking/transition.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { refusalError } from '#server/product/lifecycle/advance-booking.ts';
import { requireFreeStart, wishToMove } from '#server/product/lifecycle/free-time.ts';
import { beforeMoving } from '#server/product/lifecycle/lock-time.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';
import { placeAt } from './seats.ts';

/**
 * Reasons that do not apply because the streamer proposed the start: their hours and notice may have changed since, but the time itself
 * must still be free.
 */
const ASKED_FOR = [
  'too_soon',
  'too_far',
  'outside_window',
  'absent',
  'outside_hours',
  'not_on_step',
  'daily_cap',
  'weekly_cap',
  'monthly_cap',
] as const;

/** The viewer accepts the start that the streamer proposes, or declines and gets everything back. */
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
        const moves = start !== booking.start;
        if (moves) await requireFreeStart(db, wishToMove(row, start, now), ASKED_FOR);
        const place = moves ? await placeAt(db, row, start) : {};
        return advance(event, place);
      },
    );
  },
});
