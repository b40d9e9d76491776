import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };
import {
  endOfStreamersDay,
  startOfStreamersDay,
  type Wall,
  zoneOfDay,
} from '#product/availability/rules/hours.ts';
import {
  type Instant,
  MILLIS_PER_DAY,
  MILLIS_PER_HOUR,
  MILLIS_PER_MINUTE,
} from '#product/shared/time/instant.ts';
import type { EpochDay } from '#product/shared/time/local-date.ts';
import { isZoneName, spanAt, type ZoneName } from '#product/shared/time/zone.ts';
import { definedClock } from './defined-zone.ts';
import type { DefinedZone } from './ics-lines.ts';
import { type Clock, type Clocks, type NamedClock, offsetClock, zoneClock } from './ics-times.ts';
import { UnreadableEvent } from './unreadable-event.ts';
import { CITY_NAMES, FORMER_WINDOWS_ZONES, REGIONS, ZONES_BY_ABBREVIATION } from './zone-places.ts';

/**
 * The meaning of a zone's name: a zone of the world, or one offset for ever, in milliseconds east
 * of UTC.
 */
export type NamedZone = { zone: ZoneName } | { offset: number };

/** Unicode CLDR's territory for a zone without one. */
const ANYWHERE = '001';

/**
 * A name without what programs add to it or spell differently: case, accents, dots,
 * `Standard Time`, a number at the end.
 */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[._]+/g, ' ')
    .replace(/\b(?:standard|daylight|summer)\b/g, ' ')
    .replace(/\btime\b(?: zone)?/g, ' ')
    .replace(/\s+\d$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * The zone of each of Windows' names, which Outlook and Exchange write into calendars, by its plain
 * form.
 */
const WINDOWS_ZONES: ReadonlyMap<string, ZoneName> = new Map([
  ...Object.entries(FORMER_WINDOWS_ZONES).map(([name, zone]) => [plain(name), zone] as const),
  ...cldr.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === ANYWHERE)
    .map(({ mapZone }) => [plain(mapZone._other), mapZone._type] as const),
]);

/** `Europe/Paris` by `paris`. Zones of three parts are known by their last one as well. */
const CITY_ZONES: ReadonlyMap<string, ZoneName> = new Map([
  ...Intl.supportedValuesOf('timeZone').map(
    (zone) => [plain(zone.slice(zone.lastIndexOf('/') + 1)), zone] as const,
  ),
  ...CITY_NAMES,
]);

/** ICU's own meanings of three letters, which no list of the world's zones has. */
const ICU_ONLY =
  /^(?:ACT|AET|AGT|ART|AST|BET|CAT|CNT|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|SST|VST)$/i;

/**
 * True when the zone shows the offset at some time of the year; either side of the summer is
 * enough.
 */
function shows(zone: ZoneName, offset: number): boolean {
  return [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)].some(
    (instant) => spanAt(zone, instant).offset === offset,
  );
}

/**
 * Places in words: `Eastern Time (US & Canada)`, `Bruxelles, Copenhague, Madrid, Paris`. The offset
 * beside them decides between two.
 */
function placeNamed(words: string, offset: number | null): ZoneName | null {
  const whole = plain(words);
  const found = [
    WINDOWS_ZONES.get(whole),
    ...whole.split(/\s*[,;/&:()]\s*|\s+(?:-|and|et|und)\s+/).map((city) => CITY_ZONES.get(city)),
    ...REGIONS.filter(([pattern]) => pattern.test(whole)).map(([, zone]) => zone),
  ].filter((zone) => zone !== undefined);
  return found.find((zone) => offset === null || shows(zone, offset)) ?? found[0] ?? null;
}

const OFFSET =
  /^\(?\s*(?:UTC|GMT|Z)?\s*([+\u2212-])\s*(\d{1,2})(?:\s*[:.h]?\s*(\d\d))?(?:\s*[:.]?00)?\s*\)?\s*(?:[-,:]\s*)?(.*)$/i;
const NO_OFFSET = /^\((?:UTC|GMT)\)\s*(.*)$/i;
/**
 * `GMT -0500 (Standard) / GMT -0400 (Daylight)`, by the offset of winter; without a place, these
 * are the likely ones.
 */
const BOTH_OFFSETS = /^\(standard\).*\(daylight\)$/i;
const LIKELY_WITH_SUMMER: readonly ZoneName[] = [
  ...['Europe/London', 'Europe/Paris', 'Europe/Helsinki', 'America/New_York', 'America/Chicago'],
  ...['America/Denver', 'America/Los_Angeles', 'America/Halifax', 'America/Anchorage', 'Australia/Sydney'],
];

function byOffset(name: string): NamedZone | null {
  const [, at = null] = NO_OFFSET.exec(name) ?? [];
  if (at !== null) {
    const zone = placeNamed(at, 0);
    return zone === null ? { zone: 'UTC' } : { zone };
  }
  const [whole, sign, hours, minutes = '0', rest = ''] = OFFSET.exec(name) ?? [];
  if (whole === undefined || Number(hours) > 14 || Number(minutes) > 59) return null;
  const size = Number(hours) * MILLIS_PER_HOUR + Number(minutes) * MILLIS_PER_MINUTE;
  const offset = sign === '+' ? size : -size;
  if (rest === '') return { offset };
  if (BOTH_OFFSETS.test(rest)) {
    const zone = LIKELY_WITH_SUMMER.find((likely) => spanAt(likely, Date.UTC(2026, 0, 1)).offset === offset);
    if (zone !== undefined) return { zone };
  }
  const zone = placeNamed(rest, offset);
  return zone === null ? { offset } : { zone };
}

/**
 * A name of the world's own list of zones, in any case; spaces stand for underscores in some
 * programs.
 */
export function worldZone(name: string): ZoneName | null {
  const written = name.replace(/ /g, '_');
  return !ICU_ONLY.test(written) && isZoneName(written) ? written : null;
}

/** A name without quotes, backslashes and spaces around it. */
export const cleanZoneName = (tzid: string): string =>
  tzid
    .replace(/\\([,;\\])/g, '$1')
    .replace(/^[\s"']+|[\s"']+$/g, '')
    .replace(/\s+/g, ' ');

/**
 * Finds the meaning of a TZID that the calendar does not define itself: one of the world's names,
 * old ones and links included; one of Windows' in any case; an offset; a name that Outlook or
 * Exchange shows; a place; one of these behind a prefix (`/citadel.org/20260101_1/Europe/Paris`).
 * @returns null when it cannot be known
 */
export function zoneByName(tzid: string): NamedZone | null {
  const name = cleanZoneName(tzid);
  if (name === '') return null;
  const abbreviated = ZONES_BY_ABBREVIATION.get(name.toLowerCase());
  if (abbreviated !== undefined) return { zone: abbreviated };
  const world = worldZone(name);
  if (world !== null) return { zone: world };
  const windows = WINDOWS_ZONES.get(plain(name));
  if (windows !== undefined) return { zone: windows };
  const offset = byOffset(name);
  if (offset !== null) return offset;
  const parts = name.split('/').filter((part) => part !== '');
  for (let from = 0; from < parts.length; from++) {
    const tail = parts.slice(from).join('/');
    const zone = worldZone(tail);
    // `tzone://Microsoft/Utc`; other single words at the end of a path may mean anything.
    if (zone !== null && (tail.includes('/') || /^(?:UTC|GMT)$/i.test(tail))) return { zone };
  }
  for (const [written] of name.matchAll(/[A-Za-z_]+(?:[/-][A-Za-z_]+){1,2}/g)) {
    const zone = worldZone(written.replace(/^(\w+)-/, '$1/'));
    if (zone?.includes('/')) return { zone };
  }
  const place = placeNamed(name, null);
  return place === null ? null : { zone: place };
}

const dayOf = (wall: number) => Math.floor(wall / MILLIS_PER_DAY) as EpochDay;

/** The zones of a calendar. */
interface CalendarZones {
  defined: readonly DefinedZone[];
  /** The zone that it names for times without one; null when it names none. */
  zoneName: string | null;
}

/** The clocks of zones outside of any calendar, kept from one calendar of a stream to the next. */
function clockByName(name: string): Clock | null {
  const found = zoneByName(name);
  if (found === null) return null;
  return 'zone' in found ? zoneClock(found.zone) : offsetClock(found.offset);
}

/**
 * The clocks of a calendar. `Area/City` is the world's zone of that name, since programs ship
 * definitions of it without history or with old laws; any other name is as the calendar defines it
 * (RFC 5545, 3.6.5), and only without a definition what the name seems to say. A name that cannot
 * be known is that of times without a zone, and is said to be unknown.
 * @param home where the streamer is on which day
 * @param until no time after it is asked for
 */
export function clocksOf({ defined, zoneName }: CalendarZones, home: Wall, until: Instant): Clocks {
  const definitions = new Map<string, DefinedZone>();
  for (const zone of defined) {
    const name = cleanZoneName(zone.tzid).toLowerCase();
    if (!definitions.has(name)) definitions.set(name, zone);
  }
  const own: Clock = (wall, again) => zoneClock(zoneOfDay(home, dayOf(wall)))(wall, again);

  function find(tzid: string): NamedClock {
    const name = cleanZoneName(tzid);
    const world = name.includes('/') ? worldZone(name) : null;
    if (world !== null) return { clock: zoneClock(world), unknown: null };
    const definition = definitions.get(name.toLowerCase());
    if (definition !== undefined) {
      try {
        return { clock: definedClock(definition, until), unknown: null };
      } catch (error) {
        // The name may still say what its definition cannot.
        if (!(error instanceof UnreadableEvent || error instanceof RangeError)) throw error;
      }
    }
    const clock = clockByName(name);
    return clock === null ? { clock: own, unknown: name } : { clock, unknown: null };
  }

  const known = new Map<string, NamedClock>();
  const named = (tzid: string): NamedClock => {
    const found = known.get(tzid) ?? find(tzid);
    known.set(tzid, found);
    return found;
  };
  return {
    dayStart: (wall) => startOfStreamersDay(home, dayOf(wall)),
    dayEnd: (wall) => endOfStreamersDay(home, (dayOf(wall) - 1) as EpochDay),
    floating: zoneName === null ? { clock: own, unknown: null } : named(zoneName),
    named,
  };
}
