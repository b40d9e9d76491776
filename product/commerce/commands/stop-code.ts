import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { stopCode as contract } from '../contract.ts';

/** Stops a streamer's own code. */
export const stopCode = serve({
  contract,
  async run({ db, person, input: { codeId }, now }) {
    const { rowCount } = await db.query(
      'update public.discount_codes set stopped_at = $3 where id = $1 and streamer_id = $2 and stopped_at is null',
      [codeId, person.id, now],
    );
    if (rowCount === 0) throw new AppError('code_not_found');
    return { codeId };
  },
});
