import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { formatInstant } from '#product/shared/time/instant.ts';
import { type EpochDay, epochDayOf } from '#product/shared/time/local-date.ts';
import { startOfDay } from '#product/shared/time/wall-time.ts';
import { checkOpeningHours, plannedDate, weeklyOf } from '../check-hours.ts';
import { previewDay as contract } from '../contract.ts';
import { loadAvailabilityContext, type OfferedSession } from '../load-availability-context.ts';
import { surveyStarts } from '../rules/slots.ts';

/**
 * Every start of the grid on a day of the streamer's, as viewers would find it, with the reason for
 * each closed one.
 */
export const previewDay = serve({
  contract,
  async run({ db, person, input: { date, offerId, durationMinutes, draft }, now }) {
    const day = epochDayOf(plannedDate(date));
    if (draft) checkOpeningHours(draft);
    const offer: OfferedSession = offerId
      ? await ownOffer(db, person.id, offerId)
      : { id: null, durationMinutes, seats: 1, confirmation: 'instant' };
    const context = await loadAvailabilityContext(db, {
      streamerId: person.id,
      offer,
      now,
      // In any zone, the day lies within this UTC date and its neighbours.
      span: {
        start: startOfDay('UTC', (day - 1) as EpochDay),
        end: startOfDay('UTC', (day + 2) as EpochDay),
      },
      draft: draft && { ...draft, weekly: weeklyOf(draft.weekly) },
    });
    const { zone } = context.hours;
    const starts = surveyStarts(context, {
      start: startOfDay(zone, day),
      end: startOfDay(zone, (day + 1) as EpochDay),
    });
    return {
      zone,
      starts: starts.map(({ start, availability }) => ({
        start: formatInstant(start),
        free: availability.free,
        reason: availability.free ? null : availability.reason,
      })),
    };
  },
});

/** The streamer's own offer, active or not: hours are prepared before others see the offer. */
async function ownOffer(db: pg.ClientBase, streamerId: string, offerId: string): Promise<OfferedSession> {
  const { rows } = await db.query(
    `select id, duration_minutes as "durationMinutes", seats, confirmation from public.offers
     where id = $1 and streamer_id = $2 and archived_at is null`,
    [offerId, streamerId],
  );
  const [offer] = rows;
  if (!offer) throw new AppError('offer_not_found');
  return offer;
}
