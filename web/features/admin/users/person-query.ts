import { queryOptions } from '@tanstack/react-query';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { readPeople } from '#web/features/admin/users/person.tsx';
import { loadClient } from '#web/lib/supabase/load.ts';

/** Everything that is read about one person is under this key. */
export const personKey = (personId: string) => [...ADMIN_KEY, 'person', personId] as const;

/** One person, and whether it is the admin who looks; null when the account is gone. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'account'],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await readPeople(supabase)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      const { session } = (await supabase.auth.getSession()).data;
      return data && { person: data, own: session?.user.id === id };
    },
  });
