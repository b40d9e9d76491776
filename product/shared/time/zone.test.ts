import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isZoneName, runtimeZone, spanAt, spansAround } from './zone.ts';

const NANOS_PER_MILLI = 1e6;

const oracleOffset = (zone: string, instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds /
  NANOS_PER_MILLI;

const ODD_ZONES = [
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Asuncion',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/St_Johns',
  'Africa/Monrovia',
  'Antarctica/Troll',
];

describe('the offsets of a zone', () => {
  test('agree with Temporal at any instant from 1970 to 2070, in any zone', () => {
    const zone = fc.constantFrom('UTC', ...ODD_ZONES, ...Intl.supportedValuesOf('timeZone'));
    const instant = fc.integer({ min: 0, max: Date.UTC(2070, 0) / 1000 }).map((seconds) => seconds * 1000);
    fc.assert(
      fc.property(zone, instant, (name, at) => spanAt(name, at).offset === oracleOffset(name, at)),
      { numRuns: 2_000 },
    );
  });

  test.each(ODD_ZONES)('%s changes at the same instants as in Temporal, from 1970 to 2040', (zone) => {
    const found: number[] = [];
    for (let at = 0; at < Date.UTC(2040, 0); at = spanAt(zone, at).end) {
      const span = spanAt(zone, at);
      if (span.end < Date.UTC(2040, 0) && span.offset !== spanAt(zone, span.end).offset) found.push(span.end);
    }
    expect(found).toEqual(oracleTransitions(zone, 0, Date.UTC(2040, 0)));
  });

  test('are contiguous and cover at least two days around any moment', () => {
    const moment = fc.integer({ min: 0, max: Date.UTC(2070, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...ODD_ZONES), moment, (zone, at) => {
        const spans = spansAround(zone, at);
        for (const [index, span] of spans.entries()) {
          expect(span.end).toBeGreaterThan(span.start);
          if (index > 0) expect(span.start).toBe(spans[index - 1]!.end);
        }
        expect(spans[0]!.start).toBeLessThanOrEqual(at - 2 * 86_400_000);
        expect(spans.at(-1)!.end).toBeGreaterThanOrEqual(at + 2 * 86_400_000);
      }),
    );
  });

  test('say which wall times occur for the second time', () => {
    const paris = spanAt('Europe/Paris', Date.UTC(2026, 9, 25, 1, 30));
    expect(paris.repeatedUntil).toBe(Date.UTC(2026, 9, 25, 2));
    const lordHowe = spanAt('Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15, 10));
    expect(lordHowe.repeatedUntil - lordHowe.start).toBe(30 * 60_000);
    const spring = spanAt('Europe/Paris', Date.UTC(2026, 2, 29, 1));
    expect(spring.repeatedUntil).toBe(spring.start);
  });
});

test('a zone name is one that the time zone database knows', () => {
  expect(['Europe/Paris', 'UTC', 'America/Argentina/Buenos_Aires'].map(isZoneName)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['', 'Europe/Atlantis', '+02:00', 'Paris; drop table'].map(isZoneName)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

function oracleTransitions(zone: string, from: number, to: number): number[] {
  const found: number[] = [];
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  while (at) {
    const before: number = at.offsetNanoseconds;
    at = at.getTimeZoneTransition('next');
    if (!at || at.epochMilliseconds >= to) break;
    if (at.offsetNanoseconds !== before) found.push(at.epochMilliseconds);
  }
  return found;
}

describe('where the runtime has Temporal itself', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  const withTemporal = async () => {
    vi.stubGlobal('Temporal', Temporal);
    vi.resetModules();
    return import('./zone.ts');
  };

  test('the spans of every zone are those of Intl', async () => {
    const native = await withTemporal();
    for (const zone of new Set(['UTC', ...ODD_ZONES, ...Intl.supportedValuesOf('timeZone')]))
      expect(native.spansAround(zone, Date.UTC(2026, 10, 23)), zone).toEqual(
        spansAround(zone, Date.UTC(2026, 10, 23)),
      );
  });

  test('the same names are zones, and no time or offset is one', async () => {
    const native = await withTemporal();
    const names = ['Europe/Paris', 'europe/paris', 'UTC', 'Mars/Phobos', 'T10+02', 'T10:00Z', '+02:00', ''];
    expect(names.map(native.isZoneName)).toEqual(names.map(isZoneName));
    expect(native.runtimeZone()).toBe(runtimeZone());
  });
});
