import { expect, test } from 'vitest';
import { waitText } from '#web/lib/wait-text.ts';

test.each([
  [1, '1\u00a0seconde'],
  [0.4, '1\u00a0seconde'],
  [42, '42\u00a0secondes'],
  [60, '1\u00a0minute'],
  [61, '2\u00a0minutes'],
  [3_600, '60\u00a0minutes'],
  [3_601, '2\u00a0heures'],
])('%d s is « %s »', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
