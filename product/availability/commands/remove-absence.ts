import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { removeAbsence as contract } from '../contract.ts';

/** Removes an absence, so that its days can be booked again. */
export const removeAbsence = serve({
  contract,
  async run({ db, person, input: { id } }) {
    const { rowCount } = await db.query('delete from public.absences where id = $1 and streamer_id = $2', [
      id,
      person.id,
    ]);
    if (rowCount === 0) throw new AppError('absence_not_found');
    return { id };
  },
});
