import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { availabilityKey } from '#web/features/availability/queries.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

const readCalendars = (supabase: LogeSupabase) =>
  supabase
    .from('calendars')
    .select('id,label,url,state,last_error,busy_count,skipped_count,last_fetched_at,last_success_at');

/** A calendar elsewhere, and what became of its last import. Instants are ISO 8601. */
export type ImportedCalendar = QueryData<ReturnType<typeof readCalendars>>[number];

/** One's imported calendars, the oldest first. While one is on its way it is asked again: its first fetch takes seconds. */
export const calendarsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...availabilityKey(userId), 'calendars'],
    queryFn: async (): Promise<ImportedCalendar[]> => {
      const { supabase } = await loadClient();
      const { data } = await readCalendars(supabase)
        .eq('streamer_id', userId)
        .order('created_at')
        .throwOnError();
      return data;
    },
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'pending') ? 3_000 : false),
  });
