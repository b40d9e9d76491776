import { serve } from '#product/command/serve.ts';
import { unblockTime as contract } from '../contract.ts';

/**
 * Opens a blocked stretch again where the streamer's hours allow it. Imported busy times cannot be
 * removed here.
 */
export const unblockTime = serve({
  contract,
  async run({ db, person, input: { id } }) {
    await db.query(
      'delete from public.busy_times where id = $1 and streamer_id = $2 and calendar_id is null',
      [id, person.id],
    );
    return { id };
  },
});
