import { type Cents, cents } from '#product/shared/money/cents.ts';
import { daysAfter, type Instant, instantOf } from '#product/shared/time/instant.ts';
import { monthAt } from '#product/shared/time/months.ts';
import type { FiscalIdentity } from './identity.ts';

/**
 * The duties of a platform to know and report its sellers (art. 1649 ter A CGI; directive (UE)
 * 2021/514, annexe V).
 *
 * A seller of services is reported from the first euro on: the exemption of small sellers (fewer
 * than 30 sales and 2,000 EUR) is for goods alone. Loge asks once it is worth somebody's while, and
 * then does what the directive wants: a request, two reminders, and no payout from the sixtieth day
 * on, until the seller has answered (section IV, A, 2).
 */

/** Sellers are asked from so many sessions, or so much money, of one year on. */
export const ASKED_FROM: { readonly sessions: number; readonly credited: Cents } = {
  sessions: 25,
  credited: cents(180_000),
};

/**
 * Between the request, the first reminder, the second, and the day from which payouts wait: sixty
 * in all.
 */
export const DAYS_BETWEEN_REMINDERS = 20;
const LEAST_DAYS = 60;

/** Years are those of Paris. */
export const REPORTING_ZONE = 'Europe/Paris';

/** A year as the tax office has it, whatever the seller's zone is. */
export const reportingYearOf = (at: Instant): number => Number(monthAt(REPORTING_ZONE, at).slice(0, 4));

/**
 * The years whose figures may ask for an identity: this one, and until the end of January the one
 * before, which is being reported. So who sold for the last time on New Year's Eve is asked all the
 * same.
 */
export function yearsAsked(now: Instant): number[] {
  const year = reportingYearOf(now);
  return monthAt(REPORTING_ZONE, now).endsWith('-01') ? [year - 1, year] : [year];
}

/**
 * A year is over for the books on the third of January: by then what happened on its last day has
 * surely been written.
 */
const DAYS_AFTER_YEAR = 2;

/** The last year whose statement can be made; it must be there by the end of January. */
export const yearToState = (now: Instant): number => reportingYearOf(daysAfter(now, -DAYS_AFTER_YEAR)) - 1;

/**
 * Whether it says all that has to be told: of a company its SIREN, of a person, and a sole trader
 * is one, birth date and tax number too. An invoice needs less.
 */
export const isComplete = ({ kind, soleTrader, birthDate, taxNumber }: FiscalIdentity): boolean =>
  (kind === 'business' && !soleTrader) || (birthDate !== null && taxNumber !== null);

/** How often a seller was asked, and when. */
export interface IdentityRequest {
  readonly askedAt: Instant;
  readonly remindedAt: Instant | null;
  readonly remindedAgainAt: Instant | null;
}

/**
 * When the next reminder is due; null once both were sent. Counted from the one before, which may
 * have been late.
 */
export function nextReminderAt({ askedAt, remindedAt, remindedAgainAt }: IdentityRequest): Instant | null {
  if (remindedAgainAt !== null) return null;
  return daysAfter(remindedAt ?? askedAt, DAYS_BETWEEN_REMINDERS);
}

/**
 * From when on payouts wait, once the second reminder was sent: never sooner than sixty days after
 * the request.
 */
export function payoutsWaitFrom(askedAt: Instant, remindedAgainAt: Instant): Instant {
  return instantOf(
    Math.max(daysAfter(askedAt, LEAST_DAYS), daysAfter(remindedAgainAt, DAYS_BETWEEN_REMINDERS)),
  );
}
