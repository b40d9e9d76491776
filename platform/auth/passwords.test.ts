import { expect, test } from 'vitest';
import { requireStrongPassword, weaknessOf } from './passwords.ts';

test.each([
  ['abc', 'none', ['length']],
  ['motdepasse', 'none', undefined],
  ['motdepasse', 'advise', ['pwned']],
  ['motdepasse', 'common', ['pwned']],
  ['MotDePasse', 'common', ['pwned']],
  ['abc', 'common', ['length']],
  ['Rideau-rouge-1867', 'common', undefined],
] as const)('%s, checked against %s', (password, check, reasons) => {
  expect(weaknessOf(password, check)?.reasons).toEqual(reasons);
});

test('a leaked password of six characters is refused where leaks are, and nowhere else', () => {
  expect(() => requireStrongPassword('azerty', 'common')).toThrow(/known to be weak/);
  for (const check of ['none', 'advise'] as const)
    expect(() => requireStrongPassword('azerty', check)).not.toThrow();
  for (const check of ['none', 'advise', 'common'] as const)
    expect(() => requireStrongPassword('azert', check)).toThrow(/at least 6/);
});
