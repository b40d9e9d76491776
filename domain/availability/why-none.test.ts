import { expect, test } from 'vitest';
import { asked, booked, daily } from '#domain/availability/testing/streamer.ts';
import { whyNoneFree } from '#domain/availability/why-none.ts';
import { parseInstant as at } from '#domain/time/instant.ts';

const day = { start: at('2026-02-10T00:00Z'), end: at('2026-02-11T00:00Z') };

test('a booked day is taken, although most of its hours are night', () => {
  const question = asked({ hours: { weekly: daily(15, 16) }, occupied: [booked('2026-02-10T14:00Z')] });
  expect(whyNoneFree(question, day)).toBe('taken');
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
