import { type Posting, platformLine, posting, streamerLine } from '#product/books/rules/ledger.ts';
import { type Cents, negated } from '#product/shared/money/cents.ts';
import type { PlatformSettings } from '#product/shared/settings.ts';
import { hoursAfter, type Instant } from '#product/shared/time/instant.ts';
import { type EpochDay, mondayOf } from '#product/shared/time/local-date.ts';
import { epochDayAt, firstInstantAt, wallTimeOf } from '#product/shared/time/wall-time.ts';

/** Payouts leave once a week: Monday 6:00 in Paris, before banks open. */
const PAYOUT_ZONE = 'Europe/Paris';
const PAYOUT_MINUTE_OF_DAY = 6 * 60;

/** When a streamer's share of a session becomes available. */
export function releaseAt(sessionEnd: Instant, settings: Pick<PlatformSettings, 'pendingHours'>): Instant {
  return hoursAfter(sessionEnd, settings.pendingHours);
}

/** The first payout time strictly after an instant. */
export function nextPayoutAt(after: Instant): Instant {
  const monday = mondayOf(epochDayAt(PAYOUT_ZONE, after));
  const thisWeek = firstInstantAt(PAYOUT_ZONE, wallTimeOf(monday, PAYOUT_MINUTE_OF_DAY));
  if (thisWeek > after) return thisWeek;
  return firstInstantAt(PAYOUT_ZONE, wallTimeOf((monday + 7) as EpochDay, PAYOUT_MINUTE_OF_DAY));
}

/** The payout due of an available balance: all of it from the minimum payout on, else null. */
export function payoutDue(available: Cents, settings: Pick<PlatformSettings, 'leastPayout'>): Cents | null {
  return available > 0 && available >= settings.leastPayout ? available : null;
}

/** The money leaves for the streamer's bank. */
export function sendPayout(streamerId: string, amount: Cents): Posting {
  return posting('payout_sent', [
    streamerLine('streamer_available', streamerId, amount),
    streamerLine('payouts_in_transit', streamerId, negated(amount)),
  ]);
}

/** The bank has it. */
export function confirmPayout(streamerId: string, amount: Cents): Posting {
  return posting('payout_paid', [
    streamerLine('payouts_in_transit', streamerId, amount),
    platformLine('provider_balance', negated(amount)),
  ]);
}

/** The bank returned it: available again. */
export function failPayout(streamerId: string, amount: Cents): Posting {
  return posting('payout_failed', [
    streamerLine('payouts_in_transit', streamerId, amount),
    streamerLine('streamer_available', streamerId, negated(amount)),
  ]);
}

/** The bank returns it days after it had accepted it: available again. */
export function returnPayout(streamerId: string, amount: Cents): Posting {
  return posting('payout_failed', [
    platformLine('provider_balance', amount),
    streamerLine('streamer_available', streamerId, negated(amount)),
  ]);
}
