import { expect, test } from 'vitest';
import { isSameMailbox } from './mailbox.ts';

test.each([
  ['lea@exemple.fr', 'LEA@exemple.fr ', true],
  ['lea+maman@exemple.fr', 'lea@exemple.fr', true],
  ['lea+maman@exemple.fr', 'lea+papa@exemple.fr', true],
  ['lea@exemple.fr', 'lea@exemple.com', false],
  ['lea@exemple.fr', 'maman@exemple.fr', false],
])('%s and %s are one mailbox: %s', (one, other, same) => {
  expect(isSameMailbox(one, other)).toBe(same);
});
