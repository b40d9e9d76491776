import { expect, test } from 'vitest';
import { fillIn, sectionsOf, TEXT_VARIABLES, type TextVariable, unknownVariables } from './texts.ts';

const values = Object.fromEntries(TEXT_VARIABLES.map((name) => [name, `<${name}>`])) as Record<
  TextVariable,
  string
>;

test('variables are filled in wherever they stand; what is unknown is named once and stays', () => {
  const body = 'Édité par {{exploitant}} ({{ siren }}), {{inconnu}}, {{inconnu}} et {{constructor}}.';
  expect(fillIn(body, values)).toBe(
    'Édité par <exploitant> (<siren>), {{inconnu}}, {{inconnu}} et {{constructor}}.',
  );
  expect(unknownVariables(body)).toEqual(['inconnu', 'constructor']);
});

test('a text is cut at its headings of the second level, each with an address of its own', () => {
  const { intro, sections } = sectionsOf(
    'Bonjour.\r\n\r\n## Être payé ?\nOui.\n\n### Quand\nLundi.\n## Être payé\nEncore.\n## ?\n',
  );
  expect(intro).toBe('Bonjour.');
  expect(sections).toEqual([
    { id: 'etre-paye', title: 'Être payé ?', body: 'Oui.\n\n### Quand\nLundi.' },
    { id: 'etre-paye-2', title: 'Être payé', body: 'Encore.' },
    { id: 'partie', title: '?', body: '' },
  ]);
  expect(sectionsOf('Sans partie')).toEqual({ intro: 'Sans partie', sections: [] });
});
