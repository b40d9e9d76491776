import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsPerOpenHour, curveFinding, filledPart, ratio, returnedOf, trendOf } from './figures.ts';

describe('figures', () => {
  it('are null where there is nothing to divide by', () => {
    expect(ratio(3, 0)).toBeNull();
    expect(filledPart(60, 0)).toBeNull();
    expect(centsPerOpenHour(1_000, 0)).toBeNull();
  });

  it('fill no more than all of the open hours', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 10_000 }), (booked, open) => {
        const part = filledPart(booked, open);
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('of no-shows improve when they fall', () => {
    expect(trendOf(1, 2, true)).toBe('better');
    expect(trendOf(1, 2)).toBe('worse');
    expect(trendOf(2, 2, true)).toBe('same');
  });
});

describe('the finding of a curve', () => {
  it('is its growth against the period before, from a tenth on', () => {
    expect(curveFinding([10, 12], 20)).toMatchObject({ kind: 'growing', best: 1 });
    expect(curveFinding([10, 7], 20)).toMatchObject({ kind: 'shrinking', best: 0 });
    expect(curveFinding([10, 11], 20)).toEqual({ kind: 'steady' });
  });

  it('is the point that stands out where there is no comparison', () => {
    expect(curveFinding([1, 1, 1, 1, 9, 1, 1, 1], null)).toEqual({ kind: 'peak', best: 4, part: 9 / 16 });
    expect(curveFinding([2, 2, 2, 2, 2, 2, 2, 2], null)).toEqual({ kind: 'sum', sum: 16 });
  });

  it('is that there is nothing, also where refunds took back everything', () => {
    expect(curveFinding([], null)).toEqual({ kind: 'none' });
    expect(curveFinding([500, -500], 100)).toEqual({ kind: 'none' });
  });
});

it('a viewer who first came this month has not had a month to come back, and is not counted', () => {
  const cohorts = [
    { month: '2026-09-01', after: 0, viewers: 10 },
    { month: '2026-09-01', after: 1, viewers: 4 },
    { month: '2026-10-01', after: 0, viewers: 6 },
    { month: '2026-11-01', after: 0, viewers: 9 },
  ];
  expect(returnedOf(cohorts)).toEqual({ first: 16, returned: 4 });
});
