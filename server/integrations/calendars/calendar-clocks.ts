import {
  endOfStreamersDay,
  startOfStreamersDay,
  type Wall,
  zoneOfDay,
} from '#product/availability/rules/hours.ts';
import { type Instant, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import type { EpochDay } from '#product/shared/time/local-date.ts';
import { definedClock } from './defined-zone.ts';
import type { DefinedZone } from './ics-lines.ts';
import { type Clock, type Clocks, type NamedClock, offsetClock, zoneClock } from './ics-times.ts';
import { UnreadableEvent } from './unreadable-event.ts';
import { cleanZoneName, worldZone, zoneByName } from './zone-names.ts';

const dayOf = (wall: number) => Math.floor(wall / MILLIS_PER_DAY) as EpochDay;

/** The zones of a calendar. */
interface CalendarZones {
  defined: readonly DefinedZone[];
  /** The zone that it names for times without one; null when it names none. */
  zoneName: string | null;
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
    if (world !== null) return { clock: zoneClock(world), doubt: null };
    const definition = definitions.get(name.toLowerCase());
    if (definition !== undefined) {
      try {
        return { clock: definedClock(definition, until), doubt: null };
      } catch (error) {
        // The name may still say what its definition cannot.
        if (!(error instanceof UnreadableEvent || error instanceof RangeError)) throw error;
      }
    }
    const meant = zoneByName(name);
    if (meant === null) return { clock: own, doubt: { reason: 'unknown_zone', name } };
    if ('zone' in meant) return { clock: zoneClock(meant.zone), doubt: null };
    return { clock: offsetClock(meant.offset), doubt: meant.unsure ? { reason: 'unsure_zone', name } : null };
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
    floating: zoneName === null ? { clock: own, doubt: null } : named(zoneName),
    named,
  };
}
