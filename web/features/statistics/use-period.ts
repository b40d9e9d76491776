import { type AskedPeriod, periodIn } from '#web/entities/period/period.tsx';
import { useAddress } from '#web/lib/use-address.ts';

/** The view that the page is asked to show. All of it is part of the address. */
export interface Asked extends AskedPeriod {
  /** Of one offer only; null: of all. */
  offerId: string | null;
  /** The streamer's, whose days are counted. */
  zone: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The period, the comparison and the offer that the address names; thirty days, compared with those
 * before, of all offers where it says nothing.
 * @param zone the streamer's, whose days are counted
 */
export function askedIn(params: URLSearchParams, zone: string): Asked {
  const offer = params.get('offer');
  return {
    ...periodIn(params, zone),
    zone,
    offerId: offer !== null && UUID.test(offer) ? offer : null,
  };
}

export function useAsked(zone: string): Asked {
  return askedIn(useAddress().params, zone);
}
