import { queryOptions } from '@tanstack/react-query';
import { loadClient } from '#web/lib/supabase/load.ts';

/** A pending row of the view `admin_request_details`. */
export interface AdminRequest {
  id: string;
  person_id: string;
  email: string | null;
  email_confirmed: boolean;
  first_name: string | null;
  last_name: string | null;
  avatar_url: string | null;
  created_at: string;
}

/** Those who ask to be an admin, the longest waiting first. */
export const pendingRequestsQuery = () =>
  queryOptions({
    queryKey: ['administration', 'requests'],
    queryFn: async (): Promise<AdminRequest[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('admin_request_details')
        .select('id,person_id,email,email_confirmed,first_name,last_name,avatar_url,created_at')
        .eq('state', 'pending')
        .order('created_at')
        .overrideTypes<AdminRequest[], { merge: false }>()
        .throwOnError();
      return data;
    },
  });
