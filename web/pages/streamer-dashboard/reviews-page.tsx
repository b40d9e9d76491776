import { useQuery } from '@tanstack/react-query';
import type { OwnReview } from '#web/entities/booking/own-reviews.ts';
import { ReportButton } from '#web/entities/report/report-button.tsx';
import { type Streamer, streamerQuery } from '#web/entities/streamer/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AnswerForm } from '#web/features/conference/after/reviews.tsx';
import { RatingBreakdown } from '#web/features/discovery/profile-facts.tsx';
import { Rating } from '#web/features/discovery/rating.tsx';
import { OwnReviews } from '#web/features/sessions/own-reviews.tsx';
import { formatDay } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { TextLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `/streamer-dashboard/reviews`: every review of one's sessions, and the answers. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return <Reviews userId={state.user.id} />;
}

function Reviews({ userId }: { userId: string }) {
  // Null while one's page is not published: then nobody has rated it, or nobody sees it.
  const { data: streamer, isPending } = useQuery(streamerQuery(userId));
  return (
    <>
      <PageHeader
        title="Avis"
        description="Ce que vos viewers ont écrit après une session. Vous répondez une fois, en public."
      />
      {isPending ? (
        <Skeleton className="h-160" />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_18rem] xl:items-start">
          {streamer && streamer.rating_average !== null && <OwnRating streamer={streamer} />}
          <OwnReviews
            userId={userId}
            answer={(reviewId, done) => <AnswerForm reviewId={reviewId} onAnswered={done} />}
            report={(reviews) => <ReportOne reviews={reviews} />}
          />
        </div>
      )}
    </>
  );
}

/** The average and the number of each rating, with the way to where everybody sees them. */
function OwnRating({ streamer }: { streamer: Streamer }) {
  return (
    <aside
      aria-label="Votre note"
      className="grid gap-4 xl:order-2 xl:rounded-xl xl:border xl:border-line xl:p-6"
    >
      <Rating average={streamer.rating_average ?? 0} count={streamer.rating_count} className="text-heading" />
      <RatingBreakdown streamer={streamer} />
      <TextLink
        to={`/streamer/${streamer.handle}#reviews`}
        className="inline-flex min-h-11 items-center justify-self-start text-small"
      >
        Les voir sur ma page
      </TextLink>
    </aside>
  );
}

/** One flag for the list: its window asks which of the reviews is meant. */
function ReportOne({ reviews }: { reviews: readonly OwnReview[] }) {
  const [first, ...others] = reviews.map(({ id, author, created_at: at }) => ({
    subject: { kind: 'review' as const, id },
    what: `l’avis de ${author ?? 'un compte supprimé'} du ${formatDay(at, deviceZone(), { weekday: false })}`,
  }));
  return first && <ReportButton signedIn {...first} others={others} />;
}
