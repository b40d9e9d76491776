import { type Instant, minutesAfter } from '#product/shared/time/instant.ts';

/** Longest content line, in octets, its line break not counted (RFC 5545, 3.1). */
const LONGEST_LINE = 75;

/** Folds a line: continuations begin with a space, and no character is split. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LONGEST_LINE) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}

/** iCalendar text of these lines, folded, each ended as the format wants it. */
const icsText = (lines: readonly string[]): string => `${lines.map(folded).join('\r\n')}\r\n`;

/** A TEXT value: what separates values is escaped, other control characters are dropped. */
const escapedText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get in
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, ' ');

/** A parameter's value in quotes; quotes themselves cannot be written (RFC 5545, 3.2). */
const quoted = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get in
  `"${text.replaceAll('"', '’').replace(/[\u0000-\u001f\u007f]/g, ' ')}"`;

/** `20260312T173000Z`. */
const utcTime = (instant: Instant): string => new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');

const ENTRY_KINDS = ['booking', 'session'] as const;

/** Whether a UID is one that our own entries bear. */
export const isOwnUid = (uid: string, host: string): boolean =>
  uid.endsWith(`@${host}`) && ENTRY_KINDS.some((kind) => uid.startsWith(`${kind}-`));

/** A booking, or a session of several seats, as an entry of a calendar. */
export interface CalendarEntry {
  /** The same for all who get it, so that a later one finds the earlier one. */
  id: `${(typeof ENTRY_KINDS)[number]}-${string}`;
  /** It only rises: an entry replaces one of the same UID with a lower one. */
  revision: number;
  status: 'tentative' | 'confirmed' | 'cancelled';
  start: Instant;
  durationMinutes: number;
  summary: string;
  description: string;
  /** Where the booking is looked at. */
  url: string;
  changedAt: Instant;
}

/** A person named in an entry; an address without `mailto:`. */
export interface Party {
  name: string;
  address: string;
}

/** REQUEST puts the entry into a calendar or changes it there, CANCEL takes it out (RFC 5546). */
export type Method = 'REQUEST' | 'CANCEL';

const PRODUCT = 'PRODID:-//Loge//Réservations//FR';
/** The calendar's own alarm, in addition to our mails. */
const ALARM_MINUTES = 10;

function eventLines(
  entry: CalendarEntry,
  host: string,
  parties: readonly string[],
  alarm: boolean,
): string[] {
  const { start, durationMinutes, status, changedAt } = entry;
  return [
    'BEGIN:VEVENT',
    `UID:${entry.id}@${host}`,
    `SEQUENCE:${entry.revision}`,
    `DTSTAMP:${utcTime(changedAt)}`,
    `LAST-MODIFIED:${utcTime(changedAt)}`,
    `DTSTART:${utcTime(start)}`,
    `DTEND:${utcTime(minutesAfter(start, durationMinutes))}`,
    `SUMMARY:${escapedText(entry.summary)}`,
    `DESCRIPTION:${escapedText(entry.description)}`,
    'LOCATION:Loge',
    `URL:${entry.url}`,
    `STATUS:${status.toUpperCase()}`,
    `TRANSP:${status === 'cancelled' ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...parties,
    ...(alarm
      ? [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escapedText(entry.summary)}`,
          `TRIGGER:-PT${ALARM_MINUTES}M`,
          'END:VALARM',
        ]
      : []),
    'END:VEVENT',
  ];
}

const calendarLines = (method: string | null, more: readonly string[], events: readonly string[]) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  PRODUCT,
  'CALSCALE:GREGORIAN',
  ...(method === null ? [] : [`METHOD:${method}`]),
  ...more,
  ...events,
  'END:VCALENDAR',
];

/**
 * The invitation that goes with a mail to one side of a booking. The other side's address is not in
 * it: the organiser is Loge. No answer is asked for in the calendar: it is given on the page.
 * @param host of the UID: the page's, which must not change
 */
export function invitationText(
  method: Method,
  entry: CalendarEntry,
  { host, organiser, attendee }: { host: string; organiser: Party; attendee: Party },
): string {
  // A participant who has not answered yet has agreed to nothing.
  const standing = entry.status === 'tentative' ? 'TENTATIVE' : 'ACCEPTED';
  const parties = [
    `ORGANIZER;CN=${quoted(organiser.name)}:mailto:${organiser.address}`,
    `ATTENDEE;CN=${quoted(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=${standing};RSVP=FALSE:mailto:${attendee.address}`,
  ];
  const alarm = method === 'REQUEST' && entry.status === 'confirmed';
  return icsText(calendarLines(method, [], eventLines(entry, host, parties, alarm)));
}

/** One entry as a file to open, for the person who asks for it: no organiser, nothing to answer. */
export const entryText = (entry: CalendarEntry, host: string): string =>
  icsText(calendarLines('PUBLISH', [], eventLines(entry, host, [], entry.status === 'confirmed')));

/**
 * All of a person's bookings as a calendar to subscribe to: no message, so without a METHOD, for
 * which Outlook takes it for an invitation.
 */
export function feedText(
  entries: readonly CalendarEntry[],
  { host, name, refreshMinutes }: { host: string; name: string; refreshMinutes: number },
): string {
  const about = [
    `NAME:${escapedText(name)}`,
    `X-WR-CALNAME:${escapedText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
    `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
  ];
  const events = entries.flatMap((entry) => eventLines(entry, host, [], false));
  return icsText(calendarLines(null, about, events));
}
