import { expect, test } from 'vitest';
import { formatInstant, parseInstant } from '#product/shared/time/instant.ts';
import { FILE_KINDS } from './files.ts';
import {
  firstPeriod,
  monthAt,
  monthsIn,
  nextPeriod,
  periodText,
  SCHEDULED_KINDS,
  sentAt,
} from './schedule.ts';

const monthly = { every: 'month', day: 5, hour: 8 } as const;
const quarterly = { every: 'quarter', day: 10, hour: 9 } as const;

test('files leave on the day and at the hour of Paris, in summer as in winter', () => {
  expect(formatInstant(sentAt(monthly, '2026-11'))).toBe('2026-12-05T07:00:00.000Z');
  expect(formatInstant(sentAt(monthly, '2026-12'))).toBe('2027-01-05T07:00:00.000Z');
  expect(formatInstant(sentAt(quarterly, '2026-06'))).toBe('2026-07-10T07:00:00.000Z');
  // An hour that spring jumps over: the jump itself.
  expect(formatInstant(sentAt({ every: 'month', day: 28, hour: 2 }, '2027-02'))).toBe(
    '2027-03-28T01:00:00.000Z',
  );
});

test('the first period is the one that runs, and others follow it', () => {
  expect(monthAt(parseInstant('2026-11-30T23:30:00Z'))).toBe('2026-12');
  expect(firstPeriod(monthly, '2026-11')).toBe('2026-11');
  expect(['2026-10', '2026-11', '2026-12'].map((month) => firstPeriod(quarterly, month))).toEqual([
    '2026-12',
    '2026-12',
    '2026-12',
  ]);
  expect(nextPeriod(monthly, '2026-12')).toBe('2027-01');
  expect(nextPeriod(quarterly, '2026-12')).toBe('2027-03');
});

test('a quarter has a file of each of its months, but one alone of what tells of the year so far', () => {
  expect(monthsIn('payouts', 'quarter', '2027-03')).toEqual(['2027-01', '2027-02', '2027-03']);
  expect(monthsIn('fec', 'quarter', '2027-03')).toEqual(['2027-03']);
  expect(monthsIn('payouts', 'month', '2027-03')).toEqual(['2027-03']);
});

test('what tells who people are is not sent by itself', () => {
  expect(FILE_KINDS.filter((kind) => !SCHEDULED_KINDS.includes(kind))).toEqual([
    'dac7',
    'dac7_correction',
    'dac7_sellers',
  ]);
});

test('a period reads as people say it', () => {
  expect(periodText('month', '2026-09')).toBe('septembre 2026');
  expect(['2026-03', '2026-09'].map((month) => periodText('quarter', month))).toEqual([
    '1er trimestre 2026',
    '3e trimestre 2026',
  ]);
});
