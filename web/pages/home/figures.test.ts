import { describe, expect, it } from 'vitest';
import {
  exampleStart,
  feeCents,
  PLACE_CENTS,
  refundCents,
  standardPolicy,
  streamerCents,
} from './figures.ts';

describe('the figures of the home page', () => {
  it('give back 45,00 €, then 22,50 €, then nothing', () => {
    expect(standardPolicy.map(({ rate }) => refundCents(rate))).toEqual([4500, 2250, 0]);
  });

  it('leave the streamer 85 %: 38,25 € of 45,00 €', () => {
    expect(streamerCents).toBe(3825);
    expect(feeCents + streamerCents).toBe(PLACE_CENTS);
  });
});

it.each(['2026-11-21T05:00:00Z', '2026-11-26T23:00:00Z', '2028-02-29T12:00:00Z'])(
  'the example is a Thursday to come, seen from %s',
  (now) => {
    const start = exampleStart(new Date(now));
    const days = (start.getTime() - Date.parse(now)) / 86_400_000;
    expect(start.getUTCDay()).toBe(4);
    expect(days).toBeGreaterThan(6);
    expect(days).toBeLessThan(15);
  },
);
