import { CalendarFault } from './calendar-fault.ts';
import { type IcsProperty, readProperty } from './ics-property.ts';

/** STANDARD or DAYLIGHT of a VTIMEZONE: its lines. */
export type Observance = readonly IcsProperty[];

/** A VTIMEZONE as its lines say it. */
export interface DefinedZone {
  tzid: string;
  observances: readonly Observance[];
}

/**
 * An event or a list of busy times, as its lines say it; `lines` is null when one that matters
 * cannot be read.
 */
export interface IcsComponent {
  kind: 'VEVENT' | 'VFREEBUSY';
  lines: readonly IcsProperty[] | null;
}

/** The properties of a VCALENDAR beside its events. */
export interface IcsCalendar {
  zones: DefinedZone[];
  /** The zone that the calendar names for times without one; null when it names none. */
  zoneName: string | null;
  /** `PUBLISH`, `REQUEST`, `CANCEL`..., in capitals; null for a calendar that is no message. */
  method: string | null;
  /** The name of the calendar: with some programs its owner's address. */
  name: string | null;
}

/**
 * The properties of which busy times are made. Titles and places are never even kept, and of people
 * only whether they come.
 */
const NEEDED: Readonly<Record<string, ReadonlySet<string>>> = {
  VEVENT: new Set([
    ...[
      'UID',
      'DTSTART',
      'DTEND',
      'DURATION',
      'RRULE',
      'EXRULE',
      'RDATE',
      'EXDATE',
      'RECURRENCE-ID',
      'SEQUENCE',
      'DTSTAMP',
    ],
    ...['STATUS', 'TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS', 'ORGANIZER', 'ATTENDEE'],
  ]),
  VFREEBUSY: new Set(['FREEBUSY']),
  VTIMEZONE: new Set(['TZID']),
  VCALENDAR: new Set(['X-WR-TIMEZONE', 'METHOD', 'X-WR-CALNAME']),
  STANDARD: new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']),
  DAYLIGHT: new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']),
};
/** The lines that an event can be read without. */
const DISPENSABLE = new Set(['ORGANIZER', 'ATTENDEE', 'DTSTAMP', 'SEQUENCE']);

const MOST_ZONES = 200;
const DEEPEST = 8;

/** The seam of two calendars that were joined without a line break. */
const SEAM = /^(END\s*:\s*VCALENDAR)\s*(BEGIN\s*:\s*VCALENDAR\s*)$/i;
const EDGE = /^(BEGIN|END)\s*:\s*([A-Z0-9-]+)\s*$/i;

/** Called with each component found, in the order of the text. */
export interface IcsHandlers {
  component(found: IcsComponent): void;
  /** At the end of a VCALENDAR: its zones may stand behind the events that use them. */
  calendar(found: IcsCalendar): void;
}

export interface IcsReader {
  /** The next piece of the text, cut anywhere. */
  push(piece: string): void;
  /** The text is over. */
  end(): void;
}

/**
 * Takes a stream of calendars apart while it comes. Their frame must be whole: a calendar that
 * broke off would pass for one with fewer events. Within an event, lines that do not matter may be
 * anything. Its functions throw CalendarFault not_a_calendar, malformed
 */
export function createIcsReader({ component, calendar }: IcsHandlers): IcsReader {
  const open: string[] = [];
  let calendars = 0;
  let about: IcsCalendar = { zones: [], zoneName: null, method: null, name: null };
  let lines: IcsProperty[] = [];
  let readable = true;
  let tzid: string | null = null;
  let observances: Observance[] = [];

  function begin(name: string): void {
    if ((open.length === 0) !== (name === 'VCALENDAR') || open.length >= DEEPEST) {
      throw new CalendarFault('malformed', `${name} within ${open.join(' ')}`);
    }
    open.push(name);
    if (open.length <= 3)
      [lines, readable] = open.length === 3 && open[1] !== 'VTIMEZONE' ? [lines, readable] : [[], true];
    if (open.length === 1) about = { zones: [], zoneName: null, method: null, name: null };
    if (open.length === 2) [tzid, observances] = [null, []];
  }

  function close(name: string): void {
    if (open.pop() !== name) throw new CalendarFault('malformed', `END:${name} comes unexpected`);
    if (open.length === 0) {
      calendars++;
      calendar(about);
    } else if (open.length === 1) {
      if (name === 'VEVENT' || name === 'VFREEBUSY')
        component({ kind: name, lines: readable ? lines : null });
      if (name === 'VTIMEZONE' && about.zones.length < MOST_ZONES)
        about.zones.push({ tzid: tzid ?? '', observances });
    } else if (open.length === 2 && open[1] === 'VTIMEZONE' && (name === 'STANDARD' || name === 'DAYLIGHT')) {
      observances.push(lines);
    }
  }

  function read(line: string): void {
    const within = open.at(-1) ?? '';
    const edge = EDGE.exec(line);
    if (edge) {
      const name = edge[2]?.toUpperCase() ?? '';
      if (edge[1]?.toUpperCase() === 'BEGIN') begin(name);
      else close(name);
      return;
    }
    const property = readProperty(line);
    if (property === null) {
      if (!DISPENSABLE.has(nameOf(line))) readable = false;
    } else if (within === 'VCALENDAR') {
      if (property.name === 'METHOD') about.method = property.value.toUpperCase();
      else if (property.name === 'X-WR-CALNAME') about.name ??= property.value;
      else about.zoneName ??= property.value;
    } else if (within === 'VTIMEZONE') tzid ??= property.value;
    else lines.push(property);
  }

  /** Whether the line that begins so is read; all others are dropped as they come. */
  function matters(start: string): boolean {
    const name = nameOf(start);
    if (name === 'BEGIN' || name === 'END') return true;
    const within = open.at(-1);
    return within !== undefined && NEEDED[within]?.has(name) === true;
  }

  let rest = '';
  let current: string | null = null;
  let begun = false;
  /**
   * A line as it stands in the text: it goes on with the one before when it begins with a space.
   */
  function physical(written: string): void {
    // Each of several calendars that were joined may begin with a mark of its byte order.
    const line = written.startsWith('\ufeff') ? written.replace(/^\ufeff+/, '') : written;
    const [seam, end = '', next = ''] = (begun && SEAM.exec(line)) || [];
    if (seam !== undefined) {
      physical(end);
      physical(next);
      return;
    }
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (current !== null) current += line.slice(1);
      return;
    }
    if (current !== null) read(current);
    current = null;
    if (line.trim() === '') return;
    if (!begun && !/^BEGIN\s*:\s*VCALENDAR\s*$/i.test(line)) throw new CalendarFault('not_a_calendar');
    begun = true;
    if (matters(line)) current = line;
  }

  return {
    push(piece) {
      let text = rest + piece;
      // The other half of a line break may be in the next piece.
      const held = text.endsWith('\r') ? '\r' : '';
      text = text.slice(0, text.length - held.length);
      if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
      let from = 0;
      for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
        physical(text.slice(from, to));
        from = to + 1;
      }
      rest = text.slice(from) + held;
      if (!begun && rest.length > 1_000) throw new CalendarFault('not_a_calendar');
    },
    end() {
      physical(rest.replace(/\r$/, ''));
      physical('');
      if (open.length > 0 || calendars === 0) throw new CalendarFault('malformed', 'the calendar breaks off');
    },
  };
}

/** The name at the beginning of a line, in capitals. */
function nameOf(line: string): string {
  let end = 0;
  for (; end < line.length; end++) {
    const code = line.charCodeAt(end);
    // Letters, digits and hyphens.
    const named =
      (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 45;
    if (!named) break;
  }
  return line.slice(0, end).toUpperCase();
}
