import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { type BookingDetails, otherOf, zonesOf } from '#web/entities/booking/booking.ts';
import {
  BOOKING_TABS,
  BOOKINGS_PAGE,
  type BookingTab,
  bookingsQuery,
  bookingTabOf,
} from '#web/entities/booking/queries.ts';
import { BookingTicket } from '#web/features/sessions/booking-ticket.tsx';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { AfterLink, mayReview } from './join-link.tsx';

interface BookingsListProps {
  userId: string;
  tab: BookingTab;
  page: number;
  onTab: (tab: BookingTab) => void;
  hrefFor: (page: number) => string;
  /** The address that opens a booking beside the list. */
  hrefOf: (bookingId: string) => string;
  /** Small links under a ticket's action, from other features. */
  linksOf?: (booking: BookingDetails) => ReactNode;
}

const TABS: Readonly<Record<BookingTab, string>> = {
  coming: 'À venir',
  past: 'Passées',
  cancelled: 'Annulées',
};

const EMPTY: Readonly<Record<BookingTab, { title: string; description: string }>> = {
  coming: {
    title: 'Aucune session à venir',
    description: 'Chaque session que vous réservez devient un billet, rangé ici.',
  },
  past: { title: 'Aucune session passée', description: 'Vos sessions terminées et vos reçus seront ici.' },
  cancelled: {
    title: 'Rien d’annulé',
    description:
      'Les réservations annulées, refusées ou expirées seront ici, avec ce qui vous a été remboursé.',
  },
};

/** A viewer's bookings as tickets: to come, past, cancelled. A streamer's are lines: session-list.tsx. */
export function BookingsList(props: BookingsListProps) {
  const { tab, onTab } = props;
  return (
    <Tabs
      label="Réservations"
      items={BOOKING_TABS.map((value) => ({ value, label: TABS[value] }))}
      value={tab}
      onValueChange={(value) => onTab(bookingTabOf(value))}
    >
      <TabPanel value={tab}>
        <TabContent {...props} />
      </TabPanel>
    </Tabs>
  );
}

function TabContent({ userId, tab, page, hrefFor, hrefOf, linksOf }: BookingsListProps) {
  const list = useQuery(bookingsQuery(userId, 'viewer', tab, page));
  if (list.isPending) {
    return (
      <div aria-busy="true" className="grid gap-5">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-52" />
        ))}
      </div>
    );
  }
  if (list.isError) {
    return (
      <ErrorState
        title="Vos réservations n’ont pas pu être chargées"
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const { bookings, count } = list.data;
  if (count === 0) {
    return (
      <EmptyState
        icon={<Ticket />}
        {...EMPTY[tab]}
        action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
      />
    );
  }
  const pageCount = Math.max(1, Math.ceil(count / BOOKINGS_PAGE));
  // One amber button a screen: on the latest session without a review.
  const asked = bookings.find((booking) => mayReview(booking, 'viewer'));
  return (
    <div className="grid gap-5" aria-busy={list.isPlaceholderData || undefined}>
      <ul className="grid gap-5">
        {bookings.map((booking: BookingDetails) => (
          <li key={booking.id}>
            <BookingTicket
              booking={booking}
              side="viewer"
              level={2}
              links={linksOf?.(booking)}
              action={
                <div className="flex flex-wrap justify-center gap-2">
                  <AfterLink booking={booking} side="viewer" lit={booking.id === asked?.id} />
                  <ButtonLink to={hrefOf(booking.id)}>
                    Ouvrir
                    <span className="sr-only">
                      {' '}
                      la réservation « {booking.title} » avec {otherOf(booking, 'viewer').name},{' '}
                      {formatDateTime(booking.start_at, zonesOf(booking, 'viewer').own)}
                    </span>
                  </ButtonLink>
                </div>
              }
            />
          </li>
        ))}
      </ul>
      {pageCount > 1 && (
        <Pagination
          page={page}
          pageCount={pageCount}
          hrefFor={hrefFor}
          summary={plural(count, 'réservation', 'réservations')}
        />
      )}
    </div>
  );
}
