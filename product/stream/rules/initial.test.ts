import { expect, test } from 'vitest';
import { alertText, initialOf } from './initial.ts';

test.each([
  ['Camille', 'C'],
  ['élodie', 'É'],
  ['E\u0301lodie', 'É'],
  ['  zoé', 'Z'],
  ['ßeta', 'S'],
  ['李雷', '李'],
  ['🎮 Pro', null],
  ['42', null],
  ['', null],
  [null, null],
])('of %j an overlay may show %j', (name, initial) => expect(initialOf(name)).toBe(initial));

test('an alert says one letter, or nobody', () => {
  expect(alertText('C')).toBe('Place réservée par C.');
  expect(alertText(null)).toBe('Une place vient d’être réservée');
});
