import { DEFAULT_POLICY, POLICIES } from '#domain/cancellation/policies.ts';
import { type BasisPoints, cents, shareOf } from '#domain/money/cents.ts';
import { feeOf, streamerShareOf } from '#domain/money/price.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';

/** The figures of the home page, worked out from the rules on a place at 45,00 €. */
export const PLACE_CENTS = cents(4_500);

const { fee } = DEFAULT_SETTINGS;
export const FEE_RATE = fee / 10_000;

/** What comes back, by how early one cancels; from the earliest on. */
export const standardPolicy = POLICIES[DEFAULT_POLICY].tiers.map(({ untilHoursBefore, refund }) => ({
  when: untilHoursBefore === null ? 'Ensuite' : `Jusqu’à ${untilHoursBefore} h avant`,
  refund,
}));

export const refundCents = (refund: BasisPoints): number => shareOf(PLACE_CENTS, refund);
export const feeCents = feeOf(PLACE_CENTS, fee);
export const streamerCents = streamerShareOf(PLACE_CENTS, fee);
