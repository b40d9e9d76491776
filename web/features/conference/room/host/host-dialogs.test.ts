import { describe, expect, test } from 'vitest';
import { costOfEnding } from './host-dialogs.tsx';

const session = { priceCents: 4500, durationMinutes: 60, group: false };
const minutes = (count: number) => count * 60_000;
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('what ending a session now costs', () => {
  test('the time that was not given, to the minute', () => {
    expect(plain(costOfEnding({ ...session, passed: minutes(20) }))).toContain(plain('30,00 € sur 45,00 €'));
    expect(plain(costOfEnding({ ...session, group: true, passed: minutes(20) }))).toContain(
      'à chaque viewer',
    );
  });

  test('nothing once nine tenths were given', () => {
    expect(costOfEnding({ ...session, passed: minutes(54) })).toContain('payée en entier');
    expect(costOfEnding({ ...session, passed: minutes(90) })).toContain('payée en entier');
  });

  test('no money of a free session, and nothing given before the start', () => {
    expect(costOfEnding({ ...session, priceCents: 0, passed: minutes(20) })).toContain('gratuite');
    expect(costOfEnding({ ...session, passed: -5 })).toContain('n’a pas commencé');
  });
});
