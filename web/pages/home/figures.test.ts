import { describe, expect, it } from 'vitest';
import { basisPoints } from '#domain/money/cents.ts';
import { exampleDay, PLACE_CENTS, refundCents, shareOfPlace, standardPolicy } from './figures.ts';

describe('the figures of the home page', () => {
  it('give back 45,00 €, then 22,50 €, then nothing', () => {
    expect(standardPolicy.map(({ refund }) => refundCents(refund))).toEqual([4500, 2250, 0]);
  });

  it('leave the streamer 85 %: 38,25 € of 45,00 €', () => {
    const { fee, streamer } = shareOfPlace(basisPoints(1_500));
    expect(streamer).toBe(3825);
    expect(fee + streamer).toBe(PLACE_CENTS);
  });

  it('date the sample ticket on a Thursday to come', () => {
    const of = (day: string) => exampleDay(new Date(`${day}T12:00:00Z`)).replace('\u00a0', ' ');
    expect(of('2026-03-04')).toBe('Jeudi 12 mars');
    expect(of('2026-03-05')).toBe('Jeudi 12 mars');
    expect(of('2026-03-06')).toBe('Jeudi 19 mars');
    expect(of('2026-09-20')).toBe('Jeudi 1er octobre');
    expect(of('2026-12-26')).toBe('Jeudi 7 janvier');
  });
});
