import { DEFAULT_POLICY, POLICIES } from '#product/booking/rules/policies.ts';
import { type BasisPoints, cents, shareOf } from '#product/shared/money/cents.ts';
import { feeOf, streamerShareOf } from '#product/shared/money/price.ts';

/** The figures of the home page, worked out from the rules on a place at 45,00 €. */
export const PLACE_CENTS = cents(4_500);

/** The refund by the time of cancellation, from the earliest on. */
export const standardPolicy = POLICIES[DEFAULT_POLICY].tiers.map(({ untilHoursBefore, refund }) => ({
  when: untilHoursBefore === null ? 'Ensuite' : `Jusqu’à ${untilHoursBefore} h avant`,
  refund,
}));

export const refundCents = (refund: BasisPoints): number => shareOf(PLACE_CENTS, refund);

/** The streamer's share of that price at a fee. */
export const shareOfPlace = (fee: BasisPoints) => ({
  rate: fee / 10_000,
  fee: feeOf(PLACE_CENTS, fee),
  streamer: streamerShareOf(PLACE_CENTS, fee),
});
