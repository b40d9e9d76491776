import { expect, test } from 'vitest';
import { type CatalogueEntry, choicesIn, entryOf, labelIn } from './catalogue.ts';

const entry = (id: string, more: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  id,
  label: id.toUpperCase(),
  pictureUrl: null,
  pictureAlt: null,
  retired: false,
  mergedInto: null,
  ...more,
});
const entries = [
  entry('echecs'),
  entry('strategie', { retired: true, mergedInto: 'echecs' }),
  entry('poterie', { retired: true }),
];

test('a category that was merged is called what stands for it', () => {
  expect(labelIn(entries, 'strategie')).toBe('ECHECS');
  expect(entryOf(entries, 'strategie')?.id).toBe('echecs');
});

test('one that does not exist is called by its id', () => {
  expect(labelIn(entries, 'inconnue')).toBe('inconnue');
  expect(entryOf(entries, 'inconnue')).toBeNull();
});

test('a retired one is offered only to those who have it', () => {
  const ids = (chosen?: string[]) => choicesIn(entries, chosen).map(({ id }) => id);
  expect(ids()).toEqual(['echecs']);
  expect(ids(['poterie', 'strategie'])).toEqual(['echecs', 'poterie']);
});
