import type { Travel } from '#product/availability/rules/hours.ts';
import type { UnreadEvents } from '#product/availability/rules/unread-events.ts';
import { daysAfter, type Instant } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { clocksOf } from './calendar-clocks.ts';
import { CalendarFault } from './calendar-fault.ts';
import { collectFlaws } from './collect-flaws.ts';
import { addVersion, type EventVersions, findBusyTimes } from './event-versions.ts';
import {
  addLength,
  type BusyEvent,
  instantOfMoment,
  isOutside,
  type Revision,
  readEvent,
  revisionOf,
} from './ics-events.ts';
import { createIcsReader, type IcsComponent } from './ics-lines.ts';
import type { IcsProperty } from './ics-property.ts';
import { type Clocks, readDuration, readMoment } from './ics-times.ts';
import { isOwnUid } from './invitation.ts';
import { UnreadableEvent } from './unreadable-event.ts';

/**
 * The busy times of a VFREEBUSY (RFC 5545, 3.6.4): its periods, but for those that it calls free.
 * Types that nobody knows are busy (3.2.9).
 * @param attempt runs what may find a period unreadable
 */
function freeBusyOf(
  lines: readonly IcsProperty[],
  clocks: Clocks,
  attempt: (work: () => void) => void,
): Interval[] {
  const found: Interval[] = [];
  for (const { params, value } of lines) {
    if (params.FBTYPE?.toUpperCase() === 'FREE') continue;
    for (const period of value.split(',').filter((item) => item.trim() !== '')) {
      attempt(() => {
        const [from = '', to = ''] = period.split('/');
        const start = readMoment(from, params, clocks);
        const end = /^\s*\+?P/i.test(to)
          ? addLength(start, readDuration(to))
          : instantOfMoment(readMoment(to, params, clocks));
        found.push({ start: instantOfMoment(start), end });
      });
    }
  }
  return found;
}

export interface BusyQuestion {
  /** Events outside of it are left out, and those across its edges are cut. */
  window: Interval;
  /** The streamer's: when days begin, and times that name no zone. */
  zone: ZoneName;
  /**
   * Where the streamer is in another zone: days and times without a zone follow them there, as
   * their hours do.
   */
  travels?: readonly Travel[];
  /**
   * The host of our own events' UIDs. A session of ours that comes back through somebody's calendar
   * is no other appointment.
   */
  ownHost: string | null;
  /** The streamer's mail addresses: invitations that they declined are free. */
  addresses?: readonly string[];
}

export interface BusyTimes {
  /** In order, apart from each other, none of them empty. */
  busy: Interval[];
  /** How many events the calendar has, those left out included. */
  events: number;
  /** How many of them could not be read, or not whole. */
  skipped: number;
  /** The events that could not be read, by reason, the most frequent first. */
  unread: UnreadEvents[];
}

/** Events that may touch the window: others are forgotten as they come. */
const MOST_EVENTS = 20_000;
const MOST_INTERVALS = 100_000;
/** Apart from each other, some 25 a day. */
const MOST_BUSY = 10_000;
/** Definitions of zones are read this far beyond the window, since rules are. */
const DAYS_BEYOND = 10;

export interface BusyReader {
  /** @throws CalendarFault not_a_calendar, malformed or too_complex */
  push(piece: string): void;
  /**
   * @throws CalendarFault malformed or too_complex when it cannot be told as a whole; nothing else
   */
  end(): BusyTimes;
}

/** Finds the busy times of a calendar, or of several in one stream, while they come. */
export function createBusyReader(question: BusyQuestion): BusyReader {
  const { window, zone, travels = [], ownHost, addresses = [] } = question;
  const flaws = collectFlaws();
  const byUid = new Map<string, EventVersions>();
  const found: Interval[] = [];
  let events = 0;
  let kept = 0;
  let pending: IcsComponent[] = [];

  function add(uid: string, revision: Revision, event: BusyEvent | null): void {
    if (ownHost !== null && isOwnUid(uid, ownHost)) return;
    // Events without a UID have nothing to do with each other.
    const key = uid === '' ? ` ${byUid.size}` : uid;
    const versions = byUid.get(key) ?? { latest: revision, series: [], changes: [] };
    byUid.set(key, versions);
    addVersion(versions, revision, event);
  }

  function find(interval: Interval): void {
    if (found.push(interval) > MOST_INTERVALS) throw new CalendarFault('too_complex', 'too many occurrences');
  }

  const reader = createIcsReader({
    component(component) {
      events++;
      const { kind, lines } = component;
      if (kind === 'VEVENT' && lines !== null && isOutside(lines, window)) {
        const { uid, ...revision } = revisionOf(lines);
        if (uid !== '') add(uid, revision, null);
        return;
      }
      if (++kept > MOST_EVENTS) throw new CalendarFault('too_complex', 'too many events');
      pending.push(component);
    },
    calendar({ zones, zoneName, method, name }) {
      const until = daysAfter(window.end, DAYS_BEYOND);
      const owners = name?.includes('@') ? [...addresses, name] : addresses;
      const context = {
        clocks: clocksOf({ defined: zones, zoneName }, { zone, travels }, until),
        addresses: new Set(owners.map((address) => address.trim().toLowerCase())),
        cancels: method === 'CANCEL',
      };
      for (const { kind, lines } of pending) {
        if (lines === null) flaws.note([new UnreadableEvent('broken_line', '')], null);
        else if (kind === 'VFREEBUSY') freeBusyOf(lines, context.clocks, flaws.attempt).forEach(find);
        else
          flaws.attempt(() => {
            const event = readEvent(lines, context);
            add(event.uid, event, event);
          });
      }
      pending = [];
    },
  });

  return {
    push: reader.push,
    end() {
      reader.end();
      for (const versions of byUid.values()) {
        flaws.attempt(() => findBusyTimes(versions, window, flaws, find));
      }
      const busy = merged(found, window);
      if (busy.length > MOST_BUSY) throw new CalendarFault('too_complex', 'too many busy times');
      return { busy, events, ...flaws.told() };
    },
  };
}

/**
 * The busy times of a calendar's text.
 * @throws CalendarFault not_a_calendar, malformed or too_complex
 */
export function busyTimes(text: string, question: BusyQuestion): BusyTimes {
  const reader = createBusyReader(question);
  reader.push(text.replace(/^\ufeff/, ''));
  return reader.end();
}

/** Sorted, cut to the window, what touches joined. */
function merged(intervals: Interval[], window: Interval): Interval[] {
  const joined: { start: Instant; end: Instant }[] = [];
  for (const interval of intervals.sort((a, b) => a.start - b.start)) {
    const start = Math.max(interval.start, window.start) as Instant;
    const end = Math.min(interval.end, window.end) as Instant;
    const last = joined.at(-1);
    if (last && start <= last.end && end > start) last.end = Math.max(last.end, end) as Instant;
    else if (end > start) joined.push({ start, end });
  }
  return joined;
}
