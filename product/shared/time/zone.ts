import { MILLIS_PER_DAY } from './instant.ts';

/** An IANA zone name, such as `Europe/Paris`. Checked by `isZoneName` where it enters. */
export type ZoneName = string;

/**
 * A stretch of time in which a zone keeps one offset. Milliseconds throughout: `start` and `end`
 * since the epoch, `offset` east of UTC. Wall times before `repeatedUntil` occur for the second
 * time: autumn has turned the clock back over them.
 */
export interface OffsetSpan {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly repeatedUntil: number;
}

/**
 * The part of Temporal that is used here. TypeScript's library does not have it yet, nor has every
 * runtime.
 */
interface NativeTemporal {
  readonly Now: { timeZoneId(): string };
  readonly Instant: {
    fromEpochMilliseconds(milliseconds: number): {
      toZonedDateTimeISO(zone: string): { readonly offsetNanoseconds: number; readonly timeZoneId: string };
    };
  };
}

declare const Temporal: NativeTemporal | undefined;

/**
 * Where the runtime has it, it is asked instead of Intl, whose first format of a date is 15 ms of
 * work, and 60 on a slow telephone.
 */
const temporal = (): NativeTemporal | undefined => (typeof Temporal === 'undefined' ? undefined : Temporal);

/** The zone of this runtime, as it names it. */
export const runtimeZone = (): string =>
  temporal()?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Intl answers one offset in about 3 µs, far too slow for each slot. So a zone's offsets are found
 * once per stretch of about 13 months, by probing every five days and bisecting down to the second,
 * and kept. No zone since 1970 has changed twice within five days (checked against Temporal in
 * zone.test.ts).
 */
const STRETCH = 2 ** 35;
const PROBE_STEP = 5 * MILLIS_PER_DAY;
/**
 * Each stretch also includes its surroundings, so that a wall time near its edge (UTC-12 to UTC+14)
 * does not need another one.
 */
const MARGIN = 2 * MILLIS_PER_DAY;
/** Bounds for memory, far above real use: all 600 names, some 60 years each. */
const MOST_ZONES = 1_000;
const MOST_STRETCHES = 64;

/** The offset of a zone at an instant, both in milliseconds. */
type AskOffset = (instant: number) => number;

interface Zone {
  readonly ask: AskOffset;
  readonly stretches: Map<number, readonly OffsetSpan[]>;
}

const zones = new Map<ZoneName, Zone>();

const STARTS_AS_A_NAME = /^[A-Za-z]/;

/**
 * True when the runtime's time zone database knows the name. Fixed offsets such as `+02:00` are not
 * zones here.
 */
export function isZoneName(name: string): boolean {
  if (!STARTS_AS_A_NAME.test(name)) return false;
  try {
    zoneOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * A zone that a person chose, while the runtime still knows it; otherwise the one that was valid
 * before.
 */
export const knownZone = (chosen: string | null, otherwise: ZoneName): ZoneName =>
  chosen !== null && isZoneName(chosen) ? chosen : otherwise;

/**
 * The spans of constant offset around an instant or a wall time (in milliseconds as if in UTC), at
 * least two days either side, in order. Throws a RangeError for an unknown zone.
 */
export function spansAround(name: ZoneName, milliseconds: number): readonly OffsetSpan[] {
  const zone = zoneOf(name);
  const index = Math.floor(milliseconds / STRETCH);
  const known = zone.stretches.get(index);
  if (known) return known;
  const spans = findSpans(zone.ask, index * STRETCH - MARGIN, (index + 1) * STRETCH + MARGIN);
  if (zone.stretches.size >= MOST_STRETCHES) zone.stretches.clear();
  zone.stretches.set(index, spans);
  return spans;
}

/** The span in force at an instant. */
export function spanAt(name: ZoneName, instant: number): OffsetSpan {
  const spans = spansAround(name, instant);
  const span = spans.find(({ end }) => instant < end);
  if (!span) throw new RangeError(`no offset of ${name} at ${instant}`);
  return span;
}

function zoneOf(name: ZoneName): Zone {
  const known = zones.get(name);
  if (known) return known;
  const zone: Zone = { ask: offsetsOf(name), stretches: new Map() };
  if (zones.size >= MOST_ZONES) zones.clear();
  zones.set(name, zone);
  return zone;
}

/** @throws RangeError for an unknown zone */
function offsetsOf(name: ZoneName): AskOffset {
  const native = temporal();
  if (native === undefined) return offsetsByIntl(name);
  const at = (instant: number) => native.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name);
  // It also takes an offset, and a time that has one.
  if (!STARTS_AS_A_NAME.test(at(0).timeZoneId)) throw new RangeError(`no zone: ${name}`);
  return (instant) => at(instant).offsetNanoseconds / 1_000_000;
}

function offsetsByIntl(name: ZoneName): AskOffset {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = format
      .format(instant)
      .split(/\D+/)
      .map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
  };
}

function findSpans(ask: AskOffset, from: number, to: number): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let start = from;
  let offset = ask(from);
  let repeatedUntil = from;
  for (let probe = from; probe < to; probe += PROBE_STEP) {
    const next = Math.min(probe + PROBE_STEP, to);
    const nextOffset = ask(next);
    if (nextOffset === offset) continue;
    const change = bisect(ask, probe, next, offset);
    spans.push({ start, end: change, offset, repeatedUntil });
    start = change;
    repeatedUntil = change + Math.max(0, offset - nextOffset);
    offset = nextOffset;
  }
  spans.push({ start, end: to, offset, repeatedUntil });
  return spans;
}

/** The first whole second after `before` at which the offset is no longer `offset`. */
function bisect(ask: AskOffset, before: number, after: number, offset: number): number {
  let low = Math.floor(before / 1000);
  let high = Math.ceil(after / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (ask(middle * 1000) === offset) low = middle;
    else high = middle;
  }
  return high * 1000;
}
