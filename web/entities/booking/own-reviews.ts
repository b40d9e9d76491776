import type { QueryData } from '@supabase/supabase-js';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** The reviews of one's own sessions that a tab shows: « critical » are those of three stars or fewer. */
export const REVIEW_TABS = ['all', 'open', 'critical'] as const;
export type ReviewTab = (typeof REVIEW_TABS)[number];

const CRITICAL_UP_TO = 3;
const PER_PAGE = 12;

const readReviews = (supabase: LogeSupabase) =>
  supabase
    .from('reviews')
    .select('id,booking_id,rating,body,created_at,answer,answered_at,removed_at,bookings(title)');
type ReviewRow = QueryData<ReturnType<typeof readReviews>>[number];

/** A review of one's own session. `author`: the first name and the initial; null: a deleted account. */
export type OwnReview = ReviewRow & { author: string | null };

/**
 * The reviews of one's own sessions, the latest first, some at a time; hidden ones are left out,
 * since nobody reads them.
 */
export const ownReviewsQuery = (userId: string, tab: ReviewTab, perPage = PER_PAGE) =>
  infiniteQueryOptions({
    queryKey: [...BOOKINGS_KEY, userId, 'reviews', tab, perPage],
    initialPageParam: 0,
    queryFn: async ({ signal, pageParam }): Promise<OwnReview[]> => {
      const { supabase } = await loadClient();
      const all = readReviews(supabase).eq('streamer_id', userId).is('hidden_at', null);
      const chosen =
        tab === 'open'
          ? all.is('answered_at', null)
          : tab === 'critical'
            ? all.lte('rating', CRITICAL_UP_TO)
            : all;
      const { data } = await chosen
        .order('created_at', { ascending: false })
        .order('id')
        .range(pageParam, pageParam + perPage - 1)
        .abortSignal(signal)
        .throwOnError();
      const authors = await authorsOf(supabase, data, signal);
      return data.map((review) => ({ ...review, author: authors.get(review.booking_id) ?? null }));
    },
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length * perPage),
  });

/** The names that a streamer knows their viewers by, by booking. */
async function authorsOf(
  supabase: LogeSupabase,
  reviews: readonly ReviewRow[],
  signal: AbortSignal,
): Promise<Map<string, string | null>> {
  if (reviews.length === 0) return new Map();
  const { data } = await supabase
    .from('booking_details')
    .select('id,viewer_name')
    .in(
      'id',
      reviews.map(({ booking_id: id }) => id),
    )
    .abortSignal(signal)
    .throwOnError();
  return new Map(data.map(({ id, viewer_name: name }) => [id, name]));
}
