import { expect, test } from 'vitest';
import { weaknessOf } from './passwords.ts';

test.each([
  ['abc', 'none', ['length']],
  ['motdepasse', 'none', undefined],
  ['motdepasse', 'common', ['pwned']],
  ['MotDePasse', 'common', ['pwned']],
  ['abc', 'common', ['length']],
  ['Rideau-rouge-1867', 'common', undefined],
] as const)('%s, checked against %s', (password, check, reasons) => {
  expect(weaknessOf(password, check)?.reasons).toEqual(reasons);
});
