import { useQuery } from '@tanstack/react-query';
import type { Side } from '#web/entities/booking/booking.ts';
import { awaitingQuery } from '#web/entities/booking/queries.ts';
import { BookingActions } from '#web/features/sessions/booking-actions.tsx';
import { BookingTicket } from '#web/features/sessions/booking-ticket.tsx';
import { TextLink } from '#web/ui/link.tsx';

interface WaitingForYouProps {
  userId: string;
  side: Side;
  hrefOf: (bookingId: string) => string;
}

/** What waits for one's own answer or payment; nothing when nothing does. */
export function WaitingForYou({ userId, side, hrefOf }: WaitingForYouProps) {
  const list = useQuery(awaitingQuery(userId, side));
  if (!list.data || list.data.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-title">{side === 'streamer' ? 'À accepter ou refuser' : 'En attente de vous'}</h2>
      <ul className="grid gap-5">
        {list.data.map((booking) => (
          <li key={booking.id} className="grid gap-3">
            <BookingTicket
              booking={booking}
              side={side}
              links={<TextLink to={hrefOf(booking.id)}>Détails</TextLink>}
            />
            <BookingActions booking={booking} side={side} />
          </li>
        ))}
      </ul>
    </section>
  );
}
