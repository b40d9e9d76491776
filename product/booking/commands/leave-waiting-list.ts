import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { leaveWaitingList as contract } from '../contract.ts';

/** Takes the viewer off the list. */
export const leaveWaitingList = serve({
  contract,
  run({ db, person, input }) {
    const { key, offerId, start = null } = input;
    return once(db, { personId: person.id, key, contract, input }, async () => {
      const { rowCount } = await db.query(
        `delete from public.waiting_list_entries
         where viewer_id = $1 and offer_id = $2 and start_at is not distinct from $3::timestamptz`,
        [person.id, offerId, start],
      );
      if (rowCount === 0) throw new AppError('not_waiting');
      return {};
    });
  },
});
