import { expect, test } from 'vitest';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { absentBefore } from './absence.ts';

test.each([
  ['2026-03-02', '2026-01-01'],
  ['2026-05-01', '2026-03-02'],
  ['2028-03-01', '2028-01-01'],
])('on %s a viewer is absent who last came before %s', (today, day) => {
  expect(absentBefore(parseLocalDate(today))).toBe(day);
});
