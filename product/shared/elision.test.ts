import { expect, test } from 'vitest';
import { ofName, thatName } from './elision.ts';

test('« de » and « que » lose their vowel before another', () => {
  expect(['Inès', 'Éric', 'Anouk', 'Yves', 'Œdipe'].map(ofName)).toEqual([
    'd’Inès',
    'd’Éric',
    'd’Anouk',
    'd’Yves',
    'd’Œdipe',
  ]);
  expect(['Camille', 'Yasmine', 'Hugo', '2Fast', ''].map(ofName)).toEqual([
    'de Camille',
    'de Yasmine',
    'de Hugo',
    'de 2Fast',
    'de ',
  ]);
  expect([thatName('Inès'), thatName('Léa')]).toEqual(['qu’Inès', 'que Léa']);
});
