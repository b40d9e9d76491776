import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { RequestOf } from '#contracts/contract.ts';
import { browse, home, nextStarts } from '#contracts/discovery.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** Free times go stale by themselves; coming back to a list within this time shows it at once. */
const FRESH = 30_000;

/** A page of streamers. The one before it stays on the screen while the next one is fetched. */
export const browseQuery = (request: RequestOf<typeof browse>) =>
  queryOptions({
    queryKey: ['discovery', 'browse', request],
    queryFn: () => callCommand(browse, request),
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });

export const homeQuery = (zone: string) =>
  queryOptions({
    queryKey: ['discovery', 'home', zone],
    queryFn: () => callCommand(home, { zone }),
    staleTime: FRESH,
  });

/** The next free starts of each offer; asked for once the streamer is known. */
export const nextStartsQuery = (streamerId: string | null) =>
  queryOptions({
    queryKey: ['discovery', 'next-starts', streamerId],
    queryFn: streamerId === null ? skipToken : () => callCommand(nextStarts, { streamerId, count: 5 }),
    staleTime: FRESH,
  });

/** The zone in which this person chose to read the time, or null: the device's. */
export const zoneQuery = (personId: string | null) =>
  queryOptions({
    queryKey: ['discovery', 'zone', personId],
    staleTime: 300_000,
    queryFn:
      personId === null
        ? skipToken
        : async ({ signal }): Promise<string | null> => {
            const { supabase } = await loadClient();
            const { data } = await supabase
              .from('person_settings')
              .select('zone')
              .eq('person_id', personId)
              .abortSignal(signal)
              .maybeSingle<{ zone: string | null }>()
              .throwOnError();
            return data?.zone ?? null;
          },
  });
