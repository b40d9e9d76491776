/** A content line of iCalendar (RFC 5545, 3.1): `DTSTART;TZID=Europe/Paris:20260312T183000`. */
export interface IcsProperty {
  /** In capitals. */
  name: string;
  /** Parameters by their name in capitals, without quotes. */
  params: Readonly<Record<string, string>>;
  value: string;
}

/** The properties whose value is one time or several. */
const OF_TIME = new Set(['DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID', 'FREEBUSY']);
/** The properties whose value is the address of somebody. */
const OF_PEOPLE = new Set(['ATTENDEE', 'ORGANIZER']);

const NAME = /^([A-Za-z0-9-]+)\s*(?=[;:])/;
/** Up to the last colon before something that looks like a date: zones are named `UTC+08:00`. */
const BEFORE_TIME = /^(.*):(?=\s*\d{4}-?\d\d-?\d\d(?!\d))/s;
/** Up to the first address: people are named `Dupont: Jean`. */
const BEFORE_ADDRESS = /^(.*?):(?=\s*mailto:)/is;
/** Splits at each mark outside of quotes; quotes that are never closed are none. */
function splitOutsideQuotes(text: string, mark: string, most = Number.POSITIVE_INFINITY): string[] {
  const pieces: string[] = [];
  let from = 0;
  let at = 0;
  let next = -1;
  while (pieces.length < most - 1) {
    if (next < at) next = text.indexOf(mark, at);
    if (next === -1) break;
    const quote = text.indexOf('"', at);
    const closing = quote !== -1 && quote < next ? text.indexOf('"', quote + 1) : -1;
    if (closing !== -1) at = closing + 1;
    else {
      pieces.push(text.slice(from, next));
      [from, at] = [next + 1, next + 1];
    }
  }
  return [...pieces, text.slice(from)];
}

/** The parameters before the value, as they stand; null for a line without a value. */
function headOf(name: string, rest: string): string | null {
  const special = OF_TIME.has(name) ? BEFORE_TIME : OF_PEOPLE.has(name) ? BEFORE_ADDRESS : null;
  const found = special?.exec(rest)?.[1];
  if (found !== undefined) return found;
  const [head = '', value] = splitOutsideQuotes(rest, ':', 2);
  return value === undefined ? null : head;
}

/** A parameter's value without its quotes; of several values the first. */
function unquoted(value: string): string {
  const text = value.trim();
  if (!text.startsWith('"')) return text;
  const end = text.indexOf('"', 1);
  return text.slice(1, end === -1 ? undefined : end);
}

/** The parameters of `;TZID=Europe/Paris;VALUE=DATE`. */
function readParameters(head: string): Record<string, string> {
  const params: Record<string, string> = {};
  let last: string | null = null;
  for (const piece of splitOutsideQuotes(head, ';')) {
    const equals = piece.indexOf('=');
    const known: string = last === null ? '' : (params[last] ?? '');
    if (equals > 0 && !known.endsWith('\\')) {
      last = piece.slice(0, equals).trim().toUpperCase();
      params[last] = unquoted(piece.slice(equals + 1));
    } else if (last !== null && (known.endsWith('\\') || /^\s/.test(piece))) {
      // A name with a semicolon that nobody quoted: `Pacific Time (US & Canada); Tijuana`.
      params[last] = `${known};${piece}`;
    }
    // Anything else is a parameter without a value, which says nothing here.
  }
  return params;
}

/**
 * Takes a line apart, also one whose parameters have colons and semicolons that should be quoted.
 * @returns null for a text that is no content line
 */
export function readProperty(line: string): IcsProperty | null {
  const [named = '', name = ''] = NAME.exec(line) ?? [];
  if (name === '') return null;
  const rest = line.slice(named.length);
  const capitals = name.toUpperCase();
  const head = headOf(capitals, rest);
  if (head === null) return null;
  return { name: capitals, params: readParameters(head), value: rest.slice(head.length + 1).trim() };
}
