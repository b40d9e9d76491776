import { describe, expect, it } from 'vitest';
import { feeCents, PLACE_CENTS, refundCents, standardPolicy, streamerCents } from './figures.ts';

describe('the figures of the home page', () => {
  it('give back 45,00 €, then 22,50 €, then nothing', () => {
    expect(standardPolicy.map(({ refund }) => refundCents(refund))).toEqual([4500, 2250, 0]);
  });

  it('leave the streamer 85 %: 38,25 € of 45,00 €', () => {
    expect(streamerCents).toBe(3825);
    expect(feeCents + streamerCents).toBe(PLACE_CENTS);
  });
});
