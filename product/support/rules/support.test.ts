import { expect, test } from 'vitest';
import { threadNumber } from '#product/shared/reference-numbers.ts';
import { FIRST_ANSWER_HOURS, fillAnswer, isLate, unfilled } from './support.ts';

test('a person has waited too long one instant after the promised hours', () => {
  const promised = FIRST_ANSWER_HOURS * 3_600_000;
  expect([0, promised, promised + 1].map((waited) => isLate(1_000, 1_000 + waited))).toEqual([
    false,
    false,
    true,
  ]);
});

test('a saved answer takes what is known of the thread, whatever the spaces and capitals in its braces', () => {
  expect(
    fillAnswer('Bonjour {{prénom}}, {{ Montant }} reviennent.', { prénom: 'Léo', montant: '45 €' }),
  ).toBe('Bonjour Léo, 45 € reviennent.');
});

test('what is not known stays in its braces and is named, so that nobody sends it', () => {
  const text = fillAnswer('Bonjour {{prénom}}, au {{inconnu}} du {{session}}.', {
    prénom: 'Léo',
    session: '',
  });
  expect(text).toBe('Bonjour Léo, au {{inconnu}} du {{session}}.');
  expect(unfilled(text)).toEqual(['{{inconnu}}', '{{session}}']);
  expect(unfilled('Rien à remplir {ici}.')).toEqual([]);
});

test('what was known is not filled in a second time', () => {
  expect(fillAnswer('{{prénom}}', { prénom: '{{montant}}', montant: '9 €' })).toBe('{{montant}}');
});

test('a thread is called by four digits at least', () => {
  expect([7, 12345].map(threadNumber)).toEqual(['D-0007', 'D-12345']);
});
