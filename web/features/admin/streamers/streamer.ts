import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { formatCount } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import type { StateTone } from '#web/ui/badge.tsx';

const COLUMNS =
  'id,handle,display_name,email,avatar_url,state,featured_at,rating_average,rating_count,offers,completed,coming';
/** Every streamer's page, with their exact count. */
export const readStreamers = (supabase: LogeSupabase) =>
  supabase.from('admin_streamers').select(COLUMNS, { count: 'exact' });
/** A streamer's page as the team sees it. */
export type Streamer = QueryData<ReturnType<typeof readStreamers>>[number];

export const STATE_LABELS = {
  published: 'Publié',
  draft: 'Brouillon',
  withheld: 'Retiré par Loge',
  away: 'Suspendu ou parti',
} as const satisfies Record<Streamer['state'], string>;
export const STATE_TONES = {
  published: 'settled',
  draft: 'neutral',
  withheld: 'live',
  away: 'spot',
} as const satisfies Record<Streamer['state'], StateTone>;

/** One streamer's page; null for somebody who has none. */
export const streamerQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'streamer', id],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await readStreamers(supabase)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });

/** The mean of the reviews and how many they are. */
export const ratingText = ({ rating_average, rating_count }: Streamer): string =>
  rating_average === null ? 'Aucune' : `${formatCount(rating_average)} (${formatCount(rating_count)})`;
