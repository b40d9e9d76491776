import { describe, expect, test } from 'vitest';
import type { Travel } from '#product/availability/rules/hours.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { at, calendar, event, read } from './testing/written-calendar.ts';

// Kinds of calendars beside those of testing/cases, each with what decides.
const busy = (...lines: string[]) => read(calendar(event(...lines))).busy;
const HOUR_OF_12_MARCH = '03-12T17:30/03-12T18:30';

describe('days and times without a zone follow a travel, as hours do', () => {
  const date = parseLocalDate;
  const travels: Travel[] = [{ zone: 'Asia/Tokyo', first: date('2026-03-10'), last: date('2026-03-12') }];
  const away = (...lines: string[]) => read(calendar(event(...lines)), { travels }).busy;

  test.each<[string, string[], string[]]>([
    ['a day of it', ['DTSTART;VALUE=DATE:20260311'], ['03-10T15:00/03-11T15:00']],
    ['the day before it', ['DTSTART;VALUE=DATE:20260309'], ['03-08T23:00/03-09T23:00']],
    ['its last day ends there', ['DTSTART;VALUE=DATE:20260312'], ['03-11T15:00/03-12T15:00']],
    [
      'days across its end',
      ['DTSTART;VALUE=DATE:20260312', 'DTEND;VALUE=DATE:20260314'],
      ['03-11T15:00/03-13T23:00'],
    ],
    ['a time', ['DTSTART:20260311T180000', 'DURATION:PT1H'], ['03-11T09:00/03-11T10:00']],
    ['a time after it', ['DTSTART:20260313T180000', 'DURATION:PT1H'], ['03-13T17:00/03-13T18:00']],
    [
      'each of a series',
      ['DTSTART:20260309T180000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'],
      ['03-09T17:00/03-09T18:00', '03-10T09:00/03-10T10:00', '03-11T09:00/03-11T10:00'],
    ],
    ['not a time with a zone', at('20260311T180000'), ['03-11T17:00/03-11T18:00']],
  ])('%s', (_what, lines, expected) => expect(away(...lines)).toEqual(expected));

  test('but not where the calendar names a zone for them', () => {
    const text = calendar(
      'X-WR-TIMEZONE:America/New_York',
      event('DTSTART:20260311T180000', 'DURATION:PT1H'),
    );
    expect(read(text, { travels }).busy).toEqual(['03-11T22:00/03-11T23:00']);
  });
});

describe('a length', () => {
  test.each<[string, string[], string[]]>([
    [
      'PT24H passes by the stopwatch over a short day',
      at('20260328T230000', 'PT24H'),
      ['03-28T22:00/03-29T22:00'],
    ],
    ['P1D by the calendar', at('20260328T230000', 'P1D'), ['03-28T22:00/03-29T21:00']],
    [
      'PT24H of a short day is that day',
      ['DTSTART;VALUE=DATE:20260329', 'DURATION:PT24H'],
      ['03-28T23:00/03-29T22:00'],
    ],
    [
      'P0D of a day is that day',
      ['DTSTART;VALUE=DATE:20260312', 'DURATION:P0D'],
      ['03-11T23:00/03-12T23:00'],
    ],
    [
      'a day that ends with itself, each time',
      ['DTSTART;VALUE=DATE:20260312', 'DTEND;VALUE=DATE:20260312', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      ['03-11T23:00/03-12T23:00', '03-18T23:00/03-19T23:00'],
    ],
    ['P1W', at('20260312T183000', 'P1W'), ['03-12T17:30/03-19T17:30']],
    ['PT2W', at('20260312T183000', 'PT2W'), ['03-12T17:30/03-26T17:30']],
  ])('%s', (_what, lines, expected) => expect(busy(...lines)).toEqual(expected));
});

describe('a version', () => {
  const version = (sequence: number, ...lines: string[]) => event('UID:v', `SEQUENCE:${sequence}`, ...lines);
  const [early, late] = [at('20260312T183000'), at('20260313T183000')];

  test.each<[string, string[], string[]]>([
    ['the highest counts, written first', [version(2, ...early), version(1, ...late)], [HOUR_OF_12_MARCH]],
    ['a cancelled one counts', [version(1, ...early), version(2, ...early, 'STATUS:CANCELLED')], []],
    [
      'a cancelled one that is older does not',
      [version(2, ...early), version(1, ...early, 'STATUS:CANCELLED')],
      [HOUR_OF_12_MARCH],
    ],
    ['one that lies in the past counts', [version(1, ...early), version(2, ...at('20200312T183000'))], []],
    [
      'of equal ones the later stamp counts',
      [version(1, ...early, 'DTSTAMP:20260102T000000Z'), version(1, ...late, 'DTSTAMP:20260101T000000Z')],
      [HOUR_OF_12_MARCH],
    ],
    [
      'equal in all are two events',
      [version(0, ...early), version(0, ...late)],
      [HOUR_OF_12_MARCH, '03-13T17:30/03-13T18:30'],
    ],
    [
      'a cancelled series takes its older changes along',
      [
        version(0, 'RECURRENCE-ID;TZID=Europe/Paris:20260313T183000', ...at('20260314T100000')),
        version(1, ...early, 'RRULE:FREQ=DAILY;COUNT=3', 'STATUS:CANCELLED'),
      ],
      [],
    ],
  ])('%s', (_what, events, expected) => expect(read(calendar(...events)).busy).toEqual(expected));

  test('a message that cancels needs neither a status nor a start', () => {
    const cancels = calendar(
      'METHOD:CANCEL',
      event('UID:x', 'SEQUENCE:1', 'DTSTAMP:20260101T000000Z', ...early),
    );
    const asks = calendar('METHOD:REQUEST', event('UID:x', 'SEQUENCE:0', ...early));
    expect(read(asks + cancels)).toEqual({ busy: [], skipped: 0 });
    const series = event('UID:x', ...early, 'RRULE:FREQ=DAILY;COUNT=2');
    const one = calendar(
      'METHOD:CANCEL',
      event('UID:x', 'SEQUENCE:1', 'RECURRENCE-ID;TZID=Europe/Paris:20260313T183000'),
    );
    expect(read(calendar(series) + one)).toEqual({ busy: [HOUR_OF_12_MARCH], skipped: 0 });
  });
});

describe('an exception and a change match by instant', () => {
  const series = ['DTSTART;TZID=Europe/Paris:20260312T183000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'];
  const days = ['DTSTART;VALUE=DATE:20260312', 'RRULE:FREQ=DAILY;COUNT=2'];

  test.each([
    'EXDATE;TZID=America/New_York:20260313T133000',
    'EXDATE;TZID=Romance Standard Time:20260313T183000',
    'EXDATE:20260313T173000Z',
    'EXDATE:20260313T183000',
    'EXDATE;VALUE=DATE:20260313',
  ])('%s', (line) => {
    expect(busy(...series, line)).toEqual([HOUR_OF_12_MARCH]);
    const change = event(
      line.replace('EXDATE', 'RECURRENCE-ID'),
      'STATUS:CANCELLED',
      ...at('20260313T183000'),
    );
    expect(read(calendar(change, event(...series))).busy).toEqual([HOUR_OF_12_MARCH]);
  });

  test.each([
    'EXDATE;VALUE=DATE:20260313',
    'EXDATE:20260313T000000Z',
    'EXDATE:20260312T230000Z',
    'EXDATE;TZID=America/New_York:20260313T000000',
    'EXDATE:20260313T000000',
  ])('of days: %s', (line) => {
    for (const zone of ['Europe/Paris'])
      expect(read(calendar(event(...days, line)), { zone }).busy).toEqual(['03-11T23:00/03-12T23:00']);
  });

  test('a day of a streamer behind UTC is named by midnight in UTC as well', () => {
    const text = calendar(event(...days, 'EXDATE:20260313T000000Z', 'UID:d'));
    expect(read(text, { zone: 'America/New_York' }).busy).toEqual(['03-12T04:00/03-13T04:00']);
    const until = calendar(event('DTSTART;VALUE=DATE:20260312', 'RRULE:FREQ=DAILY;UNTIL=20260313T000000Z'));
    expect(read(until, { zone: 'America/New_York' }).busy).toEqual(['03-12T04:00/03-14T04:00']);
  });
});

describe('an invitation', () => {
  const guest = (address: string, answer: string, more = '') =>
    `ATTENDEE${more};PARTSTAT=${answer}:mailto:${address}`;
  const invited = (...guests: string[]) =>
    calendar(event(...at('20260312T183000'), 'ORGANIZER:mailto:chef@exemple.fr', ...guests));
  const addresses = ['Moi@exemple.fr'];

  test.each<[string, string[], boolean]>([
    ['declined', [guest('moi@exemple.fr', 'DECLINED'), guest('autre@exemple.fr', 'ACCEPTED')], false],
    ['declined in small letters', [guest('MOI@exemple.fr', 'declined')], false],
    [
      'accepted, declined by another',
      [guest('moi@exemple.fr', 'ACCEPTED'), guest('autre@exemple.fr', 'DECLINED')],
      true,
    ],
    ['not answered', [guest('moi@exemple.fr', 'NEEDS-ACTION')], true],
    [
      'declined by the room alone',
      [guest('moi@exemple.fr', 'ACCEPTED'), guest('salle@exemple.fr', 'DECLINED', ';CUTYPE=ROOM')],
      true,
    ],
    [
      'to others, one of whom declined',
      [guest('a@exemple.fr', 'ACCEPTED'), guest('b@exemple.fr', 'DECLINED')],
      true,
    ],
  ])('%s', (_what, guests, taken) => {
    expect(read(invited(...guests), { addresses }).busy).toEqual(taken ? [HOUR_OF_12_MARCH] : []);
  });

  test('of one’s own that everybody declined is still one’s own', () => {
    const text = invited(guest('autre@exemple.fr', 'DECLINED'));
    expect(read(text, { addresses: ['chef@exemple.fr'] }).busy).toEqual([HOUR_OF_12_MARCH]);
  });

  test('the calendar’s own name may say whose it is', () => {
    const text = invited(guest('moi@exemple.fr', 'DECLINED'), guest('autre@exemple.fr', 'ACCEPTED'));
    expect(read(text.replace('VERSION:2.0', 'X-WR-CALNAME:moi@exemple.fr')).busy).toEqual([]);
  });

  test('declined for one occurrence frees that one', () => {
    const series = event(
      ...at('20260312T183000'),
      'RRULE:FREQ=DAILY;COUNT=2',
      guest('moi@exemple.fr', 'ACCEPTED'),
    );
    const declined = event(
      'RECURRENCE-ID:20260313T173000Z',
      ...at('20260313T183000'),
      guest('moi@exemple.fr', 'DECLINED'),
    );
    expect(read(calendar(series, declined), { addresses }).busy).toEqual([HOUR_OF_12_MARCH]);
  });
});

describe('a zone that the calendar defines', () => {
  const observance = (kind: string, start: string, from: string, to: string, ...more: string[]) =>
    [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      ...more,
      `END:${kind}`,
    ].join('\r\n');
  const zone = (tzid: string, ...observances: string[]) =>
    ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...observances, 'END:VTIMEZONE'].join('\r\n');
  const winter = observance(
    'STANDARD',
    '16011028T030000',
    '+0200',
    '+0100',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  );
  const summer = observance(
    'DAYLIGHT',
    '16010325T020000',
    '+0100',
    '+0200',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  );
  const during = (tzid: string, time: string, ...zones: string[]) =>
    read(calendar(...zones, event(`DTSTART;TZID=${tzid}:${time}`, 'DURATION:PT30M'))).busy;

  test.each<[string, string, string[]]>([
    ['the first of a repeated hour', '20261025T023000', ['10-25T00:30/10-25T01:00']],
    ['an hour that spring skips', '20260329T023000', ['03-29T01:30/03-29T02:00']],
    ['summer', '20260712T100000', ['07-12T08:00/07-12T08:30']],
    ['winter', '20261212T100000', ['12-12T09:00/12-12T09:30']],
  ])('%s', (_what, time, expected) => {
    expect(during('Chez nous', time, zone('Chez nous', winter, summer))).toEqual(expected);
    expect(during('Chez nous', time, zone('Chez nous', summer, winter))).toEqual(expected);
  });

  test('wins over what its name seems to say, whatever its case and quotes, wherever it stands', () => {
    const fixed = (tzid: string) => zone(tzid, observance('STANDARD', '19700101T000000', '+0500', '+0500'));
    for (const [named, defined] of [
      ['Eastern Standard Time', 'Eastern Standard Time'],
      ['"(UTC-05:00) Eastern Time (US & Canada)"', '(UTC-05:00) Eastern Time (US & Canada)'],
      ['EST', 'EST'],
      ['/citadel.org/20260101_1/America/New_York', '/citadel.org/20260101_1/America/New_York'],
      ['chez nous', 'Chez Nous'],
    ] as const) {
      expect(during(named, '20260312T100000', fixed(defined)), named).toEqual(['03-12T05:00/03-12T05:30']);
    }
    const behind = calendar(event('DTSTART;TZID=Là:20260312T100000', 'DURATION:PT30M'), fixed('Là'));
    expect(read(behind).busy).toEqual(['03-12T05:00/03-12T05:30']);
  });

  test('does not win over the world’s own zone of that name, of which programs ship old laws', () => {
    const old = zone('America/Mexico_City', observance('DAYLIGHT', '20210404T020000', '-0600', '-0500'));
    expect(during('America/Mexico_City', '20260712T100000', old)).toEqual(['07-12T16:00/07-12T16:30']);
  });

  test('by dates, by a rule that ended, and with one that makes no sense', () => {
    const dates = zone(
      'D',
      observance('STANDARD', '20251026T030000', '+0200', '+0100', 'RDATE:20261025T030000,20271031T030000'),
      observance('DAYLIGHT', '20260329T020000', '+0100', '+0200'),
    );
    expect(during('D', '20260712T100000', dates)).toEqual(['07-12T08:00/07-12T08:30']);
    expect(during('D', '20261112T100000', dates)).toEqual(['11-12T09:00/11-12T09:30']);
    const ended = zone(
      'E',
      winter,
      observance(
        'DAYLIGHT',
        '19700329T020000',
        '+0100',
        '+0200',
        'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;UNTIL=20250330T010000Z',
      ),
    );
    expect(during('E', '20260712T100000', ended)).toEqual(['07-12T09:00/07-12T09:30']);
    const broken = zone('Eastern Standard Time', observance('STANDARD', 'jamais', '+1', '+0100'));
    expect(during('Eastern Standard Time', '20260112T100000'.replace('0112', '0312'), broken)).toEqual([
      '03-12T14:00/03-12T14:30',
    ]);
  });

  test('holds for its own calendar of a stream alone', () => {
    const one = calendar(
      zone('Z', observance('STANDARD', '19700101T000000', '+0500', '+0500')),
      event('UID:1', 'DTSTART;TZID=Z:20260312T100000', 'DURATION:PT30M'),
    );
    const two = calendar(
      zone('Z', observance('STANDARD', '19700101T000000', '-0300', '-0300')),
      event('UID:2', 'DTSTART;TZID=Z:20260312T100000', 'DURATION:PT30M'),
    );
    expect(read(one + two).busy).toEqual(['03-12T05:00/03-12T05:30', '03-12T13:00/03-12T13:30']);
  });
});

describe('busy times without events', () => {
  const freeBusy = (...lines: string[]) =>
    read(
      calendar(
        'BEGIN:VFREEBUSY',
        'DTSTART:20260301T000000Z',
        'DTEND:20260401T000000Z',
        ...lines,
        'END:VFREEBUSY',
      ),
    );
  test.each<[string, string[], string[]]>([
    ['busy by itself', ['FREEBUSY:20260312T173000Z/PT1H'], [HOUR_OF_12_MARCH]],
    [
      'unavailable and tentative',
      [
        'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260312T173000Z/20260312T180000Z',
        'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260312T180000Z/PT30M',
      ],
      [HOUR_OF_12_MARCH],
    ],
    ['of a kind that nobody knows', ['FREEBUSY;FBTYPE=X-OOF:20260312T173000Z/PT1H'], [HOUR_OF_12_MARCH]],
    ['free', ['FREEBUSY;FBTYPE=free:20260312T173000Z/PT1H'], []],
    ['none', [], []],
  ])('%s', (_what, lines, expected) => expect(freeBusy(...lines)).toEqual({ busy: expected, skipped: 0 }));

  test('one that is none is told, and the others stay', () => {
    expect(freeBusy('FREEBUSY:demain/PT1H,20260312T173000Z/PT1H')).toEqual({
      busy: [HOUR_OF_12_MARCH],
      skipped: 1,
    });
  });
});

describe('what makes calendars large', () => {
  const past = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      event(`UID:p${index}`, `DTSTART:20${10 + (index % 15)}0312T100000Z`, 'DURATION:PT1H'),
    );

  test('past events do not count', () => {
    expect(read(calendar(...past(30_000), event(...at('20260312T183000')))).busy).toEqual([HOUR_OF_12_MARCH]);
    const coming = Array.from({ length: 20_001 }, (_, index) =>
      event(`UID:${index}`, ...at('20260312T183000')),
    );
    expect(() => read(calendar(...coming))).toThrow(expect.objectContaining({ problem: 'too_complex' }));
  });

  test('birthdays, without a year too', () => {
    expect(busy('DTSTART;VALUE=DATE:16040312', 'RRULE:FREQ=YEARLY;COUNT=423')).toEqual([
      '03-11T23:00/03-12T23:00',
    ]);
    expect(busy('DTSTART;VALUE=DATE:19400312', 'RRULE:FREQ=YEARLY')).toHaveLength(2);
  });

  /** Processor time: beside other work a clock would measure that. */
  function effort(count: number): number {
    const changes = Array.from({ length: count }, (_, index) => {
      const day = new Date(
        Date.UTC(2026, 2, 1) + (index % 300) * 86_400_000 + Math.floor(index / 300) * 60_000,
      );
      const time = day.toISOString().replace(/\.\d+|[-:]/g, '');
      return event(`RECURRENCE-ID;RANGE=THISANDFUTURE:${time}`, `DTSTART:${time}`, 'DURATION:PT1M');
    });
    const text = calendar(
      event('DTSTART:20260301T000000Z', 'RRULE:FREQ=HOURLY', 'DURATION:PT1M'),
      ...changes,
    );
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  }

  test('15,000 changes of one event take as long as each takes', () => {
    effort(1_000);
    expect(effort(15_000) / effort(3_000)).toBeLessThan(15);
  });
});
