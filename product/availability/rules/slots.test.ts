import { describe, expect, test } from 'vitest';
import { parseInstant as at, formatInstant, minutesAfter } from '#product/shared/time/instant.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { wallTimeAt } from '#product/shared/time/wall-time.ts';
import { freeStarts, surveyStarts, whyNoneFree } from './slots.ts';
import { asked, booked, daily, reasonAt, wallTimes } from './testing/streamer.ts';

describe('a rule of 15:00', () => {
  const expected = ['15:00', '15:30', '16:00', '16:30', '17:00'];

  test('stays 15:00 on the wall in winter and in summer', () => {
    expect(wallTimes(asked(), '2026-02-10T00:00Z', '2026-02-11T00:00Z')).toEqual(expected);
    expect(wallTimes(asked(), '2026-07-10T00:00Z', '2026-07-11T00:00Z')).toEqual(expected);
    expect(freeStarts(asked(), { start: at('2026-07-10T00:00Z'), end: at('2026-07-11T00:00Z') })[0]).toBe(
      at('2026-07-10T13:00Z'),
    );
  });

  test.each(['Australia/Lord_Howe', 'Pacific/Chatham', 'Asia/Kathmandu', 'America/St_Johns'])(
    'also in %s',
    (zone) => {
      const context = asked({ hours: { zone } });
      for (const day of ['2026-04-03', '2026-04-08', '2026-09-25', '2026-10-08']) {
        const noon = at(`${day}T12:00Z`);
        const starts = freeStarts(context, {
          start: minutesAfter(noon, -720),
          end: minutesAfter(noon, 720),
        });
        expect(new Set(starts.map((start) => (wallTimeAt(zone, start) / 60_000) % 1440))).toEqual(
          new Set([900, 930, 960, 990, 1020]),
        );
      }
    },
  );
});

describe('starts are counted from where hours begin', () => {
  const day = ['2026-02-10T00:00Z', '2026-02-11T00:00Z'] as const;
  const open = (...ranges: [number, number][]) => ({
    hours: { weekly: ranges.flatMap(([from, to]) => daily(from, to)) },
    rules: { stepMinutes: 60 },
  });

  test('half past nine and an hour apart is 9:30, 10:30', () => {
    expect(wallTimes(asked(open([9.5, 13])), ...day)).toEqual(['09:30', '10:30', '11:30']);
    expect(wallTimes(asked(open([9.5, 11.5], [14.25, 16.25])), ...day)).toEqual([
      '09:30',
      '10:30',
      '14:15',
      '15:15',
    ]);
  });

  test('hours that meet count as one stretch', () => {
    expect(wallTimes(asked(open([9.5, 11], [11, 12.5])), ...day)).toEqual(['09:30', '10:30', '11:30']);
  });

  test('a session, its buffer or a calendar removes starts and shifts none', () => {
    const context = {
      ...open([9, 15]),
      occupied: [booked('2026-02-10T09:15Z', { bufferAfterMinutes: 10 })],
      busy: [{ start: at('2026-02-10T13:30Z'), end: at('2026-02-10T13:40Z') }],
    };
    expect(wallTimes(asked(context), ...day)).toEqual(['09:00', '12:00', '13:00']);
  });

  test('a day that begins at midnight has its own grid, however late the day before ended', () => {
    const context = asked({ ...open([22, 24], [0, 3]), rules: { stepMinutes: 45 } });
    expect(wallTimes(context, '2026-02-09T21:00Z', '2026-02-10T02:00Z')).toEqual([
      '22:00',
      '22:45',
      '23:30',
      '00:00',
      '00:45',
      '01:30',
    ]);
  });

  test('steps follow local time when clocks change', () => {
    const context = asked({ ...open([0.5, 6]), now: at('2026-03-01T00:00Z') });
    const summer = ['00:30', '01:30', '03:30', '04:30'];
    expect(wallTimes(context, '2026-03-28T22:00Z', '2026-03-29T10:00Z')).toEqual(summer);
    const winter = ['00:30', '01:30', '02:30', '03:30', '04:30'];
    expect(wallTimes(context, '2026-10-24T22:00Z', '2026-10-25T10:00Z')).toEqual(winter);
  });
});

describe('away', () => {
  const from = parseLocalDate('2026-02-10');
  const until = parseLocalDate('2026-02-12');

  test('an absence closes its days in any case, and is the reason given', () => {
    const exception = { date: from, ranges: [{ from: 600, to: 900 }] };
    const absent = asked({ hours: { absences: [{ first: from, last: until }], exceptions: [exception] } });
    expect(wallTimes(absent, '2026-02-10T00:00Z', '2026-02-12T23:00Z')).toEqual([]);
    expect(wallTimes(absent, '2026-02-12T23:00Z', '2026-02-13T23:00Z')).toHaveLength(5);
    expect(reasonAt(absent, '2026-02-11T14:00Z')).toBe('absent');
    const within = { start: at('2026-02-10T00:00Z'), end: at('2026-02-12T00:00Z') };
    expect(whyNoneFree(absent, within)).toBe('absent');
    expect(whyNoneFree(asked({ hours: { weekly: [] } }), within)).toBe('outside_hours');
  });

  test('while travelling the hours are those of the place', () => {
    const travel = { zone: 'America/Montreal', first: from, last: until };
    const context = asked({ hours: { travels: [travel] } });
    const firsts = ['2026-02-09', '2026-02-10', '2026-02-12', '2026-02-13'].map(
      (date) => freeStarts(context, { start: at(`${date}T12:00Z`), end: at(`${date}T23:30Z`) })[0],
    );
    expect(firsts).toEqual(
      ['2026-02-09T14:00Z', '2026-02-10T20:00Z', '2026-02-12T20:00Z', '2026-02-13T14:00Z'].map(at),
    );
  });
});

describe('a window', () => {
  const span = ['2026-01-01T00:00Z', '2026-06-01T00:00Z'] as const;
  const days = (context: ReturnType<typeof asked>) => [
    ...new Set(
      freeStarts(context, { start: at(span[0]), end: at(span[1]) }).map((start) =>
        formatInstant(start).slice(0, 10),
      ),
    ),
  ];

  test('of dates lasts from the first to the last', () => {
    const window = {
      kind: 'dates',
      first: parseLocalDate('2026-03-01'),
      last: parseLocalDate('2026-03-03'),
    } as const;
    const context = asked({ rules: { window, horizonDays: 1 } });
    expect(days(context)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
    expect(reasonAt(context, '2026-02-28T14:00Z')).toBe('outside_window');
    expect(reasonAt(context, '2026-03-04T14:00Z')).toBe('outside_window');
    const later = { start: at('2026-03-05T00:00Z'), end: at('2026-03-06T00:00Z') };
    expect(whyNoneFree(context, later)).toBe('outside_window');
  });

  test('of the next open days counts only days that have hours', () => {
    const monday = [{ weekday: 1, from: 900, to: 1080 }] as const;
    const closed = { date: parseLocalDate('2026-01-12'), ranges: [] };
    const context = asked({
      hours: { weekly: monday, exceptions: [closed] },
      rules: { window: { kind: 'open_days' }, horizonDays: 3 },
    });
    // Asked on Monday, 5 January, which does not count.
    expect(days(context)).toEqual(['2026-01-19', '2026-01-26', '2026-02-02']);
    expect(days(asked({ hours: { weekly: [] }, rules: { window: { kind: 'open_days' } } }))).toEqual([]);
  });
});

describe('at night when the clocks change', () => {
  const nightly = asked({ hours: { weekly: daily(1, 4) }, now: at('2026-03-20T08:00Z') });

  test('spring offers no start at the wall times that it skips', () => {
    expect(wallTimes(nightly, '2026-03-28T23:00Z', '2026-03-29T10:00Z')).toEqual(['01:00', '01:30', '03:00']);
  });

  test('autumn offers the wall times that it repeats once, at their first occurrence', () => {
    const starts = freeStarts(
      { ...nightly, now: at('2026-10-01T00:00Z') },
      { start: at('2026-10-24T22:00Z'), end: at('2026-10-25T10:00Z') },
    );
    const expected = [
      '2026-10-24T23:00Z',
      '2026-10-24T23:30Z',
      '2026-10-25T00:00Z',
      '2026-10-25T00:30Z',
      '2026-10-25T02:00Z',
    ];
    expect(starts).toEqual(expected.map(at));
    const second = { ...nightly, now: at('2026-10-01T00:00Z') };
    expect(reasonAt(second, '2026-10-25T01:30Z')).toBe('not_on_step');
    const surveyed = surveyStarts(second, { start: at('2026-10-24T23:00Z'), end: at('2026-10-25T02:01Z') });
    expect(surveyed.map(({ start }) => start)).toEqual(expected.map(at));
  });

  test('a day that Apia skipped offers nothing, the days around it do', () => {
    const apia = asked({ hours: { zone: 'Pacific/Apia' }, now: at('2011-12-20T00:00Z') });
    const starts = freeStarts(apia, { start: at('2011-12-29T00:00Z'), end: at('2012-01-01T10:00Z') });
    const days = new Set(
      starts.map((start) => new Date(wallTimeAt('Pacific/Apia', start)).toISOString().slice(0, 10)),
    );
    expect([...days]).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01']);
  });

  test('midnight itself may be skipped', () => {
    const cairo = asked({
      hours: { zone: 'Africa/Cairo', weekly: daily(0, 2) },
      now: at('2026-04-01T00:00Z'),
    });
    expect(wallTimes(cairo, '2026-04-23T20:00Z', '2026-04-24T06:00Z')).toEqual(['01:00']);
    expect(wallTimes(cairo, '2026-04-24T20:00Z', '2026-04-25T06:00Z')).toEqual(['00:00', '00:30', '01:00']);
  });
});

describe('hours', () => {
  test('that cross midnight belong to the day they begin on, and run on into hours that follow', () => {
    const late = asked({
      hours: {
        weekly: [
          { weekday: 5, from: 22 * 60, to: 25 * 60 },
          { weekday: 6, from: 60, to: 120 },
        ],
        exceptions: [{ date: parseLocalDate('2026-02-14'), ranges: [] }],
      },
    });
    const night = ['2026-02-06T20:00Z', '2026-02-07T06:00Z'] as const;
    expect(wallTimes(late, ...night)).toEqual([
      '22:00',
      '22:30',
      '23:00',
      '23:30',
      '00:00',
      '00:30',
      '01:00',
    ]);
    // Saturday the 14th is closed: Friday's evening goes on to its end all the same.
    expect(wallTimes(late, '2026-02-13T20:00Z', '2026-02-14T06:00Z').at(-1)).toBe('00:00');
  });

  test('of a date replace those of its weekday, and win over a holiday', () => {
    const context = asked({
      hours: {
        holidays: [parseLocalDate('2026-05-01'), parseLocalDate('2026-05-08')],
        exceptions: [{ date: parseLocalDate('2026-05-08'), ranges: [{ from: 600, to: 690 }] }],
      },
    });
    expect(wallTimes(context, '2026-05-01T00:00Z', '2026-05-02T00:00Z')).toEqual([]);
    expect(wallTimes(context, '2026-05-08T00:00Z', '2026-05-09T00:00Z')).toEqual(['10:00', '10:30']);
  });
});

describe('why nothing is free', () => {
  const day = { start: at('2026-02-10T00:00Z'), end: at('2026-02-11T00:00Z') };

  test('a booked day is taken, although most of its hours are night', () => {
    const context = asked({ hours: { weekly: daily(15, 16) }, occupied: [booked('2026-02-10T14:00Z')] });
    expect(whyNoneFree(context, day)).toBe('taken');
  });

  test('a day with a free start needs no reason', () => {
    expect(whyNoneFree(asked(), day)).toBeNull();
  });

  test('a day without hours, or with hours too short for the session, is outside hours', () => {
    expect(whyNoneFree(asked({ hours: { weekly: [] } }), day)).toBe('outside_hours');
    expect(whyNoneFree(asked({ hours: { weekly: daily(9, 9.5) } }), day)).toBe('outside_hours');
  });

  test('notice, horizon and the past say so', () => {
    expect(whyNoneFree(asked({ now: at('2026-02-09T23:59Z'), rules: { noticeMinutes: 2_880 } }), day)).toBe(
      'too_soon',
    );
    expect(whyNoneFree(asked({ now: at('2026-01-01T00:00Z'), rules: { horizonDays: 7 } }), day)).toBe(
      'too_far',
    );
    expect(whyNoneFree(asked({ now: at('2026-02-12T00:00Z') }), day)).toBe('past');
  });
});
