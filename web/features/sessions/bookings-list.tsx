import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type EpochDay, localDateOf, mondayOf } from '#product/shared/time/local-date.ts';
import { epochDayAt } from '#product/shared/time/wall-time.ts';
import {
  type BookingDetails,
  holdEnd,
  otherOf,
  startOf,
  stateOf,
  zonesOf,
} from '#web/entities/booking/booking.ts';
import {
  BOOKING_TABS,
  BOOKINGS_PAGE,
  type BookingTab,
  bookingsQuery,
  bookingTabOf,
} from '#web/entities/booking/queries.ts';
import { BookingTicket } from '#web/features/sessions/booking-ticket.tsx';
import { PayHold } from '#web/features/sessions/pay-hold.tsx';
import { formatDateTime, formatDay, formatDayOfMonth, formatTime, plural } from '#web/lib/format.ts';
import { serverAhead } from '#web/lib/server-clock.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StateDot } from '#web/ui/badge.tsx';
import type { ButtonTone } from '#web/ui/button-class.ts';
import { useRemaining } from '#web/ui/countdown.tsx';
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

/**
 * A viewer's bookings: the next one as its ticket, the others a line each under their week. A
 * streamer's: session-list.tsx.
 */
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
  const large = tab === 'coming' && page === 1 ? bookings[0] : undefined;
  const weeks = Map.groupBy(large ? bookings.slice(1) : bookings, (booking) =>
    mondayOf(epochDayAt(zonesOf(booking, 'viewer').own, startOf(booking))),
  );
  return (
    <div className="grid gap-8" aria-busy={list.isPlaceholderData || undefined}>
      {large && (
        <BookingTicket
          booking={large}
          side="viewer"
          level={2}
          links={linksOf?.(large)}
          action={<OneAct booking={large} href={hrefOf(large.id)} tone="spot" />}
        />
      )}
      {Array.from(weeks, ([monday, rows]) => (
        <section key={monday} className="grid gap-3">
          <h2 className="text-small font-semibold text-muted">{weekName(monday)}</h2>
          <ul className="num divide-y divide-line rounded-lg border border-line bg-stage">
            {rows.map((booking) => (
              <li key={booking.id}>
                <BookingRow
                  booking={booking}
                  href={hrefOf(booking.id)}
                  lit={booking.id === asked?.id}
                  links={linksOf?.(booking)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
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

/** « Semaine du 30 novembre », with its year where it is not this one. */
function weekName(monday: EpochDay): string {
  const date = `${localDateOf(monday)}T12:00:00Z`;
  const isOfThisYear = date.startsWith(String(new Date().getFullYear()));
  return `Semaine du ${formatDay(date, 'UTC', { weekday: false, year: !isOfThisYear })}`;
}

function OpenLink({ booking, to }: { booking: BookingDetails; to: string }) {
  return (
    <ButtonLink to={to} size="sm">
      Ouvrir
      <span className="sr-only">
        {' '}
        la réservation « {booking.title} » avec {otherOf(booking, 'viewer').name},{' '}
        {formatDateTime(booking.start_at, zonesOf(booking, 'viewer').own)}
      </span>
    </ButtonLink>
  );
}

interface BookingRowProps {
  booking: BookingDetails;
  href: string;
  /** It has the one light of the screen. */
  lit: boolean;
  links: ReactNode;
}

/** A booking on one line: whose face, when, what, its state, and the one thing to do with it. */
function BookingRow({ booking, href, lit, links }: BookingRowProps) {
  const { own } = zonesOf(booking, 'viewer');
  const { name, avatarUrl } = otherOf(booking, 'viewer');
  const { tone, label } = stateOf(booking, 'viewer');
  return (
    <article className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 px-3 py-1.5 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,9rem)_auto] sm:px-4">
      <Avatar name={name} src={avatarUrl} size="sm" />
      <Link to={href} className="min-w-0 rounded-sm hover:underline">
        <span className="block truncate font-semibold">
          {formatDayOfMonth(booking.start_at, own)}, {formatTime(booking.start_at, own)}
        </span>
        <span className="block truncate text-small text-soft">
          {booking.title} · {name}
        </span>
        <StateDot tone={tone} className="text-kicker sm:hidden">
          {label}
        </StateDot>
      </Link>
      <span className="max-sm:hidden">
        <StateDot tone={tone}>{label}</StateDot>
      </span>
      <span className="flex items-center gap-3 max-sm:col-span-2 max-sm:col-start-2 max-sm:mb-1.5">
        {links}
        {mayReview(booking, 'viewer') ? (
          <AfterLink booking={booking} side="viewer" lit={lit} size="sm" />
        ) : (
          <OneAct booking={booking} href={href} />
        )}
      </span>
    </article>
  );
}

interface OneActProps {
  booking: BookingDetails;
  href: string;
  tone?: ButtonTone | undefined;
}

/** Pays for a place while it is held; otherwise, and once its time is over, opens the booking. */
function OneAct({ booking, href, tone }: OneActProps) {
  return booking.status === 'held' ? (
    <HeldAct booking={booking} href={href} tone={tone} />
  ) : (
    <OpenLink booking={booking} to={href} />
  );
}

function HeldAct({ booking, href, tone = 'outline' }: OneActProps) {
  const isHeld = useRemaining(holdEnd(booking), serverAhead()) > 0;
  return isHeld ? (
    <PayHold booking={booking} tone={tone} size="sm" short />
  ) : (
    <OpenLink booking={booking} to={href} />
  );
}
