import { loadAvailabilityContext } from '#product/availability/load-availability-context.ts';
import { loadOffer } from '#product/availability/load-offer.ts';
import { listedStarts } from '#product/availability/rules/slots.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { formatInstant, instantOf, parseInstant } from '#product/shared/time/instant.ts';
import { joinWaitingList as contract } from '../contract.ts';
import { requireAge } from '../require-age.ts';

/**
 * Puts the viewer on the list of those who are told when a start of the offer, or this one, becomes
 * free. Somebody who was told may join again.
 */
export const joinWaitingList = serve({
  contract,
  run({ db, person, input, now }) {
    const { key, offerId } = input;
    const start = input.start === undefined ? null : parseInstant(input.start);
    return once(db, { personId: person.id, key, contract, input }, async () => {
      const offer = await loadOffer(db, offerId);
      const { streamerId } = offer;
      if (streamerId === person.id) throw new AppError('own_offer');
      if (offer.adultsOnly) await requireAge(db, { personId: person.id, adultsOnly: true, now });
      if (start !== null) {
        const span = { start, end: instantOf(start + 1) };
        const context = await loadAvailabilityContext(db, { streamerId, offer, now, span });
        if (!listedStarts(context, span).taken.includes(start)) {
          const fields = { start: 'Cette heure n’est pas prise : regardez si elle est libre.' };
          throw new AppError('invalid_input', 'not a taken start', { fields });
        }
      }
      const { rows } = await db.query(
        `insert into public.waiting_list_entries as waiting (viewer_id, streamer_id, offer_id, created_at, start_at)
         values ($1, $2, $3, $4, $5)
         on conflict (viewer_id, offer_id, start_at) do update set created_at = $4, notified_at = null
           where waiting.notified_at is not null
         returning id`,
        [person.id, streamerId, offerId, now, start === null ? null : formatInstant(start)],
      );
      const [entry] = rows;
      if (!entry) throw new AppError('already_waiting');
      return { entryId: entry.id };
    });
  },
});
