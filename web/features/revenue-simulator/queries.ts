import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import type { PastPayments } from '#product/income/rules/simulate.ts';
import { type BasisPoints, basisPoints, cents } from '#product/shared/money/cents.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { BOUNDS, EXAMPLE, type Scenario, scenarioOfPast } from './scenario.ts';

const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(Math.round(value), min), max);

/** The root under which everything of the simulator is cached. */
export const SIMULATOR_KEY = ['revenue-simulator'] as const;

export interface Beginning {
  scenario: Scenario;
  commission: BasisPoints;
  /** The source of the figures: the streamer's own past or offer, their category, or an example. */
  from: 'past' | 'offer' | 'category' | 'example';
  /** Of `category`: how many streamers its medians are of, and its slug. */
  medians: { category: string; streamers: number } | null;
  /** Minutes a week that one is open. */
  openMinutes: number;
  /** The payments of the twelve whole months before this one, and their outcome. */
  past: PastPayments[];
  /** The first of those months. */
  pastFrom: string;
}

/** The first day of the month so many months before today's, as the books count: `2025-11-01`. */
function firstOfMonth(monthsBack: number): string {
  const today = new Date(serverNow());
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsBack, 1))
    .toISOString()
    .slice(0, 10);
}

/** How many months lie between two first days of months. */
function monthsBetween(first: string, last: string): number {
  const count = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(last) - count(first);
}

/**
 * Where the simulator begins: the commission of today, and a year like the last one, from what was
 * really paid. Without a past, one's first open paid offer; without an offer, the medians of one's
 * category; where it has too few streamers, an example. The page says which.
 */
export const beginningQuery = (userId: string) =>
  queryOptions({
    queryKey: [...SIMULATOR_KEY, userId],
    queryFn: async ({ signal }): Promise<Beginning> => {
      const { supabase } = await loadClient();
      const pastFrom = firstOfMonth(12);
      const [settings, offers, began, streamer, past] = await Promise.all([
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
        // A session has as many payments as seats; its first seat stands for it.
        supabase
          .from('payments')
          .select('id,bookings!inner(seat)', { count: 'exact', head: true })
          .eq('streamer_id', userId)
          .eq('kind', 'booking')
          .eq('state', 'captured')
          .eq('bookings.seat', 1)
          .gte('captured_at', pastFrom)
          .lt('captured_at', firstOfMonth(0))
          .abortSignal(signal)
          .throwOnError(),
        supabase
          .from('streamers')
          .select('categories,weekly_hours(from_minute,to_minute)')
          .eq('id', userId)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError(),
        supabase
          .from('income_past')
          .select('month,paid_cents,refunded_cents,fee_basis_points,cause,payments')
          .eq('streamer_id', userId)
          .gte('month', pastFrom)
          .lt('month', firstOfMonth(0))
          .abortSignal(signal)
          .throwOnError(),
      ]);
      const known = {
        commission: basisPoints(settings.data.fee_basis_points),
        medians: null,
        openMinutes: (streamer.data?.weekly_hours ?? []).reduce(
          (sum, { from_minute, to_minute }) => sum + to_minute - from_minute,
          0,
        ),
        past: past.data.map((row) => ({
          paid: cents(row.paid_cents ?? 0),
          refunded: cents(row.refunded_cents ?? 0),
          fee: basisPoints(row.fee_basis_points ?? 0),
          cause: row.cause ?? 'other',
          payments: row.payments ?? 0,
        })),
        pastFrom,
      };
      const offer = offers.data[0];
      if (!offer) {
        const category = streamer.data?.categories[0];
        if (category === undefined) return { ...known, scenario: EXAMPLE, from: 'example' };
        const { data: medians } = await supabase
          .from('category_medians')
          .select('category,streamers,price_cents,duration_minutes,sessions_per_week')
          .eq('category', category)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        if (!medians) return { ...known, scenario: EXAMPLE, from: 'example' };
        return {
          ...known,
          scenario: {
            ...EXAMPLE,
            price: within((medians.price_cents ?? 0) / 100, BOUNDS.price),
            minutes: within(medians.duration_minutes ?? EXAMPLE.minutes, BOUNDS.minutes),
            sessions: within(medians.sessions_per_week ?? 0, { ...BOUNDS.sessions, min: 1 }),
            fill: 100,
          },
          from: 'category',
          medians: { category: medians.category ?? '', streamers: medians.streamers ?? 0 },
        };
      }
      const ofOffer = {
        ...EXAMPLE,
        price: within(offer.price_cents / 100, BOUNDS.price),
        minutes: within(offer.duration_minutes, BOUNDS.minutes),
        seats: within(offer.seats, BOUNDS.seats),
      };
      const sessions = began.count ?? 0;
      if (sessions === 0 || known.past.length === 0) return { ...known, scenario: ofOffer, from: 'offer' };
      const first = past.data.reduce(
        (least, { month }) => (month !== null && month < least ? month : least),
        firstOfMonth(1),
      );
      const months = monthsBetween(first, firstOfMonth(0));
      return { ...known, scenario: scenarioOfPast(ofOffer, known.past, { sessions, months }), from: 'past' };
    },
  });

const readScenarios = (supabase: LogeSupabase) =>
  supabase.from('income_scenarios').select('place,name,address');
/** A scenario that was kept. */
export type KeptScenario = QueryData<ReturnType<typeof readScenarios>>[number];

/** One's kept scenarios, in their places. */
export const keptScenariosQuery = (userId: string) =>
  queryOptions({
    queryKey: [...SIMULATOR_KEY, userId, 'kept'],
    queryFn: async ({ signal }): Promise<KeptScenario[]> => {
      const { supabase } = await loadClient();
      const { data } = await readScenarios(supabase)
        .eq('person_id', userId)
        .order('place')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });
