import { useLiveBookings } from '#web/entities/booking/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AnswerForm } from '#web/features/conference/after/reviews.tsx';
import { UnreadLink, useLiveMessages } from '#web/features/messages/unread-link.tsx';
import { LaterSessions } from '#web/features/sessions/later-sessions.tsx';
import { NextSession } from '#web/features/sessions/next-session.tsx';
import { ReviewsToAnswer } from '#web/features/sessions/reviews-to-answer.tsx';
import { StreamerNextSteps, useOverviewKnown } from '#web/features/sessions/streamer-next-steps.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const hrefOf = (bookingId: string) => `/streamer-dashboard/bookings?booking=${bookingId}`;

/** `/streamer-dashboard`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return <Overview userId={state.user.id} firstName={state.user.firstName} />;
}

function Overview({ userId, firstName }: { userId: string; firstName: string }) {
  useLiveBookings(userId, 'streamer');
  useLiveMessages(userId);
  const known = useOverviewKnown(userId);
  const unread = ({ id, session_id }: { id: string; session_id: string }) => (
    <UnreadLink userId={userId} sessionId={session_id} to={hrefOf(id)} />
  );
  return (
    <>
      <PageHeader
        title={firstName ? `Bonjour, ${firstName}` : 'Mon espace'}
        actions={<ButtonLink to="/streamer-dashboard/calendar">Ma semaine</ButtonLink>}
      />
      {known ? (
        <div className="grid gap-9">
          <StreamerNextSteps userId={userId} />
          <section className="grid gap-4">
            <h2 className="text-title">Prochaine session</h2>
            <NextSession userId={userId} side="streamer" hrefOf={hrefOf} linksOf={unread} />
          </section>
          <LaterSessions userId={userId} side="streamer" hrefOf={hrefOf} />
          <ReviewsToAnswer
            userId={userId}
            answer={(reviewId, done) => <AnswerForm reviewId={reviewId} onAnswered={done} />}
          />
        </div>
      ) : (
        <div className="grid gap-9">
          <Skeleton className="h-40" />
          <Skeleton className="h-[26rem] sm:h-60" />
        </div>
      )}
    </>
  );
}
