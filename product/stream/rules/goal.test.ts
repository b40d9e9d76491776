import { expect, test } from 'vitest';
import { formatInstant, parseInstant } from '#product/shared/time/instant.ts';
import { goalDay, goalText } from './goal.ts';

test.each([
  ['Europe/Paris', '2026-11-28T20:00:00Z', '2026-11-28T05:00:00.000Z', 'ce soir'],
  ['Europe/Paris', '2026-11-29T01:30:00Z', '2026-11-28T05:00:00.000Z', 'ce soir'],
  ['Europe/Paris', '2026-11-29T05:00:00Z', '2026-11-29T05:00:00.000Z', 'aujourd’hui'],
  ['Europe/Paris', '2026-11-29T16:59:59Z', '2026-11-29T05:00:00.000Z', 'aujourd’hui'],
  // The night in which Paris sets its clocks back is an hour longer.
  ['Europe/Paris', '2026-10-25T04:30:00Z', '2026-10-24T04:00:00.000Z', 'ce soir'],
  ['America/Montreal', '2026-11-28T23:30:00Z', '2026-11-28T11:00:00.000Z', 'ce soir'],
  ['Asia/Tokyo', '2026-11-28T20:59:00Z', '2026-11-27T21:00:00.000Z', 'ce soir'],
])('in %s at %s the goal counts from %s, for %s', (zone, now, since, word) => {
  const day = goalDay(zone, parseInstant(now));
  expect([formatInstant(day.since), day.word]).toEqual([new Date(since).toISOString(), word]);
});

test('a goal reads as one would say it', () => {
  expect(goalText(3, 5, 'ce soir')).toBe('3\u00a0places sur 5 ce soir');
  expect(goalText(1, 5, 'aujourd’hui')).toBe('1\u00a0place sur 5 aujourd’hui');
  expect(goalText(0, 5, 'ce soir')).toBe('0\u00a0place sur 5 ce soir');
});
