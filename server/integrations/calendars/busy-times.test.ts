import { describe, expect, test } from 'vitest';
import { busyTimes } from './busy-times.ts';
import { readCalendar } from './read-calendar.ts';
import { at, bodyOf, calendar, event, question, read } from './testing/written-calendar.ts';

const busy = (...lines: string[]) => read(calendar(event(...lines))).busy;

describe('a single event', () => {
  test.each<[string, string[], string[]]>([
    ['in UTC', ['DTSTART:20260312T173000Z', 'DTEND:20260312T183000Z'], ['03-12T17:30/03-12T18:30']],
    ['in a named zone', at('20260312T183000'), ['03-12T17:30/03-12T18:30']],
    ['in summer', at('20260712T183000'), ['07-12T16:30/07-12T17:30']],
    [
      'with a quoted zone',
      ['DTSTART;TZID="Europe/Paris":20260312T183000', 'DURATION:PT30M'],
      ['03-12T17:30/03-12T18:00'],
    ],
    [
      'with Windows’ name of a zone',
      ['DTSTART;TZID=Romance Standard Time:20260312T183000', 'DURATION:PT1H'],
      ['03-12T17:30/03-12T18:30'],
    ],
    [
      'with a prefixed zone',
      ['DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20260312T183000', 'DURATION:PT1H'],
      ['03-12T22:30/03-12T23:30'],
    ],
    ['without a zone', ['DTSTART:20260312T183000', 'DURATION:PT1H'], ['03-12T17:30/03-12T18:30']],
    [
      'that begins in one zone and ends in another',
      ['DTSTART;TZID=Europe/Paris:20260312T120000', 'DTEND;TZID=America/New_York:20260312T120000'],
      ['03-12T11:00/03-12T16:00'],
    ],
    ['of a day, in the streamer’s zone', ['DTSTART;VALUE=DATE:20260312'], ['03-11T23:00/03-12T23:00']],
    [
      'of days, over a change of clocks',
      ['DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260330'],
      ['03-27T23:00/03-29T22:00'],
    ],
    ['of a day told without VALUE', ['DTSTART:20260312'], ['03-11T23:00/03-12T23:00']],
    ['that lasts weeks and days', at('20260312T183000', 'P1W1DT1H'), ['03-12T17:30/03-20T18:30']],
    ['that lasts no time', ['DTSTART:20260312T173000Z'], []],
    ['at a time that spring skips', at('20260329T023000'), ['03-29T01:30/03-29T02:30']],
    ['at a time that autumn repeats', at('20261025T023000'), ['10-25T00:30/10-25T01:30']],
    [
      'across the beginning of the window is cut',
      ['DTSTART:20260228T233000Z', 'DTEND:20260301T003000Z'],
      ['03-01T00:00/03-01T00:30'],
    ],
    ['before it is not told', at('20250312T183000'), []],
    ['after it is not told', at('20280312T183000'), []],
    ['that is cancelled', [...at('20260312T183000'), 'STATUS:CANCELLED'], []],
    [
      'that is only tentative is busy',
      [...at('20260312T183000'), 'STATUS:TENTATIVE'],
      ['03-12T17:30/03-12T18:30'],
    ],
    ['that is transparent', [...at('20260312T183000'), 'TRANSP:TRANSPARENT'], []],
    ['that Outlook shows as free', [...at('20260312T183000'), 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
    ['of our own', ['UID:booking-7@loge.test', ...at('20260312T183000')], []],
    ['of another Loge', ['UID:booking-7@loge.fr', ...at('20260312T183000')], ['03-12T17:30/03-12T18:30']],
  ])('%s', (_what, lines, expected) => expect(busy(...lines)).toEqual(expected));

  test('without a zone is in the zone that the calendar names', () => {
    const text = calendar(
      'X-WR-TIMEZONE:America/Montreal',
      event('DTSTART:20260312T183000', 'DURATION:PT1H'),
    );
    expect(read(text).busy).toEqual(['03-12T22:30/03-12T23:30']);
  });

  test('in a zone that only the calendar defines', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Customized Time Zone',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0630',
      'TZOFFSETTO:+0530',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0530',
      'TZOFFSETTO:+0630',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const during = (time: string) =>
      read(calendar(...zone, event(`DTSTART;TZID=Customized Time Zone:${time}`, 'DURATION:PT1H'))).busy;
    expect(during('20260312T183000')).toEqual(['03-12T13:00/03-12T14:00']);
    expect(during('20260712T183000')).toEqual(['07-12T12:00/07-12T13:00']);
  });

  test('with folded lines, in the middle of a character too', () => {
    const text = calendar(
      'BEGIN:VEVENT',
      'UID:x',
      'SUMMARY:Ét',
      ' é',
      'DTSTART;TZID=Europe/Pa',
      ' ris:20260312T183000',
      'DURATION:PT1H',
      'END:VEVENT',
    );
    expect(read(text).busy).toEqual(['03-12T17:30/03-12T18:30']);
    expect(read(text.replaceAll('\r\n', '\n')).busy).toEqual(['03-12T17:30/03-12T18:30']);
  });
});

describe('a recurring event', () => {
  test('keeps its hour on the wall over a change of clocks', () => {
    expect(busy(...at('20260322T180000'), 'RRULE:FREQ=WEEKLY;COUNT=2')).toEqual([
      '03-22T17:00/03-22T18:00',
      '03-29T16:00/03-29T17:00',
    ]);
  });

  test('that began long ago', () => {
    const weekly = busy(
      ...at('19990104T180000'),
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20260331T215959Z',
    );
    expect(weekly).toEqual(['03-09T17:00/03-09T18:00', '03-23T17:00/03-23T18:00']);
    expect(busy(...at('19700101T090000'), 'RRULE:FREQ=DAILY')).toHaveLength(400);
    expect(busy(...at('20240229T180000'), 'RRULE:FREQ=YEARLY')).toEqual([]);
    expect(busy(...at('20200131T180000'), 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20260501')).toEqual([
      '03-31T16:00/03-31T17:00',
      '04-30T16:00/04-30T17:00',
    ]);
  });

  test('ends with UNTIL, that moment included, whatever its form', () => {
    for (const until of ['20260314T170000Z', '20260314T180000', '20260314', '20260315T165959Z']) {
      expect(busy(...at('20260313T180000'), `RRULE:FREQ=DAILY;UNTIL=${until}`), until).toHaveLength(2);
    }
    expect(busy(...at('20260313T180000'), 'RRULE:UNTIL=20260314T165959Z;FREQ=DAILY')).toHaveLength(1);
  });

  test('without the exceptions, in the form of the event, in UTC or by the day', () => {
    for (const exception of [
      'EXDATE;TZID=Europe/Paris:20260313T180000',
      'EXDATE:20260313T170000Z',
      'EXDATE;VALUE=DATE:20260313',
      'EXDATE;TZID=Europe/Paris:20260201T180000,20260313T180000',
    ]) {
      expect(busy(...at('20260312T180000'), 'RRULE:FREQ=DAILY;COUNT=3', exception), exception).toEqual([
        '03-12T17:00/03-12T18:00',
        '03-14T17:00/03-14T18:00',
      ]);
    }
  });

  test('of days, over a change of clocks', () => {
    expect(busy('DTSTART;VALUE=DATE:20260328', 'RRULE:FREQ=WEEKLY;COUNT=2')).toEqual([
      '03-27T23:00/03-28T23:00',
      '04-03T22:00/04-04T22:00',
    ]);
  });

  test('with further dates, some with a length of their own', () => {
    expect(
      busy(
        ...at('20260312T180000'),
        'RDATE;TZID=Europe/Paris:20260314T180000',
        'RDATE;VALUE=PERIOD:20260316T170000Z/20260316T190000Z,20260318T170000Z/PT15M',
      ),
    ).toEqual([
      '03-12T17:00/03-12T18:00',
      '03-14T17:00/03-14T18:00',
      '03-16T17:00/03-16T19:00',
      '03-18T17:00/03-18T17:15',
    ]);
  });

  describe('with occurrences that were changed', () => {
    const series = event(...at('20260312T180000'), 'RRULE:FREQ=DAILY;COUNT=4');
    const change = (...lines: string[]) => event('RECURRENCE-ID;TZID=Europe/Paris:20260313T180000', ...lines);

    test('one moved', () => {
      const { busy: times } = read(calendar(series, change(...at('20260320T100000', 'PT30M'))));
      expect(times).toEqual([
        '03-12T17:00/03-12T18:00',
        '03-14T17:00/03-14T18:00',
        '03-15T17:00/03-15T18:00',
        '03-20T09:00/03-20T09:30',
      ]);
    });

    test('one cancelled or shown as free, written before its series', () => {
      for (const line of ['STATUS:CANCELLED', 'TRANSP:TRANSPARENT']) {
        expect(read(calendar(change(...at('20260313T180000'), line), series)).busy).toHaveLength(3);
      }
    });

    test('the last version counts', () => {
      const versions = [
        change('SEQUENCE:2', ...at('20260320T100000')),
        change('SEQUENCE:1', ...at('20260321T100000')),
      ];
      expect(read(calendar(series, ...versions)).busy).toContain('03-20T09:00/03-20T10:00');
      expect(read(calendar(series, ...versions)).busy).not.toContain('03-21T09:00/03-21T10:00');
    });

    test('one and all that follow', () => {
      const following = event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Paris:20260314T180000',
        ...at('20260314T190000', 'PT2H'),
      );
      expect(read(calendar(series, following)).busy).toEqual([
        '03-12T17:00/03-12T18:00',
        '03-13T17:00/03-13T18:00',
        '03-14T18:00/03-14T20:00',
        '03-15T18:00/03-15T20:00',
      ]);
    });

    test('an exception whose series is not in the calendar', () => {
      expect(read(calendar(change(...at('20260313T190000')))).busy).toEqual(['03-13T18:00/03-13T19:00']);
    });
  });
});

describe('what cannot be read', () => {
  const good = event('UID:good', ...at('20260312T183000'));
  test.each([
    ['no start', event('DTEND:20260312T183000Z')],
    ['an impossible day', event('DTSTART:20260431T100000Z')],
    ['an impossible hour', event('DTSTART:20260312T290000Z')],
    ['an end before its start', event('DTSTART:20260312T183000Z', 'DTEND:20260312T173000Z')],
    ['a length that is none', event(...at('20260312T183000', '1 heure'))],
    ['a negative length', event(...at('20260312T183000', '-PT1H'))],
    ['a broken line that matters', event('DTSTART 20260312T183000Z')],
  ])('%s loses that event alone, and is counted', (_what, bad) => {
    expect(read(calendar(bad, good))).toEqual({ busy: ['03-12T17:30/03-12T18:30'], skipped: 1 });
  });

  test('a broken line that does not matter is overlooked', () => {
    const text = calendar(event(...at('20260312T183000'), 'DESCRIPTION:une note', 'qui continue sans pli'));
    expect(read(text)).toEqual({ busy: ['03-12T17:30/03-12T18:30'], skipped: 0 });
  });

  test.each([
    ['one that breaks off', calendar(good).slice(0, -20)],
    ['an event that does not end', calendar('BEGIN:VEVENT', 'UID:x')],
    ['nothing', ''],
  ])('%s is refused whole', (_what, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ problem: 'malformed' }));
  });

  test.each([
    ['a card', 'BEGIN:VCARD\r\nEND:VCARD\r\n'],
    ['a page', '<!doctype html><title>Connexion</title>'],
    ['a line without end', 'x'.repeat(5_000)],
  ])('%s is no calendar', (_what, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ problem: 'not_a_calendar' }));
  });
});

describe('in its own thread', () => {
  test('gives the same', async () => {
    const text = calendar(event(...at('20260312T180000'), 'RRULE:FREQ=DAILY'));
    expect(await readCalendar(bodyOf(text), question)).toEqual(busyTimes(text, question));
    for (const [bad, problem] of [
      ['', 'malformed'],
      ['<!doctype html>'.repeat(1_000), 'not_a_calendar'],
    ] as const) {
      await expect(readCalendar(bodyOf(bad), question)).rejects.toThrow(expect.objectContaining({ problem }));
    }
  });

  test('reads UTF-8, UTF-16 and what the server says, marked or not', async () => {
    const text = calendar(event(...at('20260312T183000'), 'SUMMARY:Été', 'RRULE:FREQ=DAILY;COUNT=2'));
    const expected = busyTimes(text, question);
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    const bodies: [Uint8Array, string | null][] = [
      [Buffer.from(`\ufeff${text}`), null],
      [Buffer.from(text, 'latin1'), 'text/calendar; charset=iso-8859-1'],
      [Buffer.from(text), 'text/calendar; charset=inconnu'],
      ...[
        little,
        big,
        Buffer.from(`\ufeff${text}`, 'utf16le'),
        Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
      ].map((bytes): [Uint8Array, string] => [bytes, 'text/calendar; charset=utf-8']),
    ];
    for (const [bytes, contentType] of bodies) {
      expect(await readCalendar(bodyOf(bytes, contentType, 1_001), question)).toEqual(expected);
      expect(await readCalendar(bodyOf(bytes, contentType, 3), question)).toEqual(expected);
    }
  });

  test('stops at the first piece that is wrong, and throws what reading the bytes throws', async () => {
    const broken = new Error('the line is dead');
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('BEGIN:VCALENDAR\r\n');
      throw broken;
    }
    await expect(readCalendar({ bytes: pieces(), contentType: null }, question)).rejects.toBe(broken);
  });

  test('is ended when it takes too long', async () => {
    const text = calendar(...Array(500).fill(event(...at('20260312T183000', 'PT1S'), 'RRULE:FREQ=SECONDLY')));
    await expect(readCalendar(bodyOf(text, null, 100_000), question, 20)).rejects.toThrow(
      expect.objectContaining({ name: 'CalendarFault', problem: 'too_complex' }),
    );
  });
});
