import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basisPoints, cents } from '#product/shared/money/cents.ts';
import { hoursAfter, type Instant, later, parseInstant } from '#product/shared/time/instant.ts';
import { cappedAt, isPolicySnapshot, POLICIES, POLICY_NAMES, type PolicyName } from './policies.ts';
import { explainPolicy, noShowShare, refundFor, refundShareAt } from './refund.ts';

const START = parseInstant('2026-12-05T19:00Z');
const PRICE = cents(4_901);
const hoursBefore = (hours: number) => hoursAfter(START, -hours);
const whenViewerCancels = (policy: PolicyName, at: Instant) =>
  refundFor(POLICIES[policy], PRICE, START, 'viewer', at);

describe('a viewer who cancels', () => {
  test('25 hours before gets everything back under Standard', () => {
    expect(whenViewerCancels('standard', hoursBefore(25))).toBe(4_901);
  });

  test.each([
    ['flexible', 12, 4_901, 2_451],
    ['standard', 24, 4_901, 2_451],
    ['standard', 2, 2_451, 0],
    ['strict', 72, 4_901, 2_451],
    ['strict', 24, 2_451, 0],
  ] as const)(
    'under %s: exactly %i hours before still counts, a millisecond later not',
    (policy, hours, at, after) => {
      expect(whenViewerCancels(policy, hoursBefore(hours))).toBe(at);
      expect(whenViewerCancels(policy, later(hoursBefore(hours), 1))).toBe(after);
      expect(whenViewerCancels(policy, later(hoursBefore(hours), -1))).toBe(at);
    },
  );

  test('at the last moment gets half under Flexible and nothing under the others', () => {
    expect(POLICY_NAMES.map((policy) => whenViewerCancels(policy, START))).toEqual([2_451, 0, 0]);
    expect(POLICY_NAMES.map((policy) => noShowShare(POLICIES[policy]))).toEqual([5_000, 0, 0]);
  });
});

const policy = fc.constantFrom(...POLICY_NAMES).map((name) => POLICIES[name]);
const price = fc.integer({ min: 0, max: 500_000 }).map(cents);
const moment = fc.integer({ min: -5 * 86_400_000, max: 3_600_000 }).map((offset) => later(START, offset));

describe('any policy', () => {
  test('gives all back, fee included, when the streamer or the platform cancels', () => {
    fc.assert(
      fc.property(
        policy,
        price,
        moment,
        fc.constantFrom('streamer', 'platform'),
        (snapshot, paid, at, by) => {
          expect(refundFor(snapshot, paid, START, by, at)).toBe(paid);
        },
      ),
    );
  });

  test('never gives more for cancelling later, nor more than was paid', () => {
    fc.assert(
      fc.property(policy, price, moment, moment, (snapshot, paid, one, other) => {
        const [early, late] = one < other ? [one, other] : [other, one];
        const early_ = refundFor(snapshot, paid, START, 'viewer', early);
        const late_ = refundFor(snapshot, paid, START, 'viewer', late);
        expect(late_).toBeLessThanOrEqual(early_);
        expect(early_).toBeLessThanOrEqual(paid);
        expect(late_).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('is explained by the tier that the refund follows', () => {
    fc.assert(
      fc.property(policy, price, moment, (snapshot, paid, at) => {
        const inForce = explainPolicy(snapshot, paid, START, at).filter((tier) => tier.inForce);
        expect(inForce.map(({ refund }) => refund)).toEqual([refundFor(snapshot, paid, START, 'viewer', at)]);
      }),
    );
  });

  test('capped refunds the lesser of cap and tier, and is still a valid policy', () => {
    const share = fc.integer({ min: 0, max: 10_000 }).map(basisPoints);
    fc.assert(
      fc.property(policy, share, moment, (snapshot, cap, at) => {
        const capped = cappedAt(snapshot, cap);
        expect(isPolicySnapshot(capped)).toBe(true);
        expect(refundShareAt(capped, START, at)).toBe(Math.min(cap, refundShareAt(snapshot, START, at)));
      }),
    );
  });
});

test('Standard is explained with its exact hours and euros', () => {
  expect(explainPolicy(POLICIES.standard, cents(5_000), START, hoursBefore(30))).toEqual([
    { after: null, until: hoursBefore(24), share: 10_000, refund: 5_000, inForce: true },
    { after: hoursBefore(24), until: hoursBefore(2), share: 5_000, refund: 2_500, inForce: false },
    { after: hoursBefore(2), until: null, share: 0, refund: 0, inForce: false },
  ]);
});

test('tiers that rise, or have no end, are not a valid policy', () => {
  const tier = (untilHoursBefore: number | null, points: number) => ({
    untilHoursBefore,
    refund: basisPoints(points),
  });
  expect(Object.values(POLICIES).every(isPolicySnapshot)).toBe(true);
  const wrong = [
    [],
    [tier(24, 10_000)],
    [tier(24, 5_000), tier(null, 10_000)],
    [tier(2, 10_000), tier(24, 5_000), tier(null, 0)],
    [tier(null, 10_000), tier(null, 0)],
  ];
  expect(wrong.some((tiers) => isPolicySnapshot({ name: 'strict', tiers }))).toBe(false);
});
