import { describe, expect, test } from 'vitest';
import { busyTimes } from './busy-times.ts';
import { createTextReader } from './calendar-text.ts';
import { at, calendar, event, question, read } from './testing/written-calendar.ts';

// What programs write beside the standard, and what joins and wears calendars out.
const busy = (...lines: string[]) => read(calendar(event(...lines))).busy;
const written = (instant: number) => new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');
const APRIL = Date.UTC(2026, 3, 1);
const MINUTE = 60_000;

describe('a zone in the line of a time, not quoted', () => {
  test.each([
    ['(UTC-05:00) Eastern Time (US & Canada)', '03-12T22:30/03-12T23:30'],
    ['UTC+08:00', '03-12T10:30/03-12T11:30'],
    ['(GMT-08:00) Pacific Time (US & Canada); Tijuana', '03-13T01:30/03-13T02:30'],
  ])('%s', (zone, expected) => {
    const time = `TZID=${zone}:20260312T183000`;
    expect(busy(`DTSTART;${time}`, `DTEND;TZID=${zone}:20260312T193000`)).toEqual([expected]);
    const series = [`DTSTART;${time}`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'];
    expect(busy(...series, `EXDATE;${time.replace('0312', '0313')}`)).toEqual([expected]);
  });

  test('has its definition by the calendar', () => {
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:tzone://Microsoft/Custom', 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
      ...['TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    const text = calendar(
      ...zone,
      event('DTSTART;TZID=tzone://Microsoft/Custom:20260712T183000', 'DURATION:PT1H'),
    );
    expect(read(text)).toEqual({ busy: ['07-12T15:30/07-12T16:30'], skipped: 0 });
  });
});

test.each(['+01', '+1', '+0100', '+01:00', '+01.00', '+010000', '+01:00:00', 'UTC+01:00', 'GMT+1', '01'])(
  'a calendar defines its zone by %s',
  (offset) => {
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:Chez nous', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
      ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    const text = calendar(...zone, event('DTSTART;TZID=Chez nous:20260712T183000', 'DURATION:PT1H'));
    expect(read(text)).toEqual({ busy: ['07-12T17:30/07-12T18:30'], skipped: 0 });
  },
);

describe('a length that seems to run backwards', () => {
  test.each<[string, string[], string[]]>([
    [
      'a day that ends before it begins is that day',
      ['DTSTART;VALUE=DATE:20260312', 'DTEND;VALUE=DATE:20260311'],
      ['03-11T23:00/03-12T23:00'],
    ],
    [
      'also when it ends at an hour',
      ['DTSTART;VALUE=DATE:20260312', 'DTEND:20260311T100000Z'],
      ['03-11T23:00/03-12T23:00'],
    ],
    [
      'an end in a repeated hour is the second one where the first lies before the start',
      ['DTSTART;TZID=Europe/Paris:20261025T023000', 'DTEND;TZID=Europe/Paris:20261025T021500'],
      ['10-25T00:30/10-25T01:15'],
    ],
    [
      'and the first one otherwise',
      ['DTSTART;TZID=Europe/Paris:20261025T023000', 'DTEND;TZID=Europe/Paris:20261025T024500'],
      ['10-25T00:30/10-25T00:45'],
    ],
    [
      'without a zone as well',
      ['DTSTART:20261025T023000', 'DTEND:20261025T021500'],
      ['10-25T00:30/10-25T01:15'],
    ],
    [
      'across the ocean as well',
      ['DTSTART;TZID=America/New_York:20261101T015000', 'DTEND;TZID=America/New_York:20261101T010500'],
      ['11-01T05:50/11-01T06:05'],
    ],
  ])('%s', (_what, lines, expected) => expect(busy(...lines)).toEqual(expected));
});

describe('rules of dates that are left out (EXRULE)', () => {
  const days = ['DTSTART;TZID=Europe/Paris:20260312T183000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=6'];
  const daysOf = (...lines: string[]) => busy(...days, ...lines).map((time) => time.slice(0, 5));

  test.each<[string, string[]]>([
    ['EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=4', ['03-13', '03-15', '03-17']],
    ['EXRULE:FREQ=WEEKLY;BYDAY=SA,SU', ['03-12', '03-13', '03-16', '03-17']],
    ['EXRULE:FREQ=DAILY;UNTIL=20260314T173000Z', ['03-15', '03-16', '03-17']],
    ['EXRULE:', ['03-12', '03-13', '03-14', '03-15', '03-16', '03-17']],
  ])('%s', (line, expected) => expect(daysOf(line)).toEqual(expected));

  test('one that is none leaves nothing out, and is told', () => {
    const { busy: found, unread } = busyTimes(
      calendar(event(...days, 'EXRULE:FREQ=PARFOIS', 'EXRULE:FREQ=SECONDLY')),
      question,
    );
    expect(found).toHaveLength(6);
    expect(unread.map(({ reason, name }) => [reason, name])).toEqual([
      ['bad_exception', 'FREQ=PARFOIS'],
      ['bad_exception', 'FREQ=SECONDLY'],
    ]);
  });
});

describe('calendars joined into one', () => {
  const one = calendar(event('UID:1', ...at('20260312T183000')));
  const two = calendar(event('UID:2', ...at('20260313T183000')));
  const BOTH = ['03-12T17:30/03-12T18:30', '03-13T17:30/03-13T18:30'];

  test.each<[string, string]>([
    ['with a mark of byte order each', `\ufeff${one}\ufeff${two}`],
    ['with empty lines between', `${one}\r\n\r\n${two}`],
    ['with a mark and no line break', `${one.trimEnd()}\ufeff${two}`],
    ['with no line break', one.trimEnd() + two],
  ])('%s', (_what, text) => {
    expect(read(text).busy).toEqual(BOTH);
    const encoded = new TextEncoder().encode(text);
    expect(read(createTextReader(null).push(encoded)).busy).toEqual(BOTH);
  });
});

describe('bytes that are not what the server says', () => {
  const text = calendar(event(...at('20260312T183000'), 'LOCATION:Café'));
  const utf8 = Buffer.from(text);
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  const marked = Buffer.from(`\ufeff${text}`);

  test.each([
    null,
    'utf-8',
    'utf-16',
    'utf-16le',
    'UTF-16BE',
    'utf16',
    'iso-8859-1',
    'windows-1252',
    'jamais',
  ])('called %s', (charset) => {
    for (const bytes of [utf8, marked, little, big]) {
      const reader = createTextReader(charset && `text/calendar; charset="${charset}"`);
      let found = '';
      for (let from = 0; from < bytes.length; from += 3) found += reader.push(bytes.subarray(from, from + 3));
      expect(read(found + reader.end()).busy).toEqual(['03-12T17:30/03-12T18:30']);
    }
  });
});

describe('what a calendar repeats beyond reason', () => {
  const events = (count: number, line: (index: number) => string[]) =>
    Array.from({ length: count }, (_, index) => event('UID:a', ...line(index)));
  const time = (index: number) => written(APRIL + index * MINUTE);
  const one = (index: number) => [`DTSTART:${time(index)}`, 'DURATION:PT1M'];

  const SHAPES: Record<string, (count: number) => string> = {
    'many events and many changes under one UID': (count) =>
      calendar(
        ...events(count, one),
        ...events(count, (index) => [`RECURRENCE-ID:${time(index)}`, ...one(index)]),
      ),
    'many days and many changes of all that follows': (count) =>
      calendar(
        ...events(count, (index) => [`DTSTART;VALUE=DATE:2026${`${index % 9}`.padStart(2, '0')}10`]),
        ...events(count, (index) => [`RECURRENCE-ID;RANGE=THISANDFUTURE:${time(index)}`, ...one(index)]),
      ),
    'one rule many times': (count) =>
      calendar(event(...one(0), ...Array.from({ length: count }, () => 'RRULE:FREQ=DAILY'))),
    'many rules': (count) =>
      calendar(
        event(
          ...one(0),
          ...Array.from({ length: count }, (_, index) => `RRULE:FREQ=DAILY;COUNT=${index + 1}`),
        ),
      ),
    'many exceptions': (count) =>
      calendar(
        event(...one(0), 'RRULE:FREQ=DAILY', ...Array.from({ length: count }, (_, n) => `EXDATE:${time(n)}`)),
      ),
    'many further dates and exceptions': (count) =>
      calendar(
        event(
          ...one(0),
          `RDATE:${Array.from({ length: count }, (_, index) => time(index)).join(',')}`,
          `EXDATE:${Array.from({ length: count }, (_, index) => time(index + 1)).join(',')}`,
        ),
      ),
    'a zone with many onsets': (count) =>
      calendar(
        ...['BEGIN:VTIMEZONE', 'TZID:Z', 'BEGIN:STANDARD', 'DTSTART:20260101T000000'],
        ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
        ...Array.from({ length: count }, (_, index) => `RDATE:${time(index).replace('Z', '')}`),
        ...['END:STANDARD', 'END:VTIMEZONE'],
        ...events(count, (index) => [
          `DTSTART;TZID=Z:${time(index).replace('Z', '')}`,
          `UID:${index}`,
          'DURATION:PT1M',
        ]),
      ),
    'a zone with many observances': (count) =>
      calendar(
        ...['BEGIN:VTIMEZONE', 'TZID:Z'],
        ...Array.from({ length: count }, (_, index) =>
          [
            ...['BEGIN:STANDARD', `DTSTART:${time(index).replace('Z', '')}`, 'TZOFFSETFROM:+0100'],
            ...['TZOFFSETTO:+0200', 'RRULE:FREQ=YEARLY', 'END:STANDARD'],
          ].join('\r\n'),
        ),
        'END:VTIMEZONE',
        event('DTSTART;TZID=Z:20260501T100000', 'DURATION:PT1H'),
      ),
    'many zones': (count) =>
      calendar(
        ...Array.from({ length: count }, (_, index) =>
          [
            ...['BEGIN:VTIMEZONE', `TZID:Z${index}`, 'BEGIN:STANDARD', 'DTSTART:20200101T000000'],
            ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'RRULE:FREQ=MINUTELY', 'END:STANDARD'],
            'END:VTIMEZONE',
          ].join('\r\n'),
        ),
        ...events(count, (index) => [
          `DTSTART;TZID=Z${index}:20260501T100000`,
          `UID:${index}`,
          'DURATION:PT1H',
        ]),
      ),
    'many rules by the second and by the minute': (count) =>
      calendar(
        ...events(count, (index) => [
          `UID:${index}`,
          ...one(index),
          `RRULE:FREQ=${index % 2 ? 'SECONDLY' : 'MINUTELY'};INTERVAL=${1 + (index % 7)}`,
        ]),
      ),
  };
  /** Processor time: beside other work a clock would measure that. */
  const LIMIT_MICROSECONDS = 8_000_000;

  test.each(Object.keys(SHAPES))('%s', (name) => {
    const text = SHAPES[name]?.(2_500) ?? '';
    const before = process.cpuUsage();
    expect(() => read(text)).not.toThrow();
    const { user } = process.cpuUsage(before);
    expect(user).toBeLessThan(LIMIT_MICROSECONDS);
  });

  test('rules beyond the twentieth are told, the same one twice is one', () => {
    const rules = (count: number) =>
      Array.from({ length: count }, (_, n) => `RRULE:FREQ=DAILY;COUNT=${n + 1}`);
    const told = (...lines: string[]) =>
      busyTimes(calendar(event(...at('20260312T183000'), ...lines)), question).unread.map(
        ({ reason, name }) => [reason, name],
      );
    expect(told(...rules(20), ...rules(20))).toEqual([]);
    expect(told(...rules(21))).toEqual([['too_many_rules', '21']]);
  });
});
