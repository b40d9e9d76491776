import {
  type Comparison,
  isComparison,
  isPeriodName,
  type Period,
  type PeriodName,
  periodOf,
} from '#domain/statistics/period.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { useAddress } from '#web/lib/use-address.ts';

/** What the page is asked to show. All of it is part of the address. */
export interface Asked {
  period: Period;
  periodName: PeriodName;
  comparison: Comparison;
  /** Of one offer only; null: of all. */
  offerId: string | null;
  /** The streamer's, whose days are counted. */
  zone: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The period, the comparison and the offer that the address names; thirty days, compared with those before, of all offers where it says
 * nothing.
 * @param zone the streamer's, whose days are counted
 */
export function askedIn(params: URLSearchParams, zone: string): Asked {
  const period = params.get('period');
  const compared = params.get('compare');
  const offer = params.get('offer');
  const periodName = isPeriodName(period) ? period : '30';
  const comparison = isComparison(compared) ? compared : 'before';
  const today = parseLocalDate(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date()));
  return {
    period: periodOf(periodName, comparison, today),
    periodName,
    comparison,
    zone,
    offerId: offer !== null && UUID.test(offer) ? offer : null,
  };
}

export function useAsked(zone: string): Asked {
  return askedIn(useAddress().params, zone);
}
