import { queryOptions } from '@tanstack/react-query';
import { availabilityKey } from '#web/features/availability/queries.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** A calendar elsewhere, and what became of its last import. Instants are ISO 8601. */
export interface ImportedCalendar {
  id: string;
  label: string;
  url: string;
  state: 'pending' | 'working' | 'broken';
  last_error: string | null;
  busy_count: number;
  skipped_count: number;
  last_fetched_at: string | null;
  last_success_at: string | null;
}

/** One's imported calendars, the oldest first. While one is on its way it is asked again: its first fetch takes seconds. */
export const calendarsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...availabilityKey(userId), 'calendars'],
    queryFn: async (): Promise<ImportedCalendar[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('calendars')
        .select('id,label,url,state,last_error,busy_count,skipped_count,last_fetched_at,last_success_at')
        .eq('streamer_id', userId)
        .order('created_at')
        .overrideTypes<ImportedCalendar[], { merge: false }>()
        .throwOnError();
      return data;
    },
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'pending') ? 3_000 : false),
  });
