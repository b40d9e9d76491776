import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('what several print at the same time is printed one after the other, each as soon as those before it have ended', () => {
  const printed: string[] = [];
  const [first, second, third] = inTurn(3, (text) => printed.push(text));
  second!.show('b1 ');
  first!.show('a1 ');
  third!.show('c1 ');
  third!.end();
  first!.show('a2 ');
  expect(printed.join('')).toBe('a1 a2 ');
  first!.end();
  expect(printed.join('')).toBe('a1 a2 b1 ');
  second!.show('b2 ');
  expect(printed.join('')).toBe('a1 a2 b1 b2 ');
  second!.end();
  expect(printed.join('')).toBe('a1 a2 b1 b2 c1 ');
});
