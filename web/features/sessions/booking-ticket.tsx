import type { ReactNode } from 'react';
import {
  type BookingDetails,
  type Group,
  groupNames,
  groupText,
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
  /** The whole session, where a streamer sees it as one. */
  group?: Group | null;
}

/** A booking as its ticket, for one of its two sides. */
export function BookingTicket({ booking, side, action, links, level = 3, group }: BookingTicketProps) {
  const { own, other } = zonesOf(booking, side);
  const places = booking.seats > 1 && !group ? ` · ${String(booking.seats)} places` : '';
  return (
    <Ticket
      offer={`${booking.title} · ${formatDuration(booking.duration_minutes)} · en visio${places}`}
      date={capitalised(formatDay(booking.start_at, own))}
      time={formatHours(booking.start_at, booking.duration_minutes, own)}
      zones={formatZones(booking.start_at, own, other)}
      person={group ? { name: groupNames(group) } : otherOf(booking, side)}
      state={stateOf(booking, side)}
      price={group ? groupText(group, 'streamer') : formatPlacePrice(booking.price_cents)}
      {...(!group && { reference: referenceOf(booking) })}
      action={action}
      links={links}
      level={level}
    />
  );
}
