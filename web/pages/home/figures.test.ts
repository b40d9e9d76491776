import { describe, expect, it } from 'vitest';
import { basisPoints } from '#product/shared/money/cents.ts';
import { PLACE_CENTS, refundCents, shareOfPlace, standardPolicy } from './figures.ts';

describe('the figures of the home page', () => {
  it('give back 45,00 €, then 22,50 €, then nothing', () => {
    expect(standardPolicy.map(({ refund }) => refundCents(refund))).toEqual([4500, 2250, 0]);
  });

  it('leave the streamer 85 %: 38,25 € of 45,00 €', () => {
    const { fee, streamer } = shareOfPlace(basisPoints(1_500));
    expect(streamer).toBe(3825);
    expect(fee + streamer).toBe(PLACE_CENTS);
  });
});
