import { useInfiniteQuery } from '@tanstack/react-query';
import { ofName } from '#product/shared/elision.ts';
import { type Review, reviewsQuery, type Streamer } from '#web/entities/streamer/queries.ts';
import { RatingBreakdown } from '#web/features/discovery/profile-facts.tsx';
import { Rating, Stars } from '#web/features/discovery/rating.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { formatDay } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { NextPageButton } from '#web/ui/next-page-button.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

interface ReviewsProps {
  streamer: Streamer;
  zone: string;
}

/** The reviews by viewers who met the streamer. */
export function Reviews({ streamer, zone }: ReviewsProps) {
  const list = useInfiniteQuery(reviewsQuery(streamer.id));
  const { data, error, refetch, isRefetching } = list;
  const reviews = data?.pages.flat() ?? null;
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="mb-5 flex flex-wrap items-baseline gap-x-4 text-heading">
        Avis
        {streamer.rating_average !== null && (
          <Rating
            average={streamer.rating_average}
            count={streamer.rating_count}
            className="font-sans text-base font-normal tracking-normal"
          />
        )}
      </h2>
      {error ? (
        <ErrorState
          title="Les avis n’ont pas pu être chargés"
          description={errorText(error)}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      ) : reviews === null ? (
        <SkeletonText lines={4} />
      ) : reviews.length === 0 ? (
        <EmptyState
          title="Pas encore d’avis"
          description="Seules les personnes qui ont pris place peuvent en écrire un, dans les quatorze jours après leur session."
        />
      ) : (
        <>
          <RatingBreakdown streamer={streamer} />
          <ul className="mt-8 grid gap-x-10 gap-y-7 md:grid-cols-2">
            {reviews.map((review) => (
              <ReviewItem key={review.id} review={review} name={streamer.display_name} zone={zone} />
            ))}
          </ul>
          <NextPageButton list={list} className="mt-7">
            Lire d’autres avis
          </NextPageButton>
        </>
      )}
    </section>
  );
}

/** The last review that says something, above the offers: one voice before one chooses. */
export function LastReview({ streamer }: { streamer: Streamer }) {
  const { data } = useInfiniteQuery(reviewsQuery(streamer.id));
  if (streamer.rating_count === 0) return null;
  // Its room is kept until it has come.
  if (!data) return <SkeletonText lines={4} />;
  const review = data.pages.flat().find(({ body }) => body !== '');
  if (!review) return null;
  return (
    <figure className="grid gap-2 border-l-2 border-line-strong pl-4">
      <Stars rating={review.rating} />
      <blockquote className="line-clamp-3 max-w-[65ch] whitespace-pre-line">{review.body}</blockquote>
      <figcaption className="flex flex-wrap items-center gap-x-4 text-small text-muted">
        {review.author_name ?? 'Compte supprimé'} · {review.offer_title}
        {streamer.rating_count > 1 && (
          <a
            href="#reviews"
            className="inline-flex min-h-11 items-center text-soft underline underline-offset-4 hover:text-ink"
          >
            Lire les {streamer.rating_count} avis
          </a>
        )}
      </figcaption>
    </figure>
  );
}

interface ReviewItemProps {
  review: Review;
  name: string;
  zone: string;
}

function ReviewItem({ review, name, zone }: ReviewItemProps) {
  return (
    <li className="grid content-start gap-2 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Stars rating={review.rating} />
        <p className="num text-kicker text-muted">
          {formatDay(review.created_at, zone, { weekday: false, year: true })}
        </p>
      </div>
      {review.body !== '' && <p className="text-small whitespace-pre-line">{review.body}</p>}
      <p className="text-kicker text-muted">
        {review.author_name ?? 'Compte supprimé'} · {review.offer_title}
      </p>
      {review.answer !== null && (
        <div className="mt-1 border-l-2 border-line-strong pl-4">
          <p className="text-kicker text-muted">Réponse {ofName(name)}</p>
          <p className="text-small whitespace-pre-line text-soft">{review.answer}</p>
        </div>
      )}
    </li>
  );
}
