import { queryOptions, skipToken } from '@tanstack/react-query';
import { listSlots } from '#contracts/availability.ts';
import type { PolicyName } from '#domain/cancellation/policies.ts';
import { formatInstant, type Instant } from '#domain/time/instant.ts';
import { epochDayOf, type LocalDate } from '#domain/time/local-date.ts';
import { startOfDay } from '#domain/time/wall-time.ts';
import { isId } from '#web/features/booking/address.ts';
import { BOOKING_COLUMNS, type BookingRow, type Question } from '#web/features/booking/booking.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { type Month, monthAfter } from '#web/ui/calendar-days.ts';

/** What can be booked of a streamer. Prices in cents. */
export interface Offer {
  id: string;
  title: string;
  description: string;
  duration_minutes: number;
  price_cents: number;
  seats: number;
  confirmation: 'instant' | 'on_request';
  policy: PolicyName;
  questions: Question[];
  revision: number;
}

export interface Streamer {
  id: string;
  handle: string;
  display_name: string;
  headline: string;
  avatar_url: string | null;
  zone: string;
  horizon_days: number;
  /** Those that can be booked now, in the streamer's order. */
  offers: Offer[];
}

type OfferRow = Offer & { position: number; is_active: boolean; archived_at: string | null };

const columns =
  'id,handle,display_name,headline,avatar_url,zone,horizon_days,offers(id,title,description,duration_minutes,price_cents,seats,confirmation,policy,questions,revision,position,is_active,archived_at)';

/** A streamer by id or handle with their offers, or null when nobody of that name can be seen. */
export const streamerQuery = (idOrHandle: string) =>
  queryOptions({
    queryKey: ['booking', 'streamer', idOrHandle],
    queryFn: async ({ signal }): Promise<Streamer | null> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('streamers')
        .select(columns)
        .eq(isId(idOrHandle) ? 'id' : 'handle', idOrHandle)
        .abortSignal(signal)
        .maybeSingle<Omit<Streamer, 'offers'> & { offers: OfferRow[] }>()
        .throwOnError();
      if (!data) return null;
      // The streamer, and an admin, see the offers that are put away too.
      const offers = data.offers
        .filter(({ is_active, archived_at }) => is_active && archived_at === null)
        .sort((a, b) => a.position - b.position || a.id.localeCompare(b.id));
      return { ...data, offers };
    },
  });

/** Of all free starts that were asked for. */
export const SLOTS_KEY = ['booking', 'slots'] as const;

/** The free starts of an offer in a month, as the days of that zone bound it. */
export const slotsQuery = (offerId: string | null, month: Month, zone: string) =>
  queryOptions({
    queryKey: [...SLOTS_KEY, offerId, month, zone],
    staleTime: 20_000,
    queryFn:
      offerId === null
        ? skipToken
        : async () => {
            const midnight = (of: Month) => startOfDay(zone, epochDayOf(`${of}-01` as LocalDate));
            const answer = await callCommand(listSlots, {
              offerId,
              from: formatInstant(midnight(month)),
              until: formatInstant(midnight(monthAfter(month, 1))),
            });
            return {
              ...answer,
              slots: answer.slots.map(({ start, seatsLeft }) => ({
                start: Date.parse(start) as Instant,
                seatsLeft,
              })),
            };
          },
  });

/** A booking of one's own, or null when there is none of that id. */
export const bookingQuery = (bookingId: string | null, personId: string | null) =>
  queryOptions({
    queryKey: ['booking', 'own', personId, bookingId],
    queryFn:
      bookingId === null || personId === null
        ? skipToken
        : async ({ signal }): Promise<BookingRow | null> => {
            const { supabase } = await loadClient();
            const { data } = await supabase
              .from('booking_details')
              .select(BOOKING_COLUMNS)
              .eq('id', bookingId)
              .eq('viewer_id', personId)
              .abortSignal(signal)
              .maybeSingle<BookingRow>()
              .throwOnError();
            return data;
          },
  });

/** The places that this person holds with the streamer, not paid yet: to go on with, or to let go. */
export const heldQuery = (streamerId: string, personId: string | null) =>
  queryOptions({
    queryKey: ['booking', 'held', personId, streamerId],
    queryFn:
      personId === null
        ? skipToken
        : async ({ signal }): Promise<BookingRow[]> => {
            const { supabase } = await loadClient();
            const { data } = await supabase
              .from('booking_details')
              .select(BOOKING_COLUMNS)
              .eq('streamer_id', streamerId)
              .eq('viewer_id', personId)
              .eq('status', 'held')
              .order('held_at', { ascending: false })
              .abortSignal(signal)
              .overrideTypes<BookingRow[], { merge: false }>()
              .throwOnError();
            return data;
          },
  });

/** What became of the last attempt to pay: a code of ours, or null when none failed. */
export const failureQuery = (bookingId: string, paying: boolean) =>
  queryOptions({
    queryKey: ['booking', 'failure', bookingId],
    queryFn: paying
      ? async ({ signal }): Promise<string | null> => {
          const { supabase } = await loadClient();
          const { data } = await supabase
            .from('payments')
            .select('failure')
            .eq('booking_id', bookingId)
            .eq('kind', 'booking')
            .order('created_at', { ascending: false })
            .limit(1)
            .abortSignal(signal)
            .maybeSingle<{ failure: string | null }>()
            .throwOnError();
          return data?.failure ?? null;
        }
      : skipToken,
  });

/** Whether this person waits for a place of the offer. */
export const waitingQuery = (offerId: string, personId: string | null) =>
  queryOptions({
    queryKey: ['booking', 'waiting', personId, offerId],
    queryFn:
      personId === null
        ? skipToken
        : async ({ signal }): Promise<boolean> => {
            const { supabase } = await loadClient();
            const { data } = await supabase
              .from('waiting_list_entries')
              .select('id')
              .eq('offer_id', offerId)
              .eq('viewer_id', personId)
              .abortSignal(signal)
              .maybeSingle<{ id: string }>()
              .throwOnError();
            return data !== null;
          },
  });
