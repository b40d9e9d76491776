import { expect, test } from 'vitest';
import { formatInstant, parseInstant } from './instant.ts';
import { intervalOfMonth, latestMonths, type Month, monthAfter, monthToDate } from './months.ts';
import type { ZoneName } from './zone.ts';

const PARIS = 'Europe/Paris' as ZoneName;
const shown = ({
  start,
  end,
}: {
  start: Parameters<typeof formatInstant>[0];
  end: Parameters<typeof formatInstant>[0];
}) => [start, end].map((at) => formatInstant(at).slice(0, 16));

test('a month goes from midnight to midnight of its zone, with the change of clocks within', () => {
  expect(shown(intervalOfMonth(PARIS, '2026-10' as Month))).toEqual(['2026-09-30T22:00', '2026-10-31T23:00']);
});

test('months are counted across the turn of the year', () => {
  expect([
    monthAfter('2026-01' as Month, -1),
    monthAfter('2026-12' as Month, 1),
    monthAfter('2026-11' as Month, -23),
  ]).toEqual(['2025-12', '2027-01', '2024-12']);
  expect(latestMonths(PARIS, parseInstant('2026-01-31T23:30:00Z'), 3)).toEqual([
    '2025-12',
    '2026-01',
    '2026-02',
  ]);
});

test.each([
  [
    'the same day and hour',
    '2026-11-22T20:15:00Z',
    ['2026-10-31T23:00', '2026-11-22T20:15'],
    ['2026-09-30T22:00', '2026-10-22T19:15'],
  ],
  [
    'all of a month that has no such day',
    '2026-03-30T10:00:00Z',
    ['2026-02-28T23:00', '2026-03-30T10:00'],
    ['2026-01-31T23:00', '2026-02-28T23:00'],
  ],
  [
    'the first day',
    '2026-11-01T00:30:00Z',
    ['2026-10-31T23:00', '2026-11-01T00:30'],
    ['2026-09-30T22:00', '2026-09-30T23:30'],
  ],
])('this month is measured against the last to %s', (_what, now, thisMonth, lastMonth) => {
  const measured = monthToDate(PARIS, parseInstant(now));
  expect([shown(measured.thisMonth), shown(measured.lastMonth)]).toEqual([thisMonth, lastMonth]);
});
