import { expect, it } from 'vitest';
import { exampleDay } from './example-day.ts';

it('is a Thursday at least a week ahead', () => {
  const of = (day: string) => exampleDay(new Date(`${day}T12:00:00Z`)).replace('\u00a0', ' ');
  expect(of('2026-03-04')).toBe('Jeudi 12 mars');
  expect(of('2026-03-05')).toBe('Jeudi 12 mars');
  expect(of('2026-03-06')).toBe('Jeudi 19 mars');
  expect(of('2026-09-20')).toBe('Jeudi 1er octobre');
  expect(of('2026-12-26')).toBe('Jeudi 7 janvier');
});
