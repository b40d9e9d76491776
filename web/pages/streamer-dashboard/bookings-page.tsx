import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { awaitingQuery, bookingTabOf, useLiveBookings } from '#web/entities/booking/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { Conversation } from '#web/features/messages/conversation.tsx';
import { UnreadLink, useLiveMessages } from '#web/features/messages/unread-link.tsx';
import { BookingWindow } from '#web/features/sessions/booking-window.tsx';
import { BookingsList } from '#web/features/sessions/bookings-list.tsx';
import { ownZoneQuery } from '#web/features/sessions/open-hours.ts';
import { PrivateFeed } from '#web/features/sessions/private-feed.tsx';
import { StreamerWeek } from '#web/features/sessions/streamer-week.tsx';
import { WaitingForYou } from '#web/features/sessions/waiting-for-you.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `/streamer-dashboard/bookings` and `/streamer-dashboard/calendar`: one page (spec, section 2), the week and the list. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return <Bookings userId={state.user.id} />;
}

function Bookings({ userId }: { userId: string }) {
  useLiveBookings(userId, 'streamer');
  useLiveMessages(userId);
  const { pathname } = useLocation();
  const { params, change, hrefFor } = useAddress();
  const zone = useQuery(ownZoneQuery(userId));
  // What asks stands above the week: until both are known, nothing is drawn that one of them would push down.
  const awaiting = useQuery(awaitingQuery(userId, 'streamer'));
  const known = !awaiting.isPending && !zone.isPending;
  const page = params.get('page');
  const beside = (bookingId: string) => {
    const next = new URLSearchParams(params);
    next.set('booking', bookingId);
    return `${pathname}?${next}`;
  };
  const unread = ({ id, session_id }: { id: string; session_id: string }) => (
    <UnreadLink userId={userId} sessionId={session_id} to={beside(id)} />
  );
  return (
    <>
      <PageHeader
        title={pathname.endsWith('/calendar') ? 'Calendrier' : 'Réservations'}
        description="Votre semaine, vos demandes et vos billets."
        actions={<ButtonLink to="/streamer-dashboard/availability">Mes disponibilités</ButtonLink>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        {known ? (
          <WaitingForYou userId={userId} side="streamer" hrefOf={beside} />
        ) : (
          <Skeleton className="h-[80vh]" />
        )}
        {zone.isError && (
          <ErrorLine onRetry={zone.refetch} retrying={zone.isFetching}>
            Votre semaine n’a pas pu être chargée.
          </ErrorLine>
        )}
        {known && zone.data && (
          <StreamerWeek
            userId={userId}
            zone={zone.data}
            date={params.get('week')}
            view={params.get('view') === 'list' ? 'list' : 'columns'}
            onDate={(week) => change({ week })}
            onView={(view) => change({ view: view === 'list' ? 'list' : null })}
            hrefOf={beside}
          />
        )}
        <section className="grid gap-4">
          <h2 className="text-title">Toutes les réservations</h2>
          <BookingsList
            userId={userId}
            side="streamer"
            tab={bookingTabOf(params.get('tab'))}
            page={Number(page ?? 1) || 1}
            onTab={(tab) => change({ tab })}
            hrefFor={hrefFor}
            hrefOf={beside}
            linksOf={unread}
          />
        </section>
        <PrivateFeed userId={userId} />
      </div>
      <BookingWindow
        bookingId={params.get('booking')}
        side="streamer"
        onClose={() => change({ booking: null, page })}
      >
        {(booking) => <Conversation booking={booking} side="streamer" userId={userId} />}
      </BookingWindow>
    </>
  );
}
