import { expect, it } from 'vitest';
import { hoursAfter, minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import { remindersText } from './booked-stage.tsx';

it('only the reminders still to come are promised', () => {
  const start = parseInstant('2026-03-12T17:30:00Z');
  const said = (now: typeof start) => remindersText(start, now)?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null;
  expect(said(hoursAfter(start, -72))).toBe(
    'Nous vous le rappelons par e-mail 24 h, 1 h et 10 min avant le début.',
  );
  expect(said(hoursAfter(start, -24))).toBe(
    'Nous vous le rappelons par e-mail 1 h et 10 min avant le début.',
  );
  expect(said(minutesAfter(start, -59))).toBe('Nous vous le rappelons par e-mail 10 min avant le début.');
  expect(said(minutesAfter(start, -10))).toBeNull();
});
