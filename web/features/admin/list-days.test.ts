import { expect, test } from 'vitest';
import { parseInstant } from '#product/shared/time/instant.ts';
import { daysIn, daysOptions, momentsOf } from './list-days.ts';

// Half past eleven of the evening in Paris, before the night in which the clocks went back: the 25th has 25 hours.
const now = parseInstant('2026-10-24T21:30:00Z');
const read = (query: string, usual: 'today' | 'all' = 'today') =>
  daysIn(new URLSearchParams(query), usual, now);

test('a list of days opens on today, in Paris, and a day is as long as its clocks make it', () => {
  expect(read('')).toEqual({ name: 'today', days: { first: '2026-10-24', last: '2026-10-24' } });
  const { days } = read('days=tomorrow');
  expect(days && momentsOf(days)).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    until: '2026-10-25T23:00:00.000Z',
  });
});

test('a search looks through all days unless it names some', () => {
  expect(read('q=a1b2c3d4')).toEqual({ name: 'all', days: null });
  expect(read('q=a1b2c3d4&days=today').days).toEqual({ first: '2026-10-24', last: '2026-10-24' });
});

test('two dates of the address are the days, and are offered as such', () => {
  const chosen = read('from=2026-10-01&until=2026-10-03', 'all');
  expect(chosen).toEqual({ name: 'between', days: { first: '2026-10-01', last: '2026-10-03' } });
  expect(daysOptions(chosen)[0]?.label).toMatch(/^Du 1er\soct\. au 3\soct\.$/u);
  expect(daysOptions(read('')).map(({ value }) => value)).not.toContain('between');
});

test.each([
  'from=2026-10-03&until=2026-10-01',
  'from=2026-02-30&until=2026-03-01',
  'days=never',
  'from=hier',
])('takes %s for nothing', (query) => {
  expect(read(query)).toEqual(read(''));
});
