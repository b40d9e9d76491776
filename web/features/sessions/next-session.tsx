import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { type BookingDetails, groupOf, type Side } from '#web/entities/booking/booking.ts';
import { nextSessionQuery, seatsQuery } from '#web/entities/booking/queries.ts';
import { BookingTicket } from '#web/features/sessions/booking-ticket.tsx';
import { JoinLink } from '#web/features/sessions/join-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface NextSessionProps {
  userId: string;
  side: Side;
  hrefOf: (bookingId: string) => string;
  /** Small links beside « Détails », from other features. */
  linksOf?: (booking: BookingDetails) => ReactNode;
  /**
   * False: something above is more urgent. Then there is no amber button here, nor an invitation
   * when there is no session.
   */
  lit?: boolean;
}

/** The next session as its ticket, with the countdown to its room. */
export function NextSession({ userId, side, hrefOf, linksOf, lit = true }: NextSessionProps) {
  const next = useQuery(nextSessionQuery(userId, side));
  const isGroup = side === 'streamer' && (next.data?.seats ?? 1) > 1;
  const seats = useQuery(seatsQuery(isGroup ? (next.data?.session_id ?? null) : null));
  if (next.isPending || (isGroup && seats.isPending)) return <Skeleton className="h-[26rem] sm:h-60" />;
  if (next.isError) {
    return (
      <ErrorState
        title="Votre prochaine session n’a pas pu être chargée"
        onRetry={() => next.refetch()}
        retrying={next.isFetching}
      />
    );
  }
  if (!next.data) {
    if (!lit) return null;
    return (
      <EmptyState
        icon={<Ticket />}
        title="Votre prochain billet sera ici"
        description={
          side === 'viewer'
            ? 'Choisissez un streamer, un créneau, et retrouvez-vous dans la loge.'
            : 'Dès qu’un viewer réserve, vous verrez ici la date, le temps qui reste et le bouton pour rejoindre.'
        }
        action={
          side === 'viewer' ? (
            <ButtonLink tone="spot" to="/browse">
              Parcourir les streamers
            </ButtonLink>
          ) : (
            <ButtonLink to="/streamer-dashboard/settings">Voir ma page</ButtonLink>
          )
        }
      />
    );
  }
  return (
    <BookingTicket
      booking={next.data}
      side={side}
      group={isGroup ? groupOf(seats.data ?? []) : null}
      level={2}
      action={<JoinLink booking={next.data} size="lg" lit={lit} />}
      links={
        <>
          <TextLink to={hrefOf(next.data.id)} className="inline-flex min-h-11 items-center">
            Détails
          </TextLink>
          {linksOf?.(next.data)}
        </>
      }
    />
  );
}
