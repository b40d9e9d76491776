import { type Instant, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import type { WallTime } from '#product/shared/time/wall-time.ts';
import type { DefinedZone, Observance } from './ics-lines.ts';
import { type Clock, readDateTime, repeatedFirst } from './ics-times.ts';
import { readRule, wallTimesOf } from './recurrence.ts';
import { UnreadableEvent } from './unreadable-event.ts';

/**
 * A definition speaks of the years from here on; what it says of 1601 serves as what held before
 * its first change.
 */
const FIRST_WALL = Date.UTC(1970, 0, 1);
/** Two changes a year, a century long; of more the last ones count. */
const MOST_ONSETS = 300;

const OFFSET = /^(?:UTC|GMT)?\s*([+\u2212-]?)\s*(\d\d?)(?:[:.]?(\d\d)(?:[:.]?(\d\d))?)?$/i;

/** `-0500`, `+053000`, `+05:30`, `+01`, in milliseconds. */
function readOffset(lines: Observance, name: string): number {
  const text = lines.find((line) => line.name === name)?.value ?? '';
  const [whole, sign, hours, minutes = '0', seconds = '0'] = OFFSET.exec(text) ?? [];
  if (whole === undefined) throw new UnreadableEvent('unknown_zone', `${name}:${text}`);
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  if (size >= MILLIS_PER_DAY) throw new UnreadableEvent('unknown_zone', `${name}:${text}`);
  return sign === '-' || sign === '\u2212' ? -size : size;
}

interface Onset {
  at: number;
  from: number;
  to: number;
}

/** When an observance begins: at DTSTART, at each RDATE, and as often as its rules say. */
function onsetsOf(lines: Observance, until: Instant): Onset[] {
  const from = readOffset(lines, 'TZOFFSETFROM');
  const to = readOffset(lines, 'TZOFFSETTO');
  const start = readDateTime(lines.find(({ name }) => name === 'DTSTART')?.value ?? '').wall;
  const walls = new Set<number>([start]);
  for (const { name, value } of lines) {
    if (name === 'RDATE') {
      for (const item of value.split(',')) {
        const { wall } = readDateTime(item.split('/')[0] ?? '');
        if (wall <= until) walls.add(wall);
      }
    }
    const rule = name === 'RRULE' ? readRule(value) : null;
    if (rule === null) continue;
    // A law changes clocks once or twice a year: what does so daily is none, and costs much.
    if (rule.parts.freq !== 'YEARLY' && rule.parts.freq !== 'MONTHLY')
      throw new UnreadableEvent('unknown_zone', value);
    // UNTIL of an onset is in UTC, or as the clock showed before it.
    const last = rule.until === null ? null : readDateTime(rule.until);
    const end = last === null ? until : last.wall + (last.utc ? from : last.isDate ? MILLIS_PER_DAY - 1 : 0);
    for (const wall of wallTimesOf(rule, { wall: start, isDate: false }, FIRST_WALL, Math.min(end, until)))
      walls.add(wall);
  }
  const last = [...walls].sort((a, b) => a - b).slice(-MOST_ONSETS);
  return last.map((wall) => ({ at: wall - from, from, to }));
}

/**
 * The clock of a zone that a calendar defines itself (RFC 5545, 3.6.5). Of a repeated time it shows
 * the first, and a skipped one as the offset before the jump has it.
 * @param until no time after it is asked for
 * @throws UnreadableEvent for a definition that makes no sense
 */
export function definedClock({ observances }: DefinedZone, until: Instant): Clock {
  const onsets = observances.flatMap((lines) => onsetsOf(lines, until)).sort((a, b) => a.at - b.at);
  const [first] = onsets;
  if (first === undefined) throw new UnreadableEvent('unknown_zone', 'a zone without observances');
  const before = { start: Number.NEGATIVE_INFINITY, end: first.at, offset: first.from };
  const spans = [
    before,
    ...onsets.map(({ at, to }, index) => ({
      start: at,
      end: onsets[index + 1]?.at ?? Number.POSITIVE_INFINITY,
      offset: to,
    })),
  ];
  return (wall: WallTime, again) => repeatedFirst(spans, wall, again);
}
