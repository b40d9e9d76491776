import cldr from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };
import ICAL from 'ical.js';
import { type Instant, later } from '#domain/time/instant.ts';
import { firstInstantAt, meetWallTime, type WallTime, wallTimeAt } from '#domain/time/wall-time.ts';
import { isZoneName, type ZoneName } from '#domain/time/zone.ts';
import type { IcsProperty } from './ics-lines.ts';

/** Unicode CLDR's territory for a zone without one. */
const ANYWHERE = '001';

/** The IANA zone of each of Windows' names of time zones, which Outlook and Exchange write into calendars. */
const WINDOWS_ZONES: ReadonlyMap<string, ZoneName> = new Map(
  cldr.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === ANYWHERE)
    .map(({ mapZone }) => [mapZone._other, mapZone._type as ZoneName]),
);

/** When a clock shows a wall time, by iCalendar's rule. */
export type Clock = (wall: WallTime) => Instant;

/** A value of an event in time: a day, or a wall time with the clock that shows it. */
export interface Moment {
  wall: WallTime;
  isDate: boolean;
  clock: Clock;
}

/** What an event's times may refer to. */
export interface Clocks {
  /** Days begin at midnight of the streamer's zone. */
  day: Clock;
  /** Times without a zone. */
  floating: Clock;
  /** @returns the clock of a TZID */
  named(tzid: string): Clock;
}

/** A value of an event that cannot be read: the event is left out. */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent';
}

const utc: Clock = (wall) => wall as number as Instant;

/**
 * RFC 5545, 3.3.5: of a repeated wall time the first, and one that spring skips as the offset before the jump would have it: 2:30
 * becomes 3:30. (Loge's own rule, no time at all, would free a busy time.)
 */
const zoned =
  (zone: ZoneName): Clock =>
  (wall) => {
    const { kind, instant } = meetWallTime(zone, wall);
    if (kind !== 'skipped') return instant;
    const before = (instant - 1) as Instant;
    return (wall - (wallTimeAt(zone, before) - before)) as Instant;
  };

/** `/citadel.org/20260101_1/Europe/Paris`, as some programs prefix the zones that they ship. */
function plainZone(tzid: string): ZoneName | null {
  const windows = WINDOWS_ZONES.get(tzid);
  if (windows !== undefined) return windows;
  const parts = tzid.split('/').filter((part) => part !== '');
  for (let from = 0; from < parts.length; from++) {
    const name = parts.slice(from).join('/');
    if (isZoneName(name)) return name;
  }
  return null;
}

function definedClock(text: string): { tzid: string; clock: Clock } | null {
  try {
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)));
    const clock: Clock = (wall) => {
      const at = new Date(wall);
      const shown = ICAL.Time.fromData({
        year: at.getUTCFullYear(),
        month: at.getUTCMonth() + 1,
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
        second: at.getUTCSeconds(),
      });
      return (wall - zone.utcOffset(shown) * 1000) as Instant;
    };
    clock(Date.UTC(2026, 0, 1) as WallTime);
    return zone.tzid ? { tzid: zone.tzid, clock } : null;
  } catch {
    // Its definition cannot be read: times that name it are taken for times without a zone.
    return null;
  }
}

/**
 * The clocks of a calendar. A zone that the world knows by name is the world's, whatever the calendar says of it, since programs
 * ship definitions without history; a zone of the calendar's own is as the calendar defines it; an unknown one is that of
 * times without a zone.
 * @param home the streamer's zone
 */
export function clocksOf(zones: readonly string[], zoneName: string | null, home: ZoneName): Clocks {
  const floating = zoned((zoneName && plainZone(zoneName)) || home);
  const known = new Map<string, Clock>();
  for (const text of zones) {
    const defined = definedClock(text);
    if (defined) known.set(defined.tzid, defined.clock);
  }
  const named = new Map<string, Clock>();
  return {
    day: (wall) => firstInstantAt(home, wall),
    floating,
    named(tzid) {
      const found = named.get(tzid);
      if (found) return found;
      const zone = plainZone(tzid);
      const clock = zone ? zoned(zone) : (known.get(tzid) ?? floating);
      named.set(tzid, clock);
      return clock;
    },
  };
}

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i;

/** @throws UnreadableEvent */
export function readMoment(text: string, params: IcsProperty['params'], clocks: Clocks): Moment {
  const [whole, year, month, day, hour, minute, second = '0', zulu] = TIME.exec(text.trim()) ?? [];
  if (whole === undefined) throw new UnreadableEvent(`not a time: ${text}`);
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number(year) < 1900 || date.getUTCMonth() + 1 !== Number(month)) {
    throw new UnreadableEvent(`no such day: ${text}`);
  }
  if (hour === undefined) return { wall: date.getTime() as WallTime, isDate: true, clock: clocks.day };
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) {
    throw new UnreadableEvent(`no such time: ${text}`);
  }
  // A leap second is the last one before it (3.3.12).
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Math.min(59, Number(second));
  const wall = later(date.getTime() as Instant, seconds * 1000) as number as WallTime;
  const tzid = params.TZID;
  const clock = zulu ? utc : tzid === undefined ? clocks.floating : clocks.named(tzid);
  return { wall, isDate: false, clock };
}

/** How long an event lasts: whole days by the calendar, then the rest by the stopwatch. */
export interface Span {
  days: number;
  millis: number;
}

/** @throws UnreadableEvent, also for one that runs backwards */
export function readDuration(text: string): Span {
  const [whole, weeks = '0', days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i.exec(text) ??
    [];
  if (whole === undefined) throw new UnreadableEvent(`not a duration: ${text}`);
  return {
    days: Number(weeks) * 7 + Number(days),
    millis: (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000,
  };
}
