import { bookingTabOf, useLiveBookings } from '#web/entities/booking/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { Conversation } from '#web/features/messages/conversation.tsx';
import { UnreadLink, useLiveMessages } from '#web/features/messages/unread-link.tsx';
import { BookingWindow } from '#web/features/sessions/booking-window.tsx';
import { BookingsList } from '#web/features/sessions/bookings-list.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/viewer-dashboard/bookings`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return <Bookings userId={state.user.id} />;
}

function Bookings({ userId }: { userId: string }) {
  useLiveBookings(userId, 'viewer');
  useLiveMessages(userId);
  const { params, change, hrefFor } = useAddress();
  const page = Number(params.get('page') ?? 1) || 1;
  const beside = (bookingId: string) => {
    const next = new URLSearchParams(params);
    next.set('booking', bookingId);
    return `?${next}`;
  };
  const unread = ({ id, session_id }: { id: string; session_id: string }) => (
    <UnreadLink userId={userId} sessionId={session_id} to={beside(id)} />
  );
  return (
    <>
      <PageHeader title="Réservations" description="Vos billets, à venir et passés." />
      <BookingsList
        userId={userId}
        tab={bookingTabOf(params.get('tab'))}
        page={page}
        onTab={(tab) => change({ tab })}
        hrefFor={hrefFor}
        hrefOf={beside}
        linksOf={unread}
      />
      <BookingWindow
        bookingId={params.get('booking')}
        side="viewer"
        onClose={() => change({ booking: null, page: params.get('page') })}
      >
        {(booking) => <Conversation booking={booking} side="viewer" userId={userId} />}
      </BookingWindow>
    </>
  );
}
