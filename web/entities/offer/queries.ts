import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { listSlots } from '#product/availability/contract.ts';
import type { DateSpan } from '#product/availability/rules/hours.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { formatInstant, type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { type EpochDay, epochDayOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { startOfDay } from '#product/shared/time/wall-time.ts';
import { callCommand } from '#web/lib/call-command.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** Everything about offers, their free starts and those who wait for one is under this key. */
export const OFFERS_KEY = ['offers'] as const;

const COLUMNS =
  'id,title,description,category,duration_minutes,price_cents,seats,confirmation,policy,questions,position,is_active,opened_at,step_minutes,buffer_before_minutes,buffer_after_minutes,notice_minutes,own_hours,adults_only,updated_at';

const read = (supabase: LogeSupabase) => supabase.from('offers').select(COLUMNS);

/** An offer as its streamer writes it. Cents, minutes. */
export type OwnOffer = QueryData<ReturnType<typeof read>>[number];

/** One's offers that are not put away, open or closed, in the order of the page. */
export const ownOffersQuery = (userId: string) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'own', userId],
    queryFn: async (): Promise<OwnOffer[]> => {
      const { supabase } = await loadClient();
      const { data } = await read(supabase)
        .eq('streamer_id', userId)
        .is('archived_at', null)
        .order('position')
        .order('id')
        .throwOnError();
      return data;
    },
  });

/** One's offers that the team hid or took away. */
export const withdrawnOffersQuery = (userId: string) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'own', userId, 'withdrawn'],
    queryFn: async () => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('offers')
        .select(`${COLUMNS},removed_at`)
        .eq('streamer_id', userId)
        .not('withdrawn_at', 'is', null)
        .order('withdrawn_at', { ascending: false })
        .order('id')
        .throwOnError();
      return data;
    },
  });

/** The titles of all one's offers, those put away last: what was sold of them still counts. */
export const soldOffersQuery = (userId: string) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'own', userId, 'with archived'],
    queryFn: async () => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('offers')
        .select('id,title,archived_at')
        .eq('streamer_id', userId)
        .order('archived_at', { nullsFirst: true })
        .order('position')
        .order('id')
        .throwOnError();
      return data;
    },
  });

/**
 * Writes the places of all offers of a list: after several moves in a row nobody knows which place
 * each has in the database.
 */
export async function saveOrder(offers: readonly OwnOffer[]): Promise<void> {
  const { supabase } = await loadClient();
  for (const [position, { id }] of offers.entries()) {
    await supabase.from('offers').update({ position }).eq('id', id).throwOnError();
  }
}

/** A list of offers in the places in which it stands. */
export const inPlace = (offers: readonly OwnOffer[]): OwnOffer[] =>
  offers.map((offer, position) => ({ ...offer, position }));

/** Of all free starts that were asked for. */
export const STARTS_KEY = [...OFFERS_KEY, 'starts'] as const;

/** The free and the taken starts of some days. */
export interface StartsAnswer extends Omit<ResponseOf<typeof listSlots>, 'slots' | 'taken' | 'absences'> {
  /** In order. */
  slots: { start: Instant; seatsLeft: number }[];
  taken: Instant[];
  absences: DateSpan[];
}

/**
 * The free and the taken starts of an offer from the first of these days to the last, as that zone
 * bounds them.
 */
export const startsQuery = (offerId: string | null, { first, last }: DateSpan, zone: string) =>
  queryOptions({
    queryKey: [...STARTS_KEY, offerId, first, last, zone],
    staleTime: 20_000,
    queryFn:
      offerId === null
        ? skipToken
        : async () => {
            const answer = await callCommand(listSlots, {
              offerId,
              from: formatInstant(startOfDay(zone, epochDayOf(first))),
              until: formatInstant(startOfDay(zone, (epochDayOf(last) + 1) as EpochDay)),
            });
            return {
              ...answer,
              slots: answer.slots.map(({ start, seatsLeft }) => ({
                start: parseInstant(start),
                seatsLeft,
              })),
              taken: answer.taken.map(parseInstant),
              absences: answer.absences.map(({ first, last }) => ({
                first: parseLocalDate(first),
                last: parseLocalDate(last),
              })),
            };
          },
  });

/**
 * Which starts of the offer this person waits for: any, or some. Nobody waits any more after being
 * told.
 */
export const waitsForQuery = (offerId: string, personId: string | null) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'waiting', personId, offerId],
    queryFn:
      personId === null
        ? skipToken
        : async ({ signal }): Promise<{ any: boolean; starts: ReadonlySet<Instant> }> => {
            const { supabase } = await loadClient();
            const { data } = await supabase
              .from('waiting_list_entries')
              .select('start_at')
              .eq('offer_id', offerId)
              .eq('viewer_id', personId)
              .is('notified_at', null)
              .abortSignal(signal)
              .throwOnError();
            const starts = data.flatMap(({ start_at }) =>
              start_at === null ? [] : [parseInstant(start_at)],
            );
            return { any: starts.length < data.length, starts: new Set(starts) };
          },
  });

/** Where one waits for a start to become free. */
export const waitingListsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'waiting', userId],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('waiting_list_entries')
        .select('id,offer_id,start_at,offers(title),streamers(handle,display_name)')
        .eq('viewer_id', userId)
        .order('created_at')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });
