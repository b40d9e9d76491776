import fc from 'fast-check';
import { expect, test } from 'vitest';
import { legible } from './legible.ts';

test.each([
  ['Ano\uFFFEnyme Test', 'Anonyme Test'],
  ['\u0001\u0002', ''],
  ['Anne\tMarie\r\nLopez', 'Anne Marie Lopez'],
  ['E\u0301loi\u0308se', 'Éloïse'],
  ['Zoé \u202Eegral\u202C', 'Zoé egral'],
  ['moitié \ud83d', 'moitié'],
  ['Œuvrard 😀 李', 'Œuvrard 😀 李'],
])('%j is written %j', (given, expected) => {
  expect(legible(given)).toBe(expected);
});

test('whatever is typed, XML 1.0 takes it and it is on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      const text = legible(given);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\ufffe\uffff]/u);
      expect(legible(text)).toBe(text);
    }),
  );
});
