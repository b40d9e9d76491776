import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { parseInstant } from './instant.ts';
import { epochDayOf, localDateOf, mondayOf, parseLocalDate, weekdayOf } from './local-date.ts';
import {
  firstInstantAt,
  localDateAt,
  meetWallTime,
  sameWallTimeAfter,
  startOfDay,
  wallTimeAt,
  wallTimeOf,
} from './wall-time.ts';

const day = (text: string) => epochDayOf(parseLocalDate(text));
const wall = (date: string, hours: number, minutes = 0) => wallTimeOf(day(date), hours * 60 + minutes);

test.each([
  ['on an ordinary week', '2026-11-19T19:00Z', '2026-11-26T19:00Z'],
  ['over the end of summer time', '2026-10-22T18:00Z', '2026-10-29T19:00Z'],
  ['over the beginning of summer time', '2026-03-24T19:00Z', '2026-03-31T18:00Z'],
  ['where spring skips it', '2026-03-22T01:30Z', '2026-03-29T01:00Z'],
  ['where autumn repeats it', '2026-10-18T00:30Z', '2026-10-25T00:30Z'],
])('the same hour a week later, %s', (_, start, week) => {
  expect(sameWallTimeAfter('Europe/Paris', parseInstant(start), 7)).toBe(parseInstant(week));
});

describe('a wall time', () => {
  test('of an ordinary day occurs once', () => {
    expect(meetWallTime('Europe/Paris', wall('2026-11-21', 15))).toEqual({
      kind: 'once',
      instant: parseInstant('2026-11-21T14:00Z'),
    });
  });

  test('that spring skips never occurs, and its hour is reached at the jump', () => {
    const jump = parseInstant('2026-03-29T01:00Z');
    expect(meetWallTime('Europe/Paris', wall('2026-03-29', 2, 30))).toEqual({
      kind: 'skipped',
      instant: jump,
    });
    expect(firstInstantAt('Europe/Paris', wall('2026-03-29', 2, 30))).toBe(jump);
  });

  test('that autumn repeats means its first occurrence', () => {
    expect(meetWallTime('Europe/Paris', wall('2026-10-25', 2, 30))).toEqual({
      kind: 'repeated',
      instant: parseInstant('2026-10-25T00:30Z'),
    });
  });

  test('of a day that Apia skipped never occurs', () => {
    const jump = parseInstant('2011-12-30T10:00Z');
    for (const hour of [0, 12, 23]) {
      expect(meetWallTime('Pacific/Apia', wall('2011-12-30', hour))).toEqual({
        kind: 'skipped',
        instant: jump,
      });
    }
    expect(meetWallTime('Pacific/Apia', wall('2011-12-31', 0))).toEqual({ kind: 'once', instant: jump });
  });

  test('agrees with Temporal in any zone', () => {
    const zone = fc.constantFrom('Australia/Lord_Howe', ...Intl.supportedValuesOf('timeZone'));
    const minutes = fc.integer({ min: 0, max: 1439 });
    const days = fc.integer({ min: 0, max: day('2060-01-01') });
    const aroundChanges = fc.constantFrom(
      '2026-03-29',
      '2026-10-25',
      '2026-04-05',
      '2026-10-04',
      '2011-12-30',
    );
    fc.assert(
      fc.property(zone, fc.oneof(days, aroundChanges.map(day)), minutes, (name, date, minute) => {
        const wallTime = wallTimeOf(date as ReturnType<typeof day>, minute);
        const plain = Temporal.PlainDate.from(localDateOf(date as ReturnType<typeof day>)).toPlainDateTime({
          hour: Math.floor(minute / 60),
          minute: minute % 60,
        });
        const earlier = plain.toZonedDateTime(name, { disambiguation: 'earlier' });
        const later = plain.toZonedDateTime(name, { disambiguation: 'later' });
        const kept = earlier.toPlainDateTime().equals(plain);
        const met = meetWallTime(name, wallTime);
        if (!kept) expect(met.kind).toBe('skipped');
        else {
          expect(met.instant).toBe(earlier.epochMilliseconds);
          expect(met.kind).toBe(earlier.equals(later) ? 'once' : 'repeated');
          expect(wallTimeAt(name, met.instant)).toBe(wallTime);
        }
        expect(firstInstantAt(name, wallTime)).toBe(met.instant);
      }),
      { numRuns: 1_500 },
    );
  });
});

test('a day begins at its first moment, even where the clocks change at midnight', () => {
  expect(startOfDay('Africa/Cairo', day('2026-04-24'))).toBe(parseInstant('2026-04-23T22:00Z'));
  expect(localDateAt('Africa/Cairo', parseInstant('2026-04-23T21:59:59Z'))).toBe('2026-04-23');
  expect(localDateAt('Africa/Cairo', parseInstant('2026-04-23T22:00Z'))).toBe('2026-04-24');
  expect(startOfDay('America/Asuncion', day('2017-10-01'))).toBe(parseInstant('2017-10-01T04:00Z'));
});

test('weeks begin on Monday', () => {
  expect(weekdayOf(day('2026-11-21'))).toBe(6);
  expect(localDateOf(mondayOf(day('2026-11-22')))).toBe('2026-11-16');
  expect(localDateOf(mondayOf(day('2026-11-23')))).toBe('2026-11-23');
  expect(weekdayOf(day('1969-12-31'))).toBe(3);
});

test('a date that does not exist is refused', () => {
  for (const text of ['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1']) {
    expect(() => parseLocalDate(text)).toThrow(RangeError);
  }
});

test('an instant needs an offset', () => {
  expect(() => parseInstant('2026-11-21T15:00:00')).toThrow(RangeError);
  expect(parseInstant('2026-11-21T16:00:00+01:00')).toBe(parseInstant('2026-11-21T15:00Z'));
});
