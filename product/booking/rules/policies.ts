import { type BasisPoints, basisPoints } from '#product/shared/money/cents.ts';

/**
 * One step of a policy: the share of the price that is refunded until an hour before the start,
 * that instant included.
 */
export interface RefundTier {
  /** Null in the last tier, which has no end and also applies when the viewer does not come. */
  readonly untilHoursBefore: number | null;
  readonly refund: BasisPoints;
}

export const POLICY_NAMES = ['flexible', 'standard', 'strict'] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/**
 * A policy as it is frozen on a booking: plain data, so that a later change of the offer or of
 * these tables cannot change what the viewer was shown before paying.
 */
export interface PolicySnapshot {
  readonly name: PolicyName;
  readonly tiers: readonly RefundTier[];
}

const tier = (untilHoursBefore: number | null, percent: number): RefundTier => ({
  untilHoursBefore,
  refund: basisPoints(percent * 100),
});

/** The policies that a streamer may choose for an offer (the product's rules, Booking). */
export const POLICIES: Readonly<Record<PolicyName, PolicySnapshot>> = {
  flexible: { name: 'flexible', tiers: [tier(12, 100), tier(null, 50)] },
  standard: { name: 'standard', tiers: [tier(24, 100), tier(2, 50), tier(null, 0)] },
  strict: { name: 'strict', tiers: [tier(72, 100), tier(24, 50), tier(null, 0)] },
};

export const DEFAULT_POLICY: PolicyName = 'standard';

/** The names that the page and the mails show. */
export const POLICY_LABELS: Readonly<Record<PolicyName, string>> = {
  flexible: 'Souple',
  standard: 'Standard',
  strict: 'Stricte',
};

/**
 * True for tiers that make sense: later ones refund no more than earlier ones, and the last has no
 * end.
 */
export function isPolicySnapshot({ tiers }: PolicySnapshot): boolean {
  if (tiers.length === 0 || tiers.at(-1)?.untilHoursBefore !== null) return false;
  return tiers.slice(1).every((later, index) => {
    const earlier = tiers[index];
    if (!earlier || earlier.untilHoursBefore === null || later.refund > earlier.refund) return false;
    return later.untilHoursBefore === null || later.untilHoursBefore < earlier.untilHoursBefore;
  });
}

/**
 * The policy with no tier above a share. A viewer who moves a strict booking at 50 % to a day next
 * month must not get 100 % that way; so moving freezes the share at that moment as the maximum.
 */
export function cappedAt(policy: PolicySnapshot, share: BasisPoints): PolicySnapshot {
  const capped = policy.tiers.map(({ untilHoursBefore, refund }) => ({
    untilHoursBefore,
    refund: Math.min(refund, share) as BasisPoints,
  }));
  // Of tiers that now refund the same share, only the last one is kept.
  const tiers = capped.filter(({ refund }, index) => capped[index + 1]?.refund !== refund);
  return { name: policy.name, tiers };
}
