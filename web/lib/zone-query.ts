import { queryOptions, skipToken } from '@tanstack/react-query';
import { loadClient } from './supabase/load.ts';

/** The zone in which this person chose to read the time, or null: the device's. */
export const zoneQuery = (personId: string | null) =>
  queryOptions({
    queryKey: ['person', 'zone', personId],
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
