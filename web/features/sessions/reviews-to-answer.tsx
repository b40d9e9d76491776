import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ownReviewsQuery } from '#web/entities/booking/own-reviews.ts';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { type OwnReviewProps, OwnReviewRow } from './own-review.tsx';

/** The others are on the page of reviews. */
const SHOWN = 3;

/**
 * The latest reviews that are not answered yet; renders nothing when there are none. An answer is
 * public, and given once.
 */
export function ReviewsToAnswer({ userId, answer }: { userId: string } & Pick<OwnReviewProps, 'answer'>) {
  const client = useQueryClient();
  const list = useInfiniteQuery(ownReviewsQuery(userId, 'open', SHOWN));
  if (list.isError) {
    return (
      <ErrorLine onRetry={list.refetch} retrying={list.isFetching}>
        Les avis sans réponse n’ont pas pu être chargés.
      </ErrorLine>
    );
  }
  const [reviews] = list.data?.pages ?? [];
  if (!reviews || reviews.length === 0) return null;
  return (
    <section aria-labelledby="unanswered" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="unanswered" className="text-title">
          Avis sans réponse
        </h2>
        <TextLink to="/streamer-dashboard/reviews" className="inline-flex min-h-11 items-center">
          Tous vos avis
        </TextLink>
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-stage">
        {reviews.map((review) => (
          <OwnReviewRow
            key={review.id}
            review={review}
            answer={answer}
            onAnswered={() => void client.invalidateQueries({ queryKey: BOOKINGS_KEY })}
          />
        ))}
      </ul>
    </section>
  );
}
