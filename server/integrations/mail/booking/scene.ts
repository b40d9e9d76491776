import { formatEuros } from '#domain/money/format.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { ZoneName } from '#domain/time/zone.ts';
import { frenchDateTime, frenchDay, frenchTime } from '../french.ts';
import type { Side, Ticket } from './booking-mail.ts';
import { unlinked } from './unlinked.ts';

/** What the sentences of a booking mail are made of, as its reader sees it. */
export interface Scene {
  side: Side;
  ticket: Ticket;
  /** The name of the other side. */
  other: string;
  /** Of the reader. */
  zone: ZoneName;
  /** « jeudi 12 mars 2026 à 18 h 30 (heure de Paris) ». */
  when: (instant: Instant) => string;
  /** « jeudi 12 mars à 18 h 30 », for subjects. */
  shortly: (instant: Instant) => string;
  /** « 18 h 30 ». */
  hour: (instant: Instant) => string;
  links: { booking: string; room: string; bookAgain: string };
}

export function sceneOf(side: Side, ticket: Ticket, site: string): Scene {
  const zone = side === 'viewer' ? ticket.viewerZone : ticket.streamerZone;
  const id = encodeURIComponent(ticket.bookingId);
  return {
    side,
    ticket,
    other: unlinked(side === 'viewer' ? ticket.streamerName : ticket.viewerName),
    zone,
    when: (instant) => frenchDateTime(new Date(instant), zone),
    shortly: (instant) => `${frenchDay(new Date(instant), zone)} à ${frenchTime(new Date(instant), zone)}`,
    hour: (instant) => frenchTime(new Date(instant), zone),
    links: {
      booking: `${site}/${side}-dashboard/bookings?booking=${id}`,
      room: `${site}/conference/room/${encodeURIComponent(ticket.sessionId)}`,
      bookAgain: `${site}/book-session/${encodeURIComponent(ticket.streamerPath)}`,
    },
  };
}

export const euros = formatEuros;

/** Somebody's own words, set apart from ours. */
export const quoting = (label: string, words: string | null): string[] =>
  words === null || words.trim() === '' ? [] : [`${label} : « ${unlinked(words.trim().slice(0, 500))} »`];
