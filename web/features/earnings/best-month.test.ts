import { describe, expect, test } from 'vitest';
import { bestMonth } from './best-month.ts';

const month = (from: string, bankedCents: number, pendingCents = 0) => ({
  from: `2026-${from}-01T00:00:00Z`,
  bankedCents,
  pendingCents,
  availableCents: 0,
  inTransitCents: 0,
});
const today = '2026-11-01T00:00:00Z';

describe('the best month', () => {
  test('is the one that brought the most, wherever its money is', () => {
    const months = [month('08', 900), month('09', 500, 700), month('10', 1_000)];
    expect(bestMonth(months, today)?.from).toContain('-09-');
  });

  test('is never the month that goes on, however much is held in it', () => {
    const months = [month('09', 500), month('10', 900), month('11', 1_000, 4_000)];
    expect(bestMonth(months, today)?.from).toContain('-10-');
  });

  test('is none while no month that is over brought anything', () => {
    expect(bestMonth([month('10', 0), month('11', 1_000)], today)).toBeNull();
    expect(bestMonth([], today)).toBeNull();
  });
});
