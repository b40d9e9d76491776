import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

export const NOTIFICATIONS_KEY = ['notifications'] as const;
/** As many as the list shows; older ones are among the bookings. */
const SHOWN = 20;

const read = (supabase: LogeSupabase) =>
  supabase.from('notifications').select('id,kind,booking_id,data,created_at,read_at');

/** A notification; the server that writes it says what its `data` holds. */
export type Notification = QueryData<ReturnType<typeof read>>[number];

/** The latest notifications, and how many are unread in all. */
export const notificationsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...NOTIFICATIONS_KEY, userId],
    queryFn: async ({ signal }): Promise<{ latest: Notification[]; unread: number }> => {
      const { supabase } = await loadClient();
      const [latest, unread] = await Promise.all([
        read(supabase)
          .eq('person_id', userId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(SHOWN)
          .abortSignal(signal)
          .throwOnError(),
        supabase
          .from('notifications')
          .select('id', { count: 'exact', head: true })
          .eq('person_id', userId)
          .is('read_at', null)
          .abortSignal(signal)
          .throwOnError(),
      ]);
      return { latest: latest.data, unread: unread.count ?? 0 };
    },
  });

/** Everything up to a notification has been seen. */
export async function markRead(userId: string, upTo: number): Promise<void> {
  const { supabase } = await loadClient();
  await supabase
    .from('notifications')
    .update({ read_at: new Date().toISOString() })
    .eq('person_id', userId)
    .is('read_at', null)
    .lte('id', upTo)
    .throwOnError();
}
