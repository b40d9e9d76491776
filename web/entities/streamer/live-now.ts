import { useQuery } from '@tanstack/react-query';
import { loadReader } from '#web/lib/supabase/load.ts';
import { useLive } from '#web/lib/use-live.ts';

const FRESH = 30_000;

/**
 * Which of these streamers, each with a proven channel, are live now: as they were read at first,
 * then as it changes.
 * @returns their ids
 */
export function useLiveNow(known: readonly { id: string; live: boolean }[]): ReadonlySet<string> {
  const ids = known.map(({ id }) => id).sort();
  const queryKey = ['live-now', ...ids];
  const watched = ids.length > 0;
  useLive([{ table: 'streamer_channels', filter: `streamer_id=in.(${ids.join(',')})` }], queryKey, watched);
  const { data } = useQuery({
    queryKey,
    enabled: watched,
    staleTime: FRESH,
    initialData: known.filter(({ live }) => live).map(({ id }) => id),
    queryFn: async ({ signal }): Promise<string[]> => {
      const supabase = await loadReader();
      const { data: rows } = await supabase
        .from('streamer_channels')
        .select('streamer_id')
        .in('streamer_id', ids)
        .not('live_since', 'is', null)
        .abortSignal(signal)
        .throwOnError();
      return rows.map(({ streamer_id: id }) => id);
    },
  });
  return new Set(data);
}
