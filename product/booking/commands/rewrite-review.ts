import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { rewriteReview as contract } from '../reviews-contract.ts';

/**
 * The author of a review that the team hid puts it right. One that is shown stays as it was given,
 * and one that was taken away is not theirs any more.
 */
export const rewriteReview = serve({
  contract,
  async run({ db, person, input: { reviewId, body } }) {
    const { rowCount } = await db.query(
      'update public.reviews set body = $3 where id = $1 and viewer_id = $2 and hidden_at is not null and removed_at is null',
      [reviewId, person.id, body],
    );
    if (rowCount !== 1) throw new AppError('review_not_found');
    return {};
  },
});
