import { expect, test } from 'vitest';
import { actsIn } from './acts.ts';

test.each([
  ['rembourser camille', ['all'], [['refund', 'camille']]],
  ['Rembourser  Camille D.', ['finance'], [['refund', 'Camille D.']]],
  ['remb', ['support'], [['refund', '']]],
  ['deplacer M-0012', ['support'], [['move', 'M-0012']]],
  ['Déplacer M-0012', ['support'], [['move', 'M-0012']]],
  ['ann', ['moderation'], [['cancel', '']]],
  ['voir comme léa', ['support'], [['view', 'léa']]],
  ['voir', ['support'], [['view', '']]],
  ['changer le role', ['all'], [['role', '']]],
  // A role that may not is offered nothing, and a name is a name.
  ['rembourser camille', ['moderation'], []],
  ['rembourser camille', ['read_only'], []],
  ['changer le rôle', ['support', 'moderation', 'finance'], []],
  ['suspendrejean', ['all'], []],
  ['re', ['all'], []],
  ['', ['all'], []],
  ['camille rembourser', ['all'], []],
])('« %s » by %j asks for %j', (words, roles, acts) => {
  expect(actsIn(words, roles).map(({ act, about }) => [act.name, about])).toEqual(acts);
});
