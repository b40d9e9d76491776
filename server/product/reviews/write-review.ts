import { AppError } from '#contracts/errors.ts';
import { writeReview as contract } from '#contracts/reviews.ts';
import { mayReview } from '#domain/booking/deadlines.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { notifyPeople } from '#server/product/lifecycle/notify-booking.ts';
import { lockOwn } from '#server/product/lifecycle/own-booking.ts';

/** The viewer says how a completed session was, and the streamer learns of it. A second review is refused by the table's own key. */
export const writeReview = defineCommand({
  contract,
  access,
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
