import { CalendarFault } from './calendar-fault.ts';

/** A content line of iCalendar (RFC 5545, 3.1): `DTSTART;TZID=Europe/Paris:20260312T183000`. */
export interface IcsProperty {
  /** In capitals. */
  name: string;
  /** Parameters by their name in capitals, without quotes. */
  params: Readonly<Record<string, string>>;
  value: string;
}

/** An event as its lines say it; null when one that matters cannot be read. */
export type IcsEvent = readonly IcsProperty[] | null;

export interface IcsText {
  events: IcsEvent[];
  /** Each VTIMEZONE whole, as iCalendar text. */
  zones: string[];
  /** The zone that the calendar names for times without one; null when it names none. */
  zoneName: string | null;
}

/** What busy times are made of. Titles, places and people are never even kept. */
const NEEDED = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'SEQUENCE',
  'STATUS',
  'TRANSP',
  'X-MICROSOFT-CDO-BUSYSTATUS',
]);

const MOST_EVENTS = 20_000;
const MOST_ZONES = 200;
const DEEPEST = 8;

const LINE = /^([A-Za-z0-9-]+)((?:;[^:;="]+=(?:"[^"]*"|[^:;"]*))*):(.*)$/;
const PARAMETER = /;([^:;="]+)=(?:"([^"]*)"|([^:;"]*))/g;

/** @returns null for a text that is no content line */
export function readProperty(line: string): IcsProperty | null {
  const [whole, name = '', rest = '', value = ''] = LINE.exec(line) ?? [];
  if (whole === undefined) return null;
  const params: Record<string, string> = {};
  for (const [, key = '', quoted, plain = ''] of rest.matchAll(PARAMETER)) {
    params[key.toUpperCase()] = quoted ?? plain;
  }
  return { name: name.toUpperCase(), params, value: value.trim() };
}

/**
 * Takes a calendar apart into its events and zones. Its frame must be whole: a calendar that broke off would pass for one
 * with fewer events. Within an event, lines that do not matter may be anything.
 * @throws CalendarFault malformed, too_complex
 */
export function readIcs(text: string): IcsText {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');
  const found: IcsText = { events: [], zones: [], zoneName: null };
  const open: string[] = [];
  let calendars = 0;
  let event: IcsProperty[] | null = null;
  let readable = true;
  let zone: string[] | null = null;
  for (const line of lines) {
    if (line.trim() === '') continue;
    zone?.push(line);
    const [, edge = '', component = ''] = /^(BEGIN|END):\s*([A-Z0-9-]+)\s*$/i.exec(line) ?? [];
    const name = component.toUpperCase();
    if (edge.toUpperCase() === 'BEGIN') {
      if ((open.length === 0) !== (name === 'VCALENDAR') || open.length >= DEEPEST) {
        throw new CalendarFault('malformed', `${name} within ${open.join(' ')}`);
      }
      open.push(name);
      if (open.length !== 2) continue;
      if (name === 'VEVENT') [event, readable] = [[], true];
      if (name === 'VTIMEZONE') zone = [line];
    } else if (edge.toUpperCase() === 'END') {
      if (open.pop() !== name) throw new CalendarFault('malformed', `END:${name} comes unexpected`);
      if (open.length === 0) calendars++;
      if (open.length !== 1) continue;
      if (event) found.events.push(readable ? event : null);
      if (zone && found.zones.length < MOST_ZONES) found.zones.push(zone.join('\r\n'));
      [event, zone] = [null, null];
      if (found.events.length > MOST_EVENTS) throw new CalendarFault('too_complex', 'too many events');
    } else if (event && open.length === 2) {
      const property = readProperty(line);
      if (property && NEEDED.has(property.name)) event.push(property);
      else if (!property && NEEDED.has(/^[A-Za-z-]+/.exec(line)?.[0].toUpperCase() ?? '')) readable = false;
    } else if (open.length === 1) {
      const property = readProperty(line);
      if (property?.name === 'X-WR-TIMEZONE') found.zoneName ??= property.value;
    }
  }
  if (open.length > 0 || calendars === 0) throw new CalendarFault('malformed', 'the calendar breaks off');
  return found;
}
