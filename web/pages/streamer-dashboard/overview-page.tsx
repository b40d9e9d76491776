import { useQuery } from '@tanstack/react-query';
import { roomTimes } from '#product/booking/rules/room.ts';
import { startOf } from '#web/entities/booking/booking.ts';
import { awaitingQuery, nextSessionQuery, useLiveBookings } from '#web/entities/booking/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AnswerForm } from '#web/features/conference/after/reviews.tsx';
import { UnreadLink, useLiveMessages } from '#web/features/messages/unread-link.tsx';
import { LaterSessions } from '#web/features/sessions/later-sessions.tsx';
import { MonthMoney } from '#web/features/sessions/month-money.tsx';
import { NextSession } from '#web/features/sessions/next-session.tsx';
import { ReviewsToAnswer } from '#web/features/sessions/reviews-to-answer.tsx';
import { StreamerNextSteps, useOverviewKnown } from '#web/features/sessions/streamer-next-steps.tsx';
import { WaitingForYou } from '#web/features/sessions/waiting-for-you.tsx';
import { serverNow } from '#web/lib/server-clock.ts';
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
  const next = useQuery(nextSessionQuery(userId, 'streamer'));
  const awaiting = useQuery(awaitingQuery(userId, 'streamer'));
  const unread = ({ id, session_id }: { id: string; session_id: string }) => (
    <UnreadLink userId={userId} sessionId={session_id} to={hrefOf(id)} />
  );
  const opensAt = next.data
    ? roomTimes({ start: startOf(next.data), durationMinutes: next.data.duration_minutes }).opensAt
    : null;
  // One amber button a screen: for the open room, else the request that ends first, else the next
  // step.
  const roomOpen = opensAt !== null && opensAt <= serverNow();
  const asked = (awaiting.data?.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title={firstName ? `Bonjour, ${firstName}` : 'Mon espace'}
        actions={<ButtonLink to="/streamer-dashboard/calendar">Ma semaine</ButtonLink>}
      />
      {known ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
          {next.data !== null && (
            <section className="grid gap-4">
              <h2 className="text-title">Prochaine session</h2>
              <NextSession userId={userId} side="streamer" hrefOf={hrefOf} linksOf={unread} />
            </section>
          )}
          <WaitingForYou userId={userId} side="streamer" hrefOf={hrefOf} lit={!roomOpen} />
          <StreamerNextSteps userId={userId} lit={!(roomOpen || asked)} />
          <MonthMoney userId={userId} />
          <LaterSessions userId={userId} side="streamer" hrefOf={hrefOf} />
          <ReviewsToAnswer
            userId={userId}
            answer={(reviewId, done) => <AnswerForm reviewId={reviewId} onAnswered={done} />}
          />
        </div>
      ) : (
        <div className="grid gap-9">
          <Skeleton className="h-[26rem] sm:h-60" />
          <Skeleton className="h-40" />
        </div>
      )}
    </>
  );
}
