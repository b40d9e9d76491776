import { describe, expect, it } from 'vitest';
import { cardStartText } from './when.ts';

describe('the start on a card', () => {
  it.each([
    ['2026-11-28T15:15:00Z', 'Aujourd’hui, 16 h 15'],
    ['2026-11-29T08:00:00Z', 'Demain, 9 h'],
    ['2026-11-30T08:00:00Z', 'Lun. 30, 9 h'],
    ['2026-12-01T08:00:00Z', 'Mar. 1er, 9 h'],
    ['2026-12-25T08:30:00Z', 'Ven. 25, 9 h 30'],
    ['2026-12-26T08:00:00Z', '26 déc., 9 h'],
  ])('of %s is read as « %s »', (start, text) => {
    const now = new Date('2026-11-28T09:00:00Z');
    expect(cardStartText(start, 'Europe/Paris', now).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
  });
});
