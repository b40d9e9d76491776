import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysToTry } from './days.ts';

const texts = (now: string) =>
  daysToTry(new Date(now)).map(({ name, at }) => `${name}: ${new Date(at).toISOString()}`);

test('the days to try are the next of their kind, at their hour in Paris', () => {
  expect(texts('2026-11-28T12:00:00+01:00')).toEqual([
    'the 28th, 2026-12-28 at 12:00: 2026-12-28T11:00:00.000Z',
    'the 29th, 2026-11-29 at 00:05: 2026-11-28T23:05:00.000Z',
    'the 30th, 2026-11-30 at 12:00: 2026-11-30T11:00:00.000Z',
    'the 31st, 2026-12-31 at 00:05: 2026-12-30T23:05:00.000Z',
    '29 February, 2028-02-29 at 12:00: 2028-02-29T11:00:00.000Z',
    'the last minutes of a year, 2026-12-31 at 23:30: 2026-12-31T22:30:00.000Z',
    'a night an hour short, 2027-03-28 at 01:30: 2027-03-28T00:30:00.000Z',
    'a night an hour long, 2027-10-31 at 02:30: 2027-10-31T00:30:00.000Z',
    'a Sunday, 2026-11-29 at 12:00: 2026-11-29T11:00:00.000Z',
    'a bank holiday, 2026-12-25 at 12:00: 2026-12-25T11:00:00.000Z',
  ]);
});

test('whatever the day of a run, each of them is still to come', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (now) => {
        const days = daysToTry(now);
        expect(days).toHaveLength(10);
        for (const { at } of days) {
          expect(at).toBeGreaterThan(now.getTime());
          expect(at - now.getTime()).toBeLessThan(8.1 * 366 * 86_400_000);
        }
      },
    ),
    { numRuns: 40 },
  );
});
