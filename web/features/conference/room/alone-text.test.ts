import { expect, test } from 'vitest';
import { aloneText } from './alone-text.ts';

test('who waits for one person is told whom, and what comes then', () => {
  expect(aloneText(['Nour'], false)).toBe(
    'Nour n’est pas encore là. La rencontre commencera dès son arrivée.',
  );
});

test('who was left is not told that the other never came', () => {
  expect(aloneText(['Nour'], true)).toContain('Nour n’est plus là.');
  expect(aloneText(['Nour', 'Camille'], true)).toContain('Les autres ne sont plus là.');
});

test('of a group nobody is named', () => {
  expect(aloneText(['Nour', 'Camille'], false)).toContain('Personne d’autre n’est encore là.');
});
