import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };
import { MILLIS_PER_HOUR, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import { isZoneName, spanAt, type ZoneName } from '#product/shared/time/zone.ts';
import localized from './localized-zones/localized-zones.json' with { type: 'json' };
import { northAmerican } from './north-american-zones.ts';
import { CITY_NAMES, FORMER_WINDOWS_ZONES, REGIONS, ZONES_BY_ABBREVIATION } from './zone-places.ts';

/**
 * The meaning of a zone's name: a zone of the world, or one offset for ever, in milliseconds east
 * of UTC. It is unsure where words beside the offset may mean a place with a summer time.
 */
export type NamedZone = { zone: ZoneName } | { offset: number; unsure?: true };

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

/** The zones of each name in other languages, by its plain form; made when it is first needed. */
let localizedZones: ReadonlyMap<string, readonly ZoneName[]> | null = null;

function zonesByLocalName(name: string): readonly ZoneName[] {
  if (localizedZones === null) {
    const found = new Map<string, ZoneName[]>();
    for (const [zone, names] of Object.entries(localized)) {
      for (const each of names.split(' | ')) {
        const key = plain(each);
        found.set(key, [...(found.get(key) ?? []), zone]);
      }
    }
    localizedZones = found;
  }
  return localizedZones.get(name) ?? [];
}

const seasonsOf = (year: number): number[] => [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)];
const THIS_YEAR = seasonsOf(2026);
/** Windows has its names since then. */
const SINCE_1990 = Array.from({ length: 36 }, (_, index) => seasonsOf(1990 + index)).flat();

/** True when the zone shows the offset at one of the instants. */
const shows = (zone: ZoneName, offset: number, instants: readonly number[]): boolean =>
  instants.some((instant) => spanAt(zone, instant).offset === offset);

/** Places in words: `Eastern Time (US & Canada)`, `Bruxelles, Copenhague, Madrid, Paris`. */
function placesNamed(words: string, offset: number | null): ZoneName[] {
  const whole = plain(words);
  const pieces = whole.split(/\s*[,;/&:()]\s*|\s+(?:-|and|et|und|y|e|en)\s+/);
  return [
    WINDOWS_ZONES.get(whole),
    ...pieces.map((city) => CITY_ZONES.get(city)),
    ...REGIONS.filter(([pattern]) => pattern.test(whole)).map(([, zone]) => zone),
    ...northAmerican(whole, offset),
    ...zonesByLocalName(whole),
    ...pieces.flatMap(zonesByLocalName),
  ].filter((zone) => zone !== undefined);
}

/** The offset that Windows repeats at the end: `Coordinated Universal Time-11`. */
const OWN_OFFSET = /\s*[+\u2212-]\s*\d{1,2}$/;

/**
 * The meaning of words beside an offset, which decides between two places. Windows keeps the old
 * offset in the names of places that moved (Greenland, Novosibirsk); of a place that never had it
 * the offset alone holds, and that it is `Coordinated Universal Time-11` is no doubt.
 */
function beside(offset: number, words: string): NamedZone {
  const found = placesNamed(words.replace(OWN_OFFSET, ''), offset);
  for (const instants of [THIS_YEAR, SINCE_1990]) {
    const zone = found.find((each) => shows(each, offset, instants));
    if (zone !== undefined) return { zone };
  }
  return found.includes('UTC') ? { offset } : { offset, unsure: true };
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
  if (at !== null) return at === '' ? { zone: 'UTC' } : beside(0, at);
  const [whole, sign, hours, minutes = '0', rest = ''] = OFFSET.exec(name) ?? [];
  if (whole === undefined || Number(hours) > 14 || Number(minutes) > 59) return null;
  const size = Number(hours) * MILLIS_PER_HOUR + Number(minutes) * MILLIS_PER_MINUTE;
  const offset = sign === '+' ? size : -size;
  if (rest === '') return { offset };
  if (BOTH_OFFSETS.test(rest)) {
    const zone = LIKELY_WITH_SUMMER.find((likely) => spanAt(likely, Date.UTC(2026, 0, 1)).offset === offset);
    if (zone !== undefined) return { zone };
  }
  return beside(offset, rest);
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
  const [own] = OWN_OFFSET.exec(name) ?? [];
  if (own !== undefined && placesNamed(name.replace(OWN_OFFSET, ''), null).includes('UTC'))
    return byOffset(own);
  const [place] = placesNamed(name, null);
  return place === undefined ? null : { zone: place };
}
