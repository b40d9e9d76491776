import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { awaitingQuery, useLiveBookings } from '#web/entities/booking/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { Conversation } from '#web/features/messages/conversation.tsx';
import { UnreadLink, useLiveMessages } from '#web/features/messages/unread-link.tsx';
import { BookingWindow } from '#web/features/sessions/booking-window.tsx';
import { ownZoneQuery } from '#web/features/sessions/open-hours.ts';
import { PrivateFeed } from '#web/features/sessions/private-feed.tsx';
import { SessionList } from '#web/features/sessions/session-list.tsx';
import { StreamerWeek } from '#web/features/sessions/streamer-week.tsx';
import { WaitingForYou } from '#web/features/sessions/waiting-for-you.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/**
 * `/streamer-dashboard/bookings` and `/streamer-dashboard/calendar`: one page (spec, section 2),
 * that begins with the list or with the week.
 */
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
  const isCalendar = pathname.endsWith('/calendar');
  const page = params.get('page');
  const beside = (bookingId: string) => {
    const next = new URLSearchParams(params);
    next.set('booking', bookingId);
    return `${pathname}?${next}`;
  };
  return (
    <>
      {isCalendar ? (
        <PageHeader
          title="Calendrier"
          actions={<ButtonLink to="/streamer-dashboard/availability">Mes disponibilités</ButtonLink>}
        />
      ) : (
        <PageHeader
          title="Réservations"
          description="Vos demandes, et vos sessions une par ligne."
          actions={<ButtonLink to="/streamer-dashboard/calendar">Ma semaine</ButtonLink>}
        />
      )}
      <Known userId={userId}>
        {(zone) =>
          isCalendar ? (
            <>
              <StreamerWeek
                userId={userId}
                zone={zone}
                date={params.get('week')}
                view={params.get('view') === 'list' ? 'list' : 'columns'}
                onDate={(week) => change({ week })}
                onView={(view) => change({ view: view === 'list' ? 'list' : null })}
                hrefOf={beside}
              />
              <WaitingForYou userId={userId} side="streamer" hrefOf={beside} />
              <PrivateFeed userId={userId} />
            </>
          ) : (
            <>
              <WaitingForYou userId={userId} side="streamer" hrefOf={beside} />
              <SessionList
                userId={userId}
                zone={zone}
                params={params}
                change={change}
                hrefFor={hrefFor}
                hrefOf={beside}
                linksOf={({ id, session_id }) => (
                  <UnreadLink userId={userId} sessionId={session_id} to={beside(id)} />
                )}
              />
            </>
          )
        }
      </Known>
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

/**
 * Waits for the streamer's zone and for the requests above the list, so that nothing drawn is
 * pushed down.
 */
function Known({ userId, children }: { userId: string; children: (zone: string) => ReactNode }) {
  const zone = useQuery(ownZoneQuery(userId));
  const awaiting = useQuery(awaitingQuery(userId, 'streamer'));
  if (zone.isError) {
    return (
      <ErrorLine onRetry={zone.refetch} retrying={zone.isFetching}>
        Votre semaine n’a pas pu être chargée.
      </ErrorLine>
    );
  }
  if (zone.isPending || !awaiting.isFetched) return <Skeleton className="h-[80vh]" />;
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-10">{children(zone.data)}</div>;
}
