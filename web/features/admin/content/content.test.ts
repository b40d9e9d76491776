import { expect, test } from 'vitest';
import { joined } from '#web/lib/joined.ts';
import { idFrom } from './catalogue.ts';
import { moved } from './order.ts';

test('one is moved within the list, and no farther than its ends', () => {
  const ids = ['a', 'b', 'c'];
  expect(moved(ids, 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(moved(ids, 'a', -1)).toEqual(['a', 'b', 'c']);
  expect(moved(ids, 'c', 9)).toEqual(['a', 'b', 'c']);
});

test('the word of a category follows its name', () => {
  expect(idFrom('Cours de chant')).toBe('cours-de-chant');
  expect(idFrom(' Échecs & stratégie ')).toBe('echecs-strategie');
});

test('facts on one line leave out what there is not, and no line begins with a dot', () => {
  expect(joined(['a', null, '', 'b'])).toBe('a\u00a0· b');
});
