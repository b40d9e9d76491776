import { queryOptions } from '@tanstack/react-query';
import type { Person } from '#web/features/administration/people.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** One person as an admin sees them; null when the account is gone. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['administration', 'person', id],
    queryFn: async (): Promise<Person | null> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('admin_people')
        .select('*')
        .eq('id', id)
        .maybeSingle<Person>()
        .throwOnError();
      return data;
    },
  });
