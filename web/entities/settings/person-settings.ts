import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Tables } from '#database/generated/types.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { zoneQuery } from '#web/lib/zone.ts';

/** The person's row, or the defaults while there is none. */
type Preferences = Pick<
  Tables<'person_settings'>,
  'zone' | 'reminder_mails' | 'waiting_list_mails' | 'message_mails' | 'initial_on_stream'
>;

const DEFAULTS: Preferences = {
  zone: null,
  reminder_mails: true,
  waiting_list_mails: true,
  message_mails: true,
  initial_on_stream: false,
};

const personSettingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['person-settings', userId],
    queryFn: async ({ signal }): Promise<Preferences> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('person_settings')
        .select('zone,reminder_mails,waiting_list_mails,message_mails,initial_on_stream')
        .eq('person_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data ?? DEFAULTS;
    },
  });

/** How a person wants to be told and shown; `change` saves a part of it as soon as it is chosen. */
export function usePersonSettings(userId: string) {
  const client = useQueryClient();
  const query = personSettingsQuery(userId);
  const current = useQuery(query);
  const save = useAction(
    // Only what was chosen is written: another tab may have changed the rest.
    async (part: Partial<Preferences>) => {
      const { supabase } = await loadClient();
      await supabase
        .from('person_settings')
        .upsert({ person_id: userId, ...part })
        .throwOnError();
    },
    {
      changes: [zoneQuery(userId).queryKey, query.queryKey],
      done: 'Enregistré',
      ahead: (part) => {
        const before = client.getQueryData(query.queryKey);
        client.setQueryData(query.queryKey, (now) => now && { ...now, ...part });
        return () => client.setQueryData(query.queryKey, before);
      },
    },
  );
  return {
    current,
    change: (part: Partial<Preferences>) => save.press(part),
  };
}
