import { describe, expect, test } from 'vitest';
import type { OpeningHours, WeeklyRange } from '#domain/availability/hours.ts';
import { nearestFreeStarts } from '#domain/availability/nearest.ts';
import type { Occupied, SlotQuestion } from '#domain/availability/question.ts';
import { type BookingRules, DEFAULT_RULES } from '#domain/availability/rules.ts';
import { explainStart, freeStarts } from '#domain/availability/slots.ts';
import { whoIsFree } from '#domain/availability/who-is-free.ts';
import { minutesAfter, parseInstant } from '#domain/time/instant.ts';
import { parseLocalDate, type Weekday } from '#domain/time/local-date.ts';
import { wallTimeAt } from '#domain/time/wall-time.ts';

const at = parseInstant;
const EVERY_DAY: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const daily = (from: number, to: number): WeeklyRange[] =>
  EVERY_DAY.map((weekday) => ({ weekday, from: from * 60, to: to * 60 }));

/** A streamer in Paris, open 15:00-18:00 every day, asked long before for an hour; whatever the test says instead. */
function asked({
  hours = {},
  rules = {},
  ...rest
}: { hours?: Partial<OpeningHours>; rules?: Partial<BookingRules> } & Partial<
  Omit<SlotQuestion, 'hours' | 'rules'>
> = {}): SlotQuestion {
  return {
    hours: { zone: 'Europe/Paris', weekly: daily(15, 18), exceptions: [], holidays: [], ...hours },
    rules: { ...DEFAULT_RULES, stepMinutes: 30, bufferAfterMinutes: 0, horizonDays: 365, ...rules },
    busy: [],
    occupied: [],
    wanted: { offerId: 'coaching', durationMinutes: 60, capacity: 1, seats: 1 },
    now: at('2026-01-05T08:00Z'),
    ...rest,
  };
}

const booked = (start: string, changes: Partial<Occupied> = {}): Occupied => ({
  start: at(start),
  end: minutesAfter(at(start), 60),
  offerId: 'coaching',
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  seatsTaken: 1,
  ...changes,
});

/** The wall times, in the streamer's zone, of the free starts of a day in UTC. */
function wallTimes(question: SlotQuestion, from: string, to: string): string[] {
  const starts = freeStarts(question, { start: at(from), end: at(to) });
  return starts.map((start) => new Date(wallTimeAt(question.hours.zone, start)).toISOString().slice(11, 16));
}

const reasonAt = (question: SlotQuestion, start: string) => {
  const verdict = explainStart(question, at(start));
  return verdict.free ? 'free' : verdict.reason;
};

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
      const question = asked({ hours: { zone } });
      for (const day of ['2026-04-03', '2026-04-08', '2026-09-25', '2026-10-08']) {
        const noon = at(`${day}T12:00Z`);
        const starts = freeStarts(question, {
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
    const question = asked({
      hours: {
        holidays: [parseLocalDate('2026-05-01'), parseLocalDate('2026-05-08')],
        exceptions: [{ date: parseLocalDate('2026-05-08'), ranges: [{ from: 600, to: 690 }] }],
      },
    });
    expect(wallTimes(question, '2026-05-01T00:00Z', '2026-05-02T00:00Z')).toEqual([]);
    expect(wallTimes(question, '2026-05-08T00:00Z', '2026-05-09T00:00Z')).toEqual(['10:00', '10:30']);
  });
});

describe('a start is not free because', () => {
  const day = '2026-02-10';
  const wide = { weekly: daily(8, 20) };

  test.each([
    ['past', asked({ now: at(`${day}T14:01Z`) })],
    ['too_soon', asked({ now: at('2026-02-09T14:01Z') })],
    ['too_far', asked({ now: at('2026-02-08T22:00Z'), rules: { horizonDays: 1 } })],
    ['outside_hours', asked({ hours: { weekly: daily(9, 12) } })],
    [
      'not_on_step',
      asked({ hours: wide, now: at('2026-01-05T08:00Z'), rules: { stepMinutes: 60 } }),
      '14:30',
    ],
    ['taken', asked({ occupied: [booked(`${day}T14:30Z`)] })],
    ['busy', asked({ busy: [{ start: at(`${day}T14:59Z`), end: at(`${day}T15:30Z`) }] })],
    ['buffer', asked({ occupied: [booked(`${day}T15:00Z`)], rules: { bufferAfterMinutes: 10 } })],
    ['buffer', asked({ occupied: [booked(`${day}T15:00Z`, { bufferBeforeMinutes: 5 })] })],
    [
      'buffer',
      asked({
        busy: [{ start: at(`${day}T15:05Z`), end: at(`${day}T15:30Z`) }],
        rules: { bufferAfterMinutes: 10 },
      }),
    ],
    ['daily_cap', asked({ occupied: [booked(`${day}T16:00Z`)], rules: { maxPerDay: 1 } })],
    ['weekly_cap', asked({ occupied: [booked('2026-02-15T22:30Z')], rules: { maxPerWeek: 1 } })],
    ['free', asked({ occupied: [booked('2026-02-15T23:30Z')], rules: { maxPerWeek: 1 } })],
    ['free', asked({ occupied: [booked(`${day}T15:00Z`), booked(`${day}T13:00Z`)] })],
    ['free', asked({ now: at('2026-02-09T14:00Z') })],
    ['free', asked({ now: at('2026-02-09T00:00Z'), rules: { horizonDays: 1 } })],
  ] as [string, SlotQuestion, string?][])('%s', (reason, question, time = '14:00') => {
    expect(reasonAt(question, `${day}T${time}Z`)).toBe(reason);
  });
});

describe('a group session', () => {
  const group = { offerId: 'coaching', durationMinutes: 60, capacity: 3, seats: 1 };
  const two = [booked('2026-02-10T14:00Z'), booked('2026-02-10T14:00Z')];

  test('with a free seat stays bookable, whatever caps, pauses, calendars and steps say', () => {
    const question = asked({
      wanted: group,
      occupied: two,
      busy: [{ start: at('2026-02-10T14:00Z'), end: at('2026-02-10T15:00Z') }],
      rules: { maxPerDay: 1, bufferAfterMinutes: 30, stepMinutes: 60 },
    });
    expect(explainStart(question, at('2026-02-10T14:00Z'))).toEqual({ free: true, seatsLeft: 1 });
    expect(wallTimes(question, '2026-02-10T00:00Z', '2026-02-11T00:00Z')).toEqual(['15:00']);
    expect(reasonAt({ ...question, wanted: { ...group, seats: 2 } }, '2026-02-10T14:00Z')).toBe('full');
  });

  test('off a grid that changed since is listed in its place', () => {
    const question = asked({ wanted: group, occupied: [booked('2026-02-10T14:10Z')] });
    expect(wallTimes(question, '2026-02-10T00:00Z', '2026-02-11T00:00Z')).toEqual([
      '15:10',
      '16:30',
      '17:00',
    ]);
  });

  test('of another offer, or when one wants the streamer alone, is taken time', () => {
    expect(reasonAt(asked({ occupied: two }), '2026-02-10T14:00Z')).toBe('taken');
    const other = asked({ wanted: { ...group, offerId: 'duo' }, occupied: two });
    expect(reasonAt(other, '2026-02-10T14:00Z')).toBe('taken');
  });

  test('counts once in the caps', () => {
    const question = asked({ occupied: two, rules: { maxPerDay: 2 } });
    expect(reasonAt(question, '2026-02-10T15:00Z')).toBe('free');
  });
});

test('who lost a race is offered the nearest free starts', () => {
  const question = asked({ occupied: [booked('2026-02-10T15:00Z')] });
  expect(nearestFreeStarts(question, at('2026-02-10T15:00Z'), 3)).toEqual(
    ['2026-02-10T14:00Z', '2026-02-10T16:00Z', '2026-02-09T16:00Z'].map(at),
  );
  const closed = asked({ hours: { weekly: [] } });
  expect(nearestFreeStarts(closed, at('2026-02-10T15:00Z'), 3)).toEqual([]);
});

test('who is free between two moments is answered with the first start of each', () => {
  const streamers = [
    { id: 'paris', question: asked() },
    { id: 'closed', question: asked({ hours: { weekly: [] } }) },
    { id: 'montreal', question: asked({ hours: { zone: 'America/Montreal' } }) },
  ];
  const range = { start: at('2026-02-10T00:00Z'), end: at('2026-02-11T00:00Z') };
  expect(whoIsFree(streamers, range)).toEqual([
    { id: 'paris', first: at('2026-02-10T14:00Z') },
    { id: 'montreal', first: at('2026-02-10T20:00Z') },
  ]);
});
