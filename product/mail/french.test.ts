import { describe, expect, test } from 'vitest';
import { french, frenchDateTime, frenchDuration } from './french.ts';

describe('French typography', () => {
  test('sets narrow no-break spaces before double signs and inside guillemets', () => {
    expect(french('Prêt ? Oui ! Voici : « ici » ; là')).toBe(
      'Prêt\u202f? Oui\u202f! Voici\u202f: «\u202fici\u202f»\u202f; là',
    );
  });
  test('keeps hours, days and prices on one line', () => {
    expect(french('18 h 30, 12 jours, 45 €, 9 hommes')).toBe(
      '18\u202fh\u202f30, 12\u202fjours, 45\u202f€, 9 hommes',
    );
  });
  test('leaves addresses of mail and web alone', () => {
    expect(french("l'adresse o'brien@exemple.fr, https://x.fr/?a='b'")).toBe(
      "l’adresse o'brien@exemple.fr, https://x.fr/?a='b'",
    );
  });
  test('writes an instant in Paris time, whatever the machine’s zone', () => {
    expect(frenchDateTime(new Date('2026-03-12T17:30:00Z'))).toBe(
      'jeudi 12 mars 2026 à 18\u202fh\u202f30 (heure de Paris)',
    );
    expect(frenchDateTime(new Date('2026-07-31T22:00:00Z'))).toBe(
      'samedi 1er août 2026 à 0\u202fh (heure de Paris)',
    );
  });
  test.each([
    [3600, 'une heure'],
    [86_400, 'un jour'],
    [172_800, '2\u202fjours'],
    [7200, '2\u202fheures'],
    [900, '15\u202fminutes'],
    [20, 'une minute'],
  ])('%i seconds are %s', (seconds, words) => {
    expect(frenchDuration(seconds)).toBe(words);
  });
});
