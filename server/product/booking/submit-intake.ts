import { submitIntake as contract } from '#contracts/booking.ts';
import { AppError } from '#contracts/errors.ts';
import { holdEndsAt } from '#domain/booking/deadlines.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { onOwnBooking, standingOf } from '#server/product/lifecycle/own-booking.ts';
import { requireComplete } from './intake.ts';

/** Keeps the answers to the intake questions. No transition: where the booking stands does not change. */
export const submitIntake = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { command: contract.name, sides: ['viewer'] }, async ({ booking, row }) => {
      const { db, input, now } = call;
      if (booking.status !== 'held') throw new AppError('booking_wrong_status');
      if (now.getTime() >= holdEndsAt(booking)) throw new AppError('deadline_passed');
      requireComplete(row.questions, input.answers);
      await db.query('update public.bookings set answers = $2, updated_at = $3 where id = $1', [
        booking.id,
        JSON.stringify(input.answers),
        now,
      ]);
      return standingOf(booking, row.session_id, now);
    }),
});
