import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { busyTimes } from './busy-times.ts';
import { CalendarFault } from './calendar-fault.ts';

const window = { start: parseInstant('2026-03-01T00:00:00Z'), end: parseInstant('2027-04-05T00:00:00Z') };
const zones = [
  'Europe/Paris',
  'America/Montreal',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'UTC',
];
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** What must hold for every result. */
function read(text: string, zone = 'Europe/Paris') {
  let result: ReturnType<typeof busyTimes>;
  try {
    result = busyTimes(text, { window, zone, ownHost: null });
  } catch (error) {
    expect(error).toBeInstanceOf(CalendarFault);
    return null;
  }
  let reached: Instant = window.start;
  for (const [index, { start, end }] of result.busy.entries()) {
    expect(end).toBeGreaterThan(start);
    if (index > 0) expect(start).toBeGreaterThan(reached);
    reached = end;
  }
  expect(result.busy[0]?.start ?? window.start).toBeGreaterThanOrEqual(window.start);
  expect(reached).toBeLessThanOrEqual(window.end);
  expect(result.skipped).toBeLessThanOrEqual(result.events);
  return result;
}

const calendar = (lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
const time = fc.oneof(
  fc
    .date({ min: new Date('1999-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().replace(/\.\d+|[-:]/g, '')),
  fc.constantFrom(
    '20260329T023000',
    '20261025T023000',
    '20260312',
    '20260312T246060',
    '99991231T235959Z',
    '',
  ),
);
const property = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID'),
      fc.constantFrom('', ';VALUE=DATE', ';TZID=Pacific/Chatham', ';TZID=Romance Standard Time', ';TZID="x"'),
      time,
    )
    .map(([name, params, value]) => `${name}${params}:${value}`),
  fc
    .tuple(
      fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY', 'JAMAIS'),
      fc.integer({ min: -1, max: 40 }),
      fc.subarray(days),
      time,
    )
    .map(([freq, interval, by, until]) => {
      return `RRULE:FREQ=${freq};INTERVAL=${interval}${by.length > 0 ? `;BYDAY=${by}` : ''};UNTIL=${until}`;
    }),
  fc.constantFrom(
    'UID:a',
    'UID:b',
    'DURATION:P1D',
    'DURATION:-PT5M',
    'DURATION:PT999999H',
    'STATUS:CANCELLED',
  ),
  fc.string({ maxLength: 30 }),
);
const events = fc.array(fc.array(property, { maxLength: 8 }), { maxLength: 6 });

test('random events never break more than themselves', () => {
  fc.assert(
    fc.property(events, (list) => {
      const lines = list.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']);
      read(calendar(lines));
    }),
    { numRuns: 1_500 },
  );
});

test('a good calendar, damaged anywhere, is read or refused', () => {
  const good = calendar([
    ...[
      'X-WR-TIMEZONE:America/Montreal',
      'BEGIN:VTIMEZONE',
      'TZID:Ici',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
    ],
    ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE'],
    ...[
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART;TZID=Ici:20260312T183000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY',
      'END:VEVENT',
    ],
    ...[
      'BEGIN:VEVENT',
      'UID:1',
      'RECURRENCE-ID:20260319T173000Z',
      'DTSTART:20260320T100000Z',
      'DTEND:20260320T110000Z',
      'END:VEVENT',
    ],
    ...['BEGIN:VEVENT', 'UID:2', 'DTSTART;VALUE=DATE:20260401', 'END:VEVENT'],
  ]);
  expect(read(good)?.skipped).toBe(0);
  fc.assert(
    fc.property(
      fc.nat(good.length),
      fc.nat(12),
      fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('\r\n', ':', ';', 'T', '9', 'END:VEVENT\r\n')),
      (from, length, patch) => {
        read(good.slice(0, from) + patch + good.slice(from + length));
      },
    ),
    { numRuns: 4_000 },
  );
});

test('weekly series are those that a naive walk over the wall calendar finds', () => {
  fc.assert(
    fc.property(
      fc.record({
        zone: fc.constantFrom(...zones),
        startDay: fc.integer({ min: 0, max: 3_000 }),
        minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
        interval: fc.integer({ min: 1, max: 5 }),
        by: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
        lasts: fc.integer({ min: 1, max: 600 }),
      }),
      ({ zone, startDay, minute, interval, by, lasts }) => {
        const firstDay = Temporal.PlainDate.from('2019-01-07').add({ days: startDay }); // a Monday, and on
        const monday = firstDay.subtract({ days: firstDay.dayOfWeek - 1 });
        const clock = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
        const walk: { start: number; end: number }[] = [];
        const add = (date: Temporal.PlainDate) => {
          const start = date.toZonedDateTime({ timeZone: zone, plainTime: clock }).epochMilliseconds;
          walk.push({ start, end: start + lasts * 60_000 });
        };
        if (!by.includes(firstDay.dayOfWeek - 1)) add(firstDay);
        for (
          let week = monday;
          Temporal.PlainDate.compare(week, '2027-04-08') < 0;
          week = week.add({ weeks: interval })
        ) {
          for (const day of by) {
            const date = week.add({ days: day });
            if (Temporal.PlainDate.compare(date, firstDay) >= 0) add(date);
          }
        }
        const expected: { start: number; end: number }[] = [];
        for (const { start, end } of walk.sort((a, b) => a.start - b.start)) {
          const [from, to] = [Math.max(start, window.start), Math.min(end, window.end)];
          const last = expected.at(-1);
          if (from >= to) continue;
          if (last && from <= last.end) last.end = Math.max(last.end, to);
          else expected.push({ start: from, end: to });
        }
        const stamp = firstDay
          .toPlainDateTime(clock)
          .toString({ smallestUnit: 'second' })
          .replace(/[-:]/g, '');
        const found = read(
          calendar([
            'BEGIN:VEVENT',
            `DTSTART;TZID=${zone}:${stamp}`,
            `DURATION:PT${lasts}M`,
            `RRULE:FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${by.map((day) => days[day])}`,
            'END:VEVENT',
          ]),
        );
        expect(found).toEqual({ busy: expected, events: 1, skipped: 0, unread: [] });
      },
    ),
    { numRuns: 400 },
  );
});
