import { frenchDay, frenchHours, frenchTime, frenchYear, unlinked } from '#product/mail/french.ts';
import type { TicketView } from '#product/mail/ticket-view.ts';
import type { Cents } from '#product/shared/money/cents.ts';
import { formatEuros } from '#product/shared/money/format.ts';
import { formatDuration } from '#product/shared/time/duration.ts';
import { type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { inCity, ofCity } from '#product/shared/time/zone-city.ts';
import type { BookingStatus } from '../rules/booking.ts';
import type { PolicySnapshot } from '../rules/policies.ts';

/** The side of a booking that a mail speaks to. */
export type Side = 'viewer' | 'streamer';

/**
 * The booking as it stands after what the mail tells: what the ticket shows and the calendar entry
 * says.
 */
export interface Ticket {
  bookingId: string;
  /** The session and its room; people of a group session share it. */
  sessionId: string;
  /**
   * The SEQUENCE of the calendar entry: it rises with each mail about it that the same person gets.
   */
  revision: number;
  status: BookingStatus;
  /** The offer's title. */
  title: string;
  start: Instant;
  durationMinutes: number;
  /** Display names: what the other side may know of a person. */
  viewerName: string;
  streamerName: string;
  /** The streamer's handle or id: the end of their page's address. */
  streamerPath: string;
  viewerZone: ZoneName;
  streamerZone: ZoneName;
  /** The viewer's price; 0 is a free session. */
  price: Cents;
  /** The streamer's earning when the session takes place: the price less the platform's fee. */
  streamerShare: Cents;
  policy: PolicySnapshot;
  /** When the row last changed: the calendar entry's DTSTAMP. */
  changedAt: Instant;
  /**
   * The session that the seat belongs to, when it has several; to its streamer they are one date.
   */
  group: {
    seats: number;
    /** Seats that are requested or agreed, this one included while it is live. */
    taken: number;
    /** Agreed ones among them. */
    agreed: number;
    /** When one of its seats last changed. */
    changedAt: Instant;
    /**
     * The sum of the prices of the taken seats, and the streamer's share of it; not in facts that
     * were written before it was added.
     */
    money?: { price: Cents; share: Cents } | undefined;
  } | null;
}

const STATUSES: Readonly<Record<BookingStatus, TicketView['status']>> = {
  held: { label: 'Créneau gardé', tone: 'waiting' },
  requested: { label: 'En attente de réponse', tone: 'waiting' },
  confirmed: { label: 'Confirmée', tone: 'settled' },
  in_progress: { label: 'En cours', tone: 'settled' },
  completed: { label: 'Terminée', tone: 'settled' },
  expired: { label: 'Sans suite', tone: 'ended' },
  declined: { label: 'Refusée', tone: 'ended' },
  cancelled_by_viewer: { label: 'Annulée', tone: 'ended' },
  cancelled_by_streamer: { label: 'Annulée', tone: 'ended' },
  cancelled_by_admin: { label: 'Annulée', tone: 'ended' },
  viewer_no_show: { label: 'Absence', tone: 'ended' },
  streamer_no_show: { label: 'Absence', tone: 'ended' },
};

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('fr') + text.slice(1);

function zonesLine(start: Instant, mine: string, other: string): string {
  const here = `Heure ${ofCity(mine)}`;
  const at = new Date(start);
  const sameDay = frenchDay(at, mine) === frenchDay(at, other);
  if (sameDay && frenchTime(at, mine) === frenchTime(at, other)) return here;
  const there = sameDay ? frenchTime(at, other) : `${frenchDay(at, other)} à ${frenchTime(at, other)}`;
  return `${here} · ${there} ${inCity(other)}`;
}

const priceText = (price: Cents): string => (price === 0 ? 'Gratuit' : formatEuros(price));

/**
 * « 6 sur 6 · 108,00 € · 91,80 € pour vous »: a group is one session to its streamer. Null for a
 * session for two, and once it is empty.
 */
function groupLine({ group }: Ticket): string | null {
  if (group === null || group.taken === 0 || !group.money) return null;
  const places = `${String(group.taken)} sur ${String(group.seats)}`;
  const { price, share } = group.money;
  return price === 0
    ? `${places} · Gratuit`
    : `${places} · ${formatEuros(price)} · ${formatEuros(share)} pour vous`;
}

/**
 * The ticket as one side reads it: their own time in large, the other's beside it when it differs.
 */
export function ticketView(side: Side, ticket: Ticket): TicketView {
  const { start, durationMinutes, viewerZone, streamerZone } = ticket;
  const [mine, other] = side === 'viewer' ? [viewerZone, streamerZone] : [streamerZone, viewerZone];
  const end = minutesAfter(start, durationMinutes);
  return {
    title: unlinked(ticket.title),
    who: `Avec ${unlinked(side === 'viewer' ? ticket.streamerName : ticket.viewerName)}`,
    day: capital(frenchDay(new Date(start), mine)),
    year: frenchYear(new Date(start), mine),
    hours: frenchHours(start, end, mine),
    zones: zonesLine(start, mine, other),
    length: formatDuration(durationMinutes),
    price: (side === 'streamer' && groupLine(ticket)) || priceText(ticket.price),
    status: STATUSES[ticket.status],
  };
}
