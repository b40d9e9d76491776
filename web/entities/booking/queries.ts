import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { BookingStatus } from '#product/booking/rules/booking.ts';
import { LIVE_STATUSES } from '#product/shared/booking-statuses.ts';
import {
  BOOKING_COLUMNS,
  type BookingDetails,
  isLiveRow,
  readBookings,
  type Side,
} from '#web/entities/booking/booking.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient, PAST_THE_END, searchPatterns } from '#web/lib/supabase/load.ts';
import { useLive } from '#web/lib/use-live.ts';

/** Everything about bookings is under this key, so that one change refetches all of it. */
export const BOOKINGS_KEY = ['bookings'] as const;
export const BOOKINGS_PAGE = 12;

export const BOOKING_TABS = ['coming', 'past', 'cancelled'] as const;
export type BookingTab = (typeof BOOKING_TABS)[number];

export const bookingTabOf = (value: string | null): BookingTab =>
  BOOKING_TABS.find((tab) => tab === value) ?? 'coming';

const STATUSES: Readonly<Record<BookingTab, readonly BookingStatus[]>> = {
  coming: LIVE_STATUSES,
  past: ['completed', 'viewer_no_show', 'streamer_no_show'],
  cancelled: ['expired', 'declined', 'cancelled_by_viewer', 'cancelled_by_streamer', 'cancelled_by_admin'],
};

const column = (side: Side) => `${side}_id` as const;

/** A page of one's bookings: those to come in their order, the others from the latest. */
export const bookingsQuery = (userId: string, side: Side, tab: BookingTab, page: number) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, userId, side, tab, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ bookings: BookingDetails[]; count: number }> => {
      const { supabase } = await loadClient();
      const from = (page - 1) * BOOKINGS_PAGE;
      let query = supabase
        .from('booking_details')
        .select(BOOKING_COLUMNS, { count: 'exact' })
        .eq(column(side), userId)
        .in('status', STATUSES[tab]);
      // A streamer does not see holds that nobody paid for.
      if (side === 'streamer') query = query.neq('status', 'held');
      if (tab === 'cancelled') query = query.or('cause.is.null,cause.not.in.(hold_lapsed,hold_released)');
      const { data, count, error } = await query
        .order('start_at', { ascending: tab === 'coming' })
        .order('id')
        .range(from, from + BOOKINGS_PAGE - 1)
        .abortSignal(signal);
      if (error?.code === PAST_THE_END) return { bookings: [], count: 0 };
      if (error) throw error;
      return { bookings: data, count: count ?? 0 };
    },
  });

/** Sessions a page. */
export const SESSIONS_PAGE = 20;

/** The filters of a streamer's list of sessions. */
export interface SessionFilter {
  tab: BookingTab;
  offerId: string | null;
  /** LIKE patterns over titles, names and ticket numbers: each must be found. */
  patterns: readonly string[];
  /**
   * Sessions that begin from one instant on, and before another: those of a point of a curve. Null:
   * whenever.
   */
  between: { from: string; until: string } | null;
}

/** Reads the filters of a streamer's sessions from an address. */
export const sessionFilterOf = (params: URLSearchParams): SessionFilter => ({
  tab: bookingTabOf(params.get('tab')),
  offerId: /^[0-9a-f-]{36}$/.test(params.get('offer') ?? '') ? params.get('offer') : null,
  patterns: searchPatterns(params.get('q') ?? ''),
  between: betweenOf(params.get('from'), params.get('until')),
});

function betweenOf(from: string | null, until: string | null): SessionFilter['between'] {
  const isInstant = (text: string | null): text is string =>
    text !== null && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
  return isInstant(from) && isInstant(until) ? { from, until } : null;
}

/** A session as its streamer sees it: its seats, in their order. */
export interface OwnSession {
  id: string;
  first: BookingDetails;
  seats: BookingDetails[];
}

/**
 * A page of a streamer's sessions, the seats of a group together: those to come in their order, the
 * others from the latest.
 */
export const ownSessionsQuery = (
  userId: string,
  { tab, offerId, patterns, between }: SessionFilter,
  page: number,
) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, userId, 'sessions', tab, offerId, patterns, between, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ sessions: OwnSession[]; count: number }> => {
      const { supabase } = await loadClient();
      const from = (page - 1) * SESSIONS_PAGE;
      let rows = supabase
        .from('streamer_sessions')
        .select('session_id', { count: 'exact' })
        .eq('streamer_id', userId)
        .eq('phase', tab);
      if (offerId !== null) rows = rows.eq('offer_id', offerId);
      if (between !== null) rows = rows.gte('start_at', between.from).lt('start_at', between.until);
      for (const pattern of patterns) rows = rows.like('search', pattern);
      const found = await rows
        .order('start_at', { ascending: tab === 'coming' })
        .order('session_id')
        .range(from, from + SESSIONS_PAGE - 1)
        .abortSignal(signal);
      if (found.error?.code === PAST_THE_END) return { sessions: [], count: 0 };
      if (found.error) throw found.error;
      const ids = found.data.flatMap(({ session_id }) => session_id ?? []);
      if (ids.length === 0) return { sessions: [], count: found.count ?? 0 };
      const { data } = await readBookings(supabase)
        .eq('streamer_id', userId)
        .in('session_id', ids)
        .neq('status', 'held')
        .or('cause.is.null,cause.not.in.(hold_lapsed,hold_released)')
        .order('seat')
        .order('created_at')
        .abortSignal(signal)
        .throwOnError();
      const seats = Map.groupBy(data, ({ session_id }) => session_id);
      return {
        sessions: ids.flatMap((id) => {
          const own = seats.get(id) ?? [];
          // A live seat tells the state of its session better than a cancelled one.
          const first = own.find(isLiveRow) ?? own[0];
          return first ? [{ id, first, seats: own }] : [];
        }),
        count: found.count ?? 0,
      };
    },
  });

/** The next session of a side: confirmed or under way, the earliest that is not over. */
export const nextSessionQuery = (userId: string, side: Side) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, userId, side, 'next'],
    queryFn: async ({ signal }): Promise<BookingDetails | null> => {
      const { supabase } = await loadClient();
      const { data } = await readBookings(supabase)
        .eq(column(side), userId)
        .in('status', ['confirmed', 'in_progress'])
        .order('start_at')
        .order('seat')
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });

/** The seats of a session, for its streamer and the team; not asked for while there is no id. */
export const seatsQuery = (sessionId: string | null) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'seats', sessionId],
    queryFn:
      sessionId === null
        ? skipToken
        : async ({ signal }): Promise<BookingDetails[]> => {
            const { supabase } = await loadClient();
            const { data } = await readBookings(supabase)
              .eq('session_id', sessionId)
              .or('cause.is.null,cause.not.in.(hold_lapsed,hold_released)')
              .order('seat')
              .order('created_at')
              .abortSignal(signal)
              .throwOnError();
            return data;
          },
  });

/**
 * The bookings that wait for an action of this side: requests and proposals to answer, holds to
 * pay.
 */
export const awaitingQuery = (userId: string, side: Side) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, userId, side, 'waiting'],
    queryFn: async ({ signal }): Promise<BookingDetails[]> => {
      const { supabase } = await loadClient();
      let query = readBookings(supabase).eq(column(side), userId);
      query =
        side === 'streamer'
          ? query.eq('status', 'requested').is('proposed_start_at', null)
          : query.or('status.eq.held,and(status.in.(requested,confirmed),proposed_start_at.not.is.null)');
      const { data } = await query.order('start_at').limit(20).abortSignal(signal).throwOnError();
      return data;
    },
  });

/**
 * One booking by its id; null when this person may not see it. Not asked for while there is no id.
 */
export const bookingQuery = (bookingId: string | null) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'one', bookingId],
    queryFn:
      bookingId === null
        ? skipToken
        : async ({ signal }): Promise<BookingDetails | null> => {
            const { supabase } = await loadClient();
            const { data } = await readBookings(supabase)
              .eq('id', bookingId)
              .abortSignal(signal)
              .maybeSingle()
              .throwOnError();
            return data;
          },
  });

/** The places that this person holds with a streamer and has not paid: to pay or to release. */
export const heldQuery = (streamerId: string, personId: string | null) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, personId, 'held', streamerId],
    queryFn:
      personId === null
        ? skipToken
        : async ({ signal }): Promise<BookingDetails[]> => {
            const { supabase } = await loadClient();
            const { data } = await readBookings(supabase)
              .eq('streamer_id', streamerId)
              .eq('viewer_id', personId)
              .eq('status', 'held')
              .order('held_at', { ascending: false })
              .abortSignal(signal)
              .throwOnError();
            return data;
          },
  });

const readHistory = (supabase: LogeSupabase) =>
  supabase.from('booking_events').select('id,at,actor,type,to_status,detail');

/** A step of a booking's history. */
export type HistoryStep = QueryData<ReturnType<typeof readHistory>>[number];

export const historyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'history', bookingId],
    queryFn: async ({ signal }): Promise<HistoryStep[]> => {
      const { supabase } = await loadClient();
      const { data } = await readHistory(supabase)
        .eq('booking_id', bookingId)
        .order('revision')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

/**
 * The bookings of a streamer that touch a stretch of time, or are proposed for it; live and held
 * ones too; for the week.
 */
export const weekQuery = (userId: string, from: string, until: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, userId, 'week', from, until],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<BookingDetails[]> => {
      const { supabase } = await loadClient();
      const { data } = await readBookings(supabase)
        .eq('streamer_id', userId)
        .in('status', [...LIVE_STATUSES, ...STATUSES.past])
        .or(
          `and(start_at.lt.${until},end_at.gt.${from}),and(proposed_start_at.lt.${until},proposed_start_at.gte.${from})`,
        )
        .order('start_at')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

/** Refetches every open view of one's bookings when anybody changes them. */
export function useLiveBookings(userId: string, side: Side): void {
  const filter = `${side}_id=eq.${userId}`;
  useLive(
    [
      { table: 'bookings', filter },
      { table: 'payments', filter },
    ],
    BOOKINGS_KEY,
  );
}

/**
 * The amount that banks hold back of a booking's payments while they decide about a dispute, in
 * cents.
 */
export const disputedQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'disputed', bookingId],
    queryFn: async ({ signal }): Promise<number> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('payments')
        .select('disputed_cents')
        .eq('booking_id', bookingId)
        .abortSignal(signal)
        .throwOnError();
      return data.reduce((sum, { disputed_cents }) => sum + disputed_cents, 0);
    },
  });
