import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { notifyPeople } from '../notify-booking.ts';
import { lockOwn } from '../own-booking.ts';
import { writeReview as contract } from '../reviews-contract.ts';
import { mayReview } from '../rules/deadlines.ts';

/**
 * The viewer says how a completed session was, and the streamer learns of it. A second review is
 * refused by the table's own key.
 */
export const writeReview = serve({
  contract,
  async run({ db, person, input, now }) {
    const { booking, row } = await lockOwn(db, person, input.bookingId, { sides: ['viewer'] });
    if (!mayReview(booking, instantOf(now.getTime()))) throw new AppError('review_not_allowed');
    const { rows } = await db.query(
      `insert into public.reviews (booking_id, streamer_id, viewer_id, rating, body, created_at)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [row.id, row.streamer_id, person.id, input.rating, input.body, now],
    );
    await notifyPeople(db, { bookingId: row.id, kind: 'review', sides: ['streamer'], now });
    return { reviewId: rows[0]?.id ?? '' };
  },
});
