import type { MailCalendar } from '#product/mail/mail-kind.ts';
import { type CalendarEntry, invitationText } from '#server/integrations/calendars/invitation.ts';
import type { BookingStatus } from '../rules/booking.ts';
import type { Side, Ticket } from './ticket.ts';

/**
 * The status of a booking in a calendar; null when it has no place there: not agreed yet, or nobody
 * came.
 */
const ENTRY_STATUS: Readonly<Record<BookingStatus, CalendarEntry['status'] | null>> = {
  held: null,
  requested: 'tentative',
  confirmed: 'confirmed',
  in_progress: 'confirmed',
  completed: 'confirmed',
  expired: 'cancelled',
  declined: 'cancelled',
  cancelled_by_viewer: 'cancelled',
  cancelled_by_streamer: 'cancelled',
  cancelled_by_admin: 'cancelled',
  viewer_no_show: null,
  streamer_no_show: null,
};

type EntryTicket = Pick<
  Ticket,
  | 'bookingId'
  | 'sessionId'
  | 'revision'
  | 'status'
  | 'title'
  | 'start'
  | 'durationMinutes'
  | 'viewerName'
  | 'streamerName'
  | 'changedAt'
  | 'group'
>;

/**
 * The booking in the calendar of one side; null when it has no place there. The seats of a group
 * are one entry to its streamer.
 */
export function calendarEntry(side: Side, ticket: EntryTicket, site: string): CalendarEntry | null {
  const status = ENTRY_STATUS[ticket.status];
  if (status === null) return null;
  if (side === 'streamer' && ticket.group !== null) return groupEntry(ticket, ticket.group, site);
  const url = `${site}/${side}-dashboard/bookings?booking=${encodeURIComponent(ticket.bookingId)}`;
  const other = side === 'viewer' ? ticket.streamerName : ticket.viewerName;
  return {
    id: `booking-${ticket.bookingId}`,
    revision: ticket.revision,
    status,
    start: ticket.start,
    durationMinutes: ticket.durationMinutes,
    summary: `${ticket.title} avec ${other}`,
    description: described(ticket, site, url),
    url,
    changedAt: ticket.changedAt,
  };
}

const described = ({ sessionId }: EntryTicket, site: string, url: string): string =>
  [
    `Rejoindre la loge : ${site}/conference/room/${encodeURIComponent(sessionId)}`,
    `Voir, déplacer ou annuler : ${url}`,
  ].join('\n');

/**
 * A session of several seats: it is there as long as one of them is, and agreed once one of them
 * is.
 */
function groupEntry(
  ticket: EntryTicket,
  { seats, taken, agreed, changedAt }: NonNullable<Ticket['group']>,
  site: string,
): CalendarEntry {
  const url = `${site}/streamer-dashboard/bookings?booking=${encodeURIComponent(ticket.bookingId)}`;
  return {
    id: `session-${ticket.sessionId}`,
    revision: ticket.revision,
    status: agreed > 0 ? 'confirmed' : taken > 0 ? 'tentative' : 'cancelled',
    start: ticket.start,
    durationMinutes: ticket.durationMinutes,
    summary: `${ticket.title} (${String(taken)} sur ${String(seats)} places)`,
    description: described(ticket, site, url),
    url,
    changedAt,
  };
}

/** The host of every entry's UID: the page's. */
export const entryHost = (site: string): string => new URL(site).hostname;

/**
 * The invitation that goes with a mail about a booking; null when there is nothing to put into, or
 * take out of, a calendar.
 */
export function mailCalendar(
  side: Side,
  ticket: Ticket,
  { site, from, to }: { site: string; from: string; to: string },
): MailCalendar | null {
  const entry = calendarEntry(side, ticket, site);
  if (entry === null || ticket.status === 'completed') return null;
  const [, name = 'Loge', address = from] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  const method = entry.status === 'cancelled' ? 'CANCEL' : 'REQUEST';
  const text = invitationText(method, entry, {
    host: entryHost(site),
    organiser: { name: name || 'Loge', address },
    attendee: { name: side === 'viewer' ? ticket.viewerName : ticket.streamerName, address: to },
  });
  return { method, text };
}
