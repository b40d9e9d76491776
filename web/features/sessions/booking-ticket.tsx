import type { ReactNode } from 'react';
import {
  type BookingDetails,
  otherOf,
  referenceOf,
  type Side,
  stateOf,
  zonesOf,
} from '#web/entities/booking/booking.ts';
import {
  capitalised,
  formatDay,
  formatDuration,
  formatHours,
  formatPlacePrice,
  formatZones,
} from '#web/lib/format.ts';
import { Ticket } from '#web/ui/ticket.tsx';

interface BookingTicketProps {
  booking: BookingDetails;
  side: Side;
  action?: ReactNode;
  links?: ReactNode;
  level?: 2 | 3;
}

/** A booking as its ticket, for one of its two sides. */
export function BookingTicket({ booking, side, action, links, level = 3 }: BookingTicketProps) {
  const { own, other } = zonesOf(booking, side);
  const group = booking.seats > 1 ? ` · ${String(booking.seats)} places` : '';
  return (
    <Ticket
      offer={`${booking.title} · ${formatDuration(booking.duration_minutes)} · en visio${group}`}
      date={capitalised(formatDay(booking.start_at, own))}
      time={formatHours(booking.start_at, booking.duration_minutes, own)}
      zones={formatZones(booking.start_at, own, other)}
      person={otherOf(booking, side)}
      state={stateOf(booking, side)}
      price={formatPlacePrice(booking.price_cents)}
      reference={referenceOf(booking)}
      action={action}
      links={links}
      level={level}
    />
  );
}
