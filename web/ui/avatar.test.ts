import { expect, it } from 'vitest';
import { gradientOf, initialsOf } from './avatar.tsx';

it.each([
  ['Maëlle Nocturne', 'MN'],
  ['léo', 'L'],
  ['Jean-Pierre de la Tour', 'JT'],
  ['  ', '?'],
  ['émile Ölund', 'ÉÖ'],
  ['😀 Rire', '😀R'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('gives one name always the same gradient, however it is typed', () => {
  expect(gradientOf(' Maëlle Nocturne ')).toBe(gradientOf('maëlle nocturne'));
});

it('spreads names over several gradients', () => {
  const names = ['Anouk', 'Théo', 'Inès', 'Yanis', 'Léo', 'Nadia', 'Sami', 'Chloé', 'Hugo', 'Maëlle'];
  expect(new Set(names.map(gradientOf)).size).toBeGreaterThan(2);
});
