import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import type { WeeklyRange } from '#product/availability/rules/hours.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** The root under which everything of these settings is cached. */
export const settingsKey = (userId: string) => ['streamer-settings', userId] as const;

const readPage = (supabase: LogeSupabase) =>
  supabase
    .from('streamers')
    .select(
      'id,handle,display_name,headline,bio,categories,languages,banner_url,gallery_urls,films(title,film_url,poster_url,captions_url,width,height,seconds),published_at,withheld_at,away_until,updated_at,streamer_links(id,platform,url,position),weekly_hours(id)',
    );

/**
 * A streamer's own row: the columns that they edit, and those that decide whether it is visible.
 */
export type StreamerPage = QueryData<ReturnType<typeof readPage>>[number];
export type StreamerFilm = NonNullable<StreamerPage['films']>;
export type StreamerLink = StreamerPage['streamer_links'][number];

/** One's own page; null for somebody who is not a streamer. */
export const pageQuery = (userId: string) =>
  queryOptions({
    queryKey: [...settingsKey(userId), 'page'],
    queryFn: async (): Promise<StreamerPage | null> => {
      const { supabase } = await loadClient();
      const { data } = await readPage(supabase).eq('id', userId).maybeSingle().throwOnError();
      return data;
    },
  });

/** One's usual week, as the hours of an offer of its own begin with. */
export const weekQuery = (userId: string) =>
  queryOptions({
    queryKey: [...settingsKey(userId), 'week'],
    queryFn: async (): Promise<WeeklyRange[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('weekly_hours')
        .select('weekday,from:from_minute,to:to_minute')
        .eq('streamer_id', userId)
        .order('weekday')
        .order('from_minute')
        .throwOnError();
      return data;
    },
  });

const readAccounts = (supabase: LogeSupabase) =>
  supabase.from('payout_accounts').select('provider,charges_enabled,payouts_enabled,requirements_due');

/** One's payout account at the provider. */
export type PayoutAccount = QueryData<ReturnType<typeof readAccounts>>[number];

export const payoutAccountQuery = (userId: string) =>
  queryOptions({
    queryKey: [...settingsKey(userId), 'payout-account'],
    queryFn: async (): Promise<PayoutAccount | null> => {
      const { supabase } = await loadClient();
      const { data } = await readAccounts(supabase).eq('streamer_id', userId).maybeSingle().throwOnError();
      return data;
    },
  });
