import { replaceBookingFiles } from '#product/attachments/attach-files.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { submitIntake as contract } from '../contract.ts';
import { onOwnBooking, standingOf } from '../own-booking.ts';
import type { IntakeQuestion } from '../rules/booking.ts';
import { holdEndsAt } from '../rules/deadlines.ts';

type Answers = Readonly<Record<string, string>>;

/**
 * Whether the answers fit the questions that were frozen on a booking.
 * @throws AppError intake_incomplete (`fields`: question id -> message), or invalid_input for an
 *   answer to no question
 */
export function requireComplete(questions: readonly IntakeQuestion[], answers: Answers): void {
  const known = new Set(questions.map(({ id }) => id));
  const strangers = Object.keys(answers).filter((id) => !known.has(id));
  if (strangers.length > 0) {
    const fields = strangers.map((id) => [`answers.${id}`, 'Cette question n’est pas posée'] as const);
    throw new AppError('invalid_input', undefined, { fields: Object.fromEntries(fields) });
  }
  // Own keys only, since every object has a `constructor`.
  const missing = questions.filter(
    ({ id, required }) => required && !(Object.hasOwn(answers, id) && answers[id]),
  );
  if (missing.length > 0) {
    const fields = missing.map(({ id }) => [id, 'Une réponse est nécessaire'] as const);
    throw new AppError('intake_incomplete', undefined, { fields: Object.fromEntries(fields) });
  }
}

/** Stores the answers to the intake questions. The booking's status does not change. */
export const submitIntake = ({ scansFiles }: Pick<ProductDeps, 'scansFiles'>) =>
  serve({
    contract,
    run: (call) =>
      onOwnBooking(call, { contract, sides: ['viewer'] }, async ({ booking, row }) => {
        const { db, input, now } = call;
        if (booking.status !== 'held') throw new AppError('booking_wrong_status');
        if (now.getTime() >= holdEndsAt(booking)) throw new AppError('deadline_passed');
        requireComplete(row.questions, input.answers);
        await db.query('update public.bookings set answers = $2, updated_at = $3 where id = $1', [
          booking.id,
          JSON.stringify(input.answers),
          now,
        ]);
        const { files } = input;
        await replaceBookingFiles(db, {
          ownerId: call.person.id,
          bookingId: booking.id,
          files,
          scansFiles,
          now,
        });
        return standingOf(booking, row.session_id, now);
      }),
  });
