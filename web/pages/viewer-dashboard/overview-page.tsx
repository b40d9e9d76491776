import { useHolds } from '#web/entities/booking/holds.ts';
import { useLiveBookings } from '#web/entities/booking/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { UnreadLink, useLiveMessages } from '#web/features/messages/unread-link.tsx';
import { LaterSessions } from '#web/features/sessions/later-sessions.tsx';
import { NextSession } from '#web/features/sessions/next-session.tsx';
import { UnpaidHolds, WaitingForYou } from '#web/features/sessions/waiting-for-you.tsx';
import { WaitingLists } from '#web/features/sessions/waiting-lists.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const hrefOf = (bookingId: string) => `/viewer-dashboard/bookings?booking=${bookingId}`;

/** `/viewer-dashboard`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return <Overview userId={state.user.id} firstName={state.user.firstName} />;
}

function Overview({ userId, firstName }: { userId: string; firstName: string | null }) {
  useLiveBookings(userId, 'viewer');
  useLiveMessages(userId);
  const holds = useHolds(userId);
  const lit = holds.length === 0;
  const unread = ({ id, session_id }: { id: string; session_id: string }) => (
    <UnreadLink userId={userId} sessionId={session_id} to={hrefOf(id)} />
  );
  return (
    <>
      <PageHeader
        title={firstName ? `Bonjour, ${firstName}` : 'Mon espace'}
        actions={<ButtonLink to="/browse">Réserver une session</ButtonLink>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
        <UnpaidHolds holds={holds} />
        <WaitingForYou userId={userId} side="viewer" hrefOf={hrefOf} lit={lit} />
        <NextSession userId={userId} side="viewer" hrefOf={hrefOf} linksOf={unread} lit={lit} />
        <LaterSessions userId={userId} side="viewer" hrefOf={hrefOf} />
        <WaitingLists userId={userId} />
      </div>
    </>
  );
}
