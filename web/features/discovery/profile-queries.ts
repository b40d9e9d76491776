import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { PolicyName } from '#domain/cancellation/policies.ts';
import type { LinkPlatform } from '#domain/discovery/categories.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** What can be booked. Prices in cents. */
export interface ProfileOffer {
  id: string;
  title: string;
  description: string;
  category: string;
  duration_minutes: number;
  price_cents: number;
  seats: number;
  confirmation: 'instant' | 'on_request';
  policy: PolicyName;
}

export interface Profile {
  id: string;
  handle: string;
  display_name: string;
  headline: string;
  bio: string;
  categories: string[];
  languages: string[];
  banner_url: string | null;
  avatar_url: string | null;
  zone: string;
  published_at: string | null;
  withheld_at: string | null;
  rating_average: number | null;
  rating_count: number;
  offers: ProfileOffer[];
  streamer_links: { platform: LinkPlatform; url: string; position: number }[];
}

type OfferRow = ProfileOffer & { position: number; is_active: boolean; archived_at: string | null };

const columns =
  `id,handle,display_name,headline,bio,categories,languages,banner_url,avatar_url,zone,published_at,withheld_at,
  rating_average,rating_count,streamer_links(platform,url,position),
  offers(id,title,description,category,duration_minutes,price_cents,seats,confirmation,policy,position,is_active,archived_at)`.replace(
    /\s/g,
    '',
  );

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A profile by id or handle, or null when nobody of that name can be seen. */
export const profileQuery = (idOrHandle: string) =>
  queryOptions({
    queryKey: ['discovery', 'profile', idOrHandle],
    queryFn: async ({ signal }): Promise<Profile | null> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('streamers')
        .select(columns)
        .eq(UUID.test(idOrHandle) ? 'id' : 'handle', idOrHandle.toLowerCase())
        .abortSignal(signal)
        .maybeSingle<Omit<Profile, 'offers'> & { offers: OfferRow[] }>()
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

export interface Review {
  id: string;
  rating: number;
  body: string;
  created_at: string;
  answer: string | null;
  answered_at: string | null;
  offer_title: string;
  author_name: string | null;
}

const REVIEWS = 6;

/** The reviews of a streamer, newest first, some at a time. */
export const reviewsQuery = (streamerId: string) =>
  infiniteQueryOptions({
    queryKey: ['discovery', 'reviews', streamerId],
    initialPageParam: 0,
    queryFn: async ({ signal, pageParam }): Promise<Review[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('streamer_reviews')
        .select('id,rating,body,created_at,answer,answered_at,offer_title,author_name')
        .eq('streamer_id', streamerId)
        .order('created_at', { ascending: false })
        .order('id')
        .range(pageParam, pageParam + REVIEWS - 1)
        .abortSignal(signal)
        .overrideTypes<Review[], { merge: false }>()
        .throwOnError();
      return data;
    },
    getNextPageParam: (last, all) => (last.length < REVIEWS ? undefined : all.length * REVIEWS),
  });

const favouriteKey = (viewerId: string | null, streamerId: string) => [
  'discovery',
  'favourite',
  viewerId,
  streamerId,
];

/** Whether the streamer is on this person's list. */
export const favouriteQuery = (viewerId: string | null, streamerId: string) =>
  queryOptions({
    queryKey: favouriteKey(viewerId, streamerId),
    queryFn:
      viewerId === null
        ? skipToken
        : async ({ signal }): Promise<boolean> => {
            const { supabase } = await loadClient();
            const { data } = await supabase
              .from('favourites')
              .select('streamer_id')
              .eq('viewer_id', viewerId)
              .eq('streamer_id', streamerId)
              .abortSignal(signal)
              .maybeSingle<{ streamer_id: string }>()
              .throwOnError();
            return data !== null;
          },
  });

/** Puts a streamer on one's list, or takes them off; doing it twice does no more. */
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
