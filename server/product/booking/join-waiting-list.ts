import { joinWaitingList as contract } from '#contracts/booking.ts';
import { AppError } from '#contracts/errors.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { once } from '#server/product/idempotency.ts';
import { loadOffer } from '#server/product/lifecycle/load-offer.ts';

/** Puts the viewer on the list of those who are told when a start of the offer becomes free. Who was told may wait again. */
export const joinWaitingList = defineCommand({
  contract,
  access,
  run({ db, person, input, now }) {
    const { key, offerId } = input;
    return once(db, { personId: person.id, key, contract, input }, async () => {
      const { streamerId } = await loadOffer(db, offerId);
      if (streamerId === person.id) throw new AppError('own_offer');
      const { rows } = await db.query(
        `insert into public.waiting_list_entries as waiting (viewer_id, streamer_id, offer_id, created_at)
         values ($1, $2, $3, $4)
         on conflict (viewer_id, offer_id) do update set created_at = $4, notified_at = null
           where waiting.notified_at is not null
         returning id`,
        [person.id, streamerId, offerId, now],
      );
      const [entry] = rows;
      if (!entry) throw new AppError('already_waiting');
      return { entryId: entry.id };
    });
  },
});
