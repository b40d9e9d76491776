import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { notifyPeople } from '../notify-booking.ts';
import { answerReview as contract } from '../reviews-contract.ts';

/** The streamer answers a review about them, publicly and once; its author is notified. */
export const answerReview = serve({
  contract,
  async run({ db, person, input, now }) {
    const { rows } = await db.query(
      'select answered_at, booking_id from public.reviews where id = $1 and streamer_id = $2 and hidden_at is null for update',
      [input.reviewId, person.id],
    );
    const [review] = rows;
    if (!review) throw new AppError('review_not_found');
    if (review.answered_at) throw new AppError('already_answered');
    await db.query('update public.reviews set answer = $2, answered_at = $3 where id = $1', [
      input.reviewId,
      input.answer,
      now,
    ]);
    await notifyPeople(db, { bookingId: review.booking_id, kind: 'review_answered', sides: ['viewer'], now });
    return { answeredAt: now.toISOString() };
  },
});
