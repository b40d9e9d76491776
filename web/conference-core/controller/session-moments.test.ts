import { expect, test } from 'vitest';
import { momentOf, sayMoment, sayNext } from './session-moments.ts';

const MINUTE = 60_000;
const at = (minutesToEnd: number) => ({
  toStart: Math.max(0, minutesToEnd - 60) * MINUTE,
  toEnd: Math.max(0, minutesToEnd) * MINUTE,
  toClose: Math.max(0, minutesToEnd + 5) * MINUTE,
});

test.each([
  [65, 'before', ''],
  [59, 'going', 'La session commence.'],
  [10, 'ten', 'Il reste 10 minutes.'],
  [5, 'five', 'Il reste 5 minutes.'],
  [1, 'one', 'Il reste 1 minute.'],
  [-1, 'ended', expect.stringContaining('sauf si vous y restez ensemble')],
  [-4.5, 'closing', expect.stringContaining('ferme dans 1 minute')],
  [-6, 'beyond', expect.stringContaining('Vous continuez ensemble')],
])('%i minutes before its end a session is at %s', (minutes, moment, said) => {
  expect(momentOf(at(minutes))).toBe(moment);
  expect(sayMoment(momentOf(at(minutes)))).toEqual(said);
});

test('a prolonged session is not announced as beginning again', () => {
  expect(sayNext('five', 'going')).toBe('');
  expect(sayNext('ended', 'ten')).toBe('');
  expect(sayNext('ten', 'five')).toBe('Il reste 5 minutes.');
});
