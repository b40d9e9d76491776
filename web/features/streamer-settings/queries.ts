import { queryOptions } from '@tanstack/react-query';
import type { LinkPlatform } from '#domain/discovery/categories.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** Everything of these settings lies under it. */
export const settingsKey = (userId: string) => ['streamer-settings', userId] as const;

export interface StreamerLink {
  id: string;
  platform: LinkPlatform;
  url: string;
  position: number;
}

/** A streamer's own row, as far as they write it, and what decides whether it is seen. */
export interface StreamerPage {
  id: string;
  handle: string;
  display_name: string;
  headline: string;
  bio: string;
  categories: string[];
  languages: string[];
  banner_url: string | null;
  published_at: string | null;
  withheld_at: string | null;
  away_until: string | null;
  updated_at: string;
  streamer_links: StreamerLink[];
  weekly_hours: { id: string }[];
}

export const PAGE_COLUMNS =
  'id,handle,display_name,headline,bio,categories,languages,banner_url,published_at,withheld_at,away_until,updated_at';

/** One's own page; null for somebody who is no streamer. */
export const pageQuery = (userId: string) =>
  queryOptions({
    queryKey: [...settingsKey(userId), 'page'],
    queryFn: async (): Promise<StreamerPage | null> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('streamers')
        .select(`${PAGE_COLUMNS},streamer_links(id,platform,url,position),weekly_hours(id)`)
        .eq('id', userId)
        .maybeSingle<StreamerPage>()
        .throwOnError();
      return data;
    },
  });

/** One's payout account at the provider, and what the platform keeps. */
export interface PayoutAccount {
  provider: string;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  requirements_due: string[];
}

export const payoutAccountQuery = (userId: string) =>
  queryOptions({
    queryKey: [...settingsKey(userId), 'payout-account'],
    queryFn: async (): Promise<PayoutAccount | null> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('payout_accounts')
        .select('provider,charges_enabled,payouts_enabled,requirements_due')
        .eq('streamer_id', userId)
        .maybeSingle<PayoutAccount>()
        .throwOnError();
      return data;
    },
  });
