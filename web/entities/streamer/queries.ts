import type { QueryData } from '@supabase/supabase-js';
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { loadClient, loadReader } from '#web/lib/supabase/load.ts';
import type { LogeReader } from '#web/lib/supabase/visitor.ts';

/** Everything about streamers as others see them is under this key. */
export const STREAMERS_KEY = ['streamers'] as const;

const COLUMNS =
  'id,handle,display_name,headline,bio,categories,languages,banner_url,gallery_urls,films(title,film_url,poster_url,captions_url,width,height,seconds),placeholders,avatar_url,zone,horizon_days,published_at,withheld_at,rating_average,rating_count,streamer_links(platform,url,position),streamer_channels(provider,channel_id,login,name,live_since),offers(id,title,description,category,duration_minutes,price_cents,seats,confirmation,policy,questions,revision,position,is_active,archived_at,adults_only)';

const readStreamers = (supabase: LogeReader) => supabase.from('streamers').select(COLUMNS);

/**
 * A streamer as viewers see them. The offers are those that can be booked now, in the streamer's
 * order; prices in cents.
 */
export type Streamer = QueryData<ReturnType<typeof readStreamers>>[number];
export type Offer = Streamer['offers'][number];

/**
 * The placeholder shown until a picture of this page has loaded: a `data:` address; null when
 * nothing is known.
 */
export function placeholderOf(
  { placeholders }: Pick<Streamer, 'placeholders'>,
  url: string | null,
): string | null {
  if (
    url === null ||
    typeof placeholders !== 'object' ||
    placeholders === null ||
    Array.isArray(placeholders)
  )
    return null;
  const known = placeholders[url];
  return typeof known === 'string' ? known : null;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
export const isId = (text: string | null): text is string => text !== null && UUID.test(text);

/** A streamer by id or handle, or null when there is no visible one. */
export const streamerQuery = (idOrHandle: string) =>
  queryOptions({
    queryKey: [...STREAMERS_KEY, 'one', idOrHandle],
    queryFn: async ({ signal }): Promise<Streamer | null> => {
      const supabase = await loadReader();
      const { data } = await readStreamers(supabase)
        .eq(isId(idOrHandle) ? 'id' : 'handle', idOrHandle.toLowerCase())
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      if (!data) return null;
      // The streamer, and an admin, see the offers that are put away too.
      const offers = data.offers
        .filter(({ is_active, archived_at }) => is_active && archived_at === null)
        .sort((a, b) => a.position - b.position || a.id.localeCompare(b.id));
      const links = data.streamer_links.toSorted((a, b) => a.position - b.position);
      return { ...data, offers, streamer_links: links };
    },
  });

const readFacts = (supabase: LogeReader) =>
  supabase.from('streamer_facts').select('sessions_held,returning_viewers,answer_seconds,ratings');
/**
 * The facts on a streamer's page about how they keep their word; `ratings` counts one to five
 * stars.
 */
export type StreamerFacts = QueryData<ReturnType<typeof readFacts>>[number];

/** The facts of a visible streamer; null: of one who is not. */
export const streamerFactsQuery = (streamerId: string | null) =>
  queryOptions({
    queryKey: [...STREAMERS_KEY, 'facts', streamerId],
    staleTime: 60_000,
    queryFn:
      streamerId === null
        ? skipToken
        : async ({ signal }): Promise<StreamerFacts | null> => {
            const supabase = await loadReader();
            const { data } = await readFacts(supabase)
              .eq('streamer_id', streamerId)
              .abortSignal(signal)
              .maybeSingle()
              .throwOnError();
            return data;
          },
  });

const readReviews = (supabase: LogeReader) =>
  supabase
    .from('streamer_reviews')
    .select('id,rating,body,created_at,answer,answered_at,offer_title,author_name');
export type Review = QueryData<ReturnType<typeof readReviews>>[number];

const REVIEWS = 6;

/** The reviews of a streamer, newest first, some at a time. */
export const reviewsQuery = (streamerId: string) =>
  infiniteQueryOptions({
    queryKey: [...STREAMERS_KEY, 'reviews', streamerId],
    initialPageParam: 0,
    queryFn: async ({ signal, pageParam }): Promise<Review[]> => {
      const supabase = await loadReader();
      const { data } = await readReviews(supabase)
        .eq('streamer_id', streamerId)
        .order('created_at', { ascending: false })
        .order('id')
        .range(pageParam, pageParam + REVIEWS - 1)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    getNextPageParam: (last, all) => (last.length < REVIEWS ? undefined : all.length * REVIEWS),
  });

/**
 * The ids of the streamers whom this person keeps, the latest first: one question for all hearts of
 * a page.
 */
export const favouritesQuery = (viewerId: string | null) =>
  queryOptions({
    queryKey: [...STREAMERS_KEY, 'favourites', viewerId],
    staleTime: 60_000,
    queryFn:
      viewerId === null
        ? skipToken
        : async ({ signal }): Promise<string[]> => {
            const { supabase } = await loadClient();
            const { data } = await supabase
              .from('favourites')
              .select('streamer_id')
              .eq('viewer_id', viewerId)
              .order('created_at', { ascending: false })
              .abortSignal(signal)
              .throwOnError();
            return data.map(({ streamer_id: id }) => id);
          },
  });

/** Makes a streamer a favourite, or no longer; repeating it changes nothing. */
export async function setFavourite(viewerId: string, streamerId: string, wanted: boolean): Promise<void> {
  const { supabase } = await loadClient();
  if (wanted) {
    const { error } = await supabase
      .from('favourites')
      .insert({ viewer_id: viewerId, streamer_id: streamerId });
    // 23505: it is there already, from another tab.
    if (error && error.code !== '23505') throw error;
    return;
  }
  await supabase
    .from('favourites')
    .delete()
    .eq('viewer_id', viewerId)
    .eq('streamer_id', streamerId)
    .throwOnError();
}
