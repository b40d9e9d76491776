import { queryOptions } from '@tanstack/react-query';
import { type BasisPoints, basisPoints } from '#domain/money/cents.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { BOUNDS, EXAMPLE, type Scenario } from './scenario.ts';

const WEEKS = 12;
const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(Math.round(value), min), max);

export interface Beginning {
  scenario: Scenario;
  commission: BasisPoints;
  /** What of it is one's own. */
  from: 'offer_and_pace' | 'offer' | 'example';
}

/**
 * Where the simulator begins: the commission of today, one's first open paid offer, and as many sessions a week as were paid in the last twelve weeks, all of
 * them filled. Without an offer it is an example, and the page says so.
 */
export const beginningQuery = (userId: string) =>
  queryOptions({
    queryKey: ['revenue-simulator', userId],
    queryFn: async ({ signal }): Promise<Beginning> => {
      const { supabase } = await loadClient();
      const since = new Date(Date.now() - WEEKS * 7 * 86_400_000).toISOString();
      const [settings, offers, paid] = await Promise.all([
        supabase
          .from('platform_settings')
          .select('fee_basis_points')
          .order('version', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .single()
          .throwOnError(),
        supabase
          .from('offers')
          .select('price_cents,duration_minutes,seats')
          .eq('streamer_id', userId)
          .eq('is_active', true)
          .is('archived_at', null)
          .gt('price_cents', 0)
          .order('position')
          .limit(1)
          .abortSignal(signal)
          .throwOnError(),
        supabase
          .from('payments')
          .select('id', { count: 'exact', head: true })
          .eq('streamer_id', userId)
          .eq('state', 'captured')
          .gte('captured_at', since)
          .abortSignal(signal)
          .throwOnError(),
      ]);
      const commission = basisPoints(settings.data.fee_basis_points);
      const offer = offers.data[0];
      if (!offer) return { scenario: EXAMPLE, commission, from: 'example' };
      const ofOffer = {
        ...EXAMPLE,
        price: within(offer.price_cents / 100, BOUNDS.price),
        minutes: within(offer.duration_minutes, BOUNDS.minutes),
        seats: within(offer.seats, BOUNDS.seats),
      };
      const seatsPaid = paid.count ?? 0;
      if (seatsPaid === 0) return { scenario: ofOffer, commission, from: 'offer' };
      const sessions = within(seatsPaid / WEEKS / ofOffer.seats, { ...BOUNDS.sessions, min: 1 });
      return { scenario: { ...ofOffer, sessions, fill: 100 }, commission, from: 'offer_and_pace' };
    },
  });
