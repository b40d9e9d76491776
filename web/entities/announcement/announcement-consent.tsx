import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Switch } from '#web/ui/switch.tsx';

const consentQuery = (userId: string) =>
  queryOptions({
    queryKey: ['announcement-consent', userId],
    queryFn: async ({ signal }): Promise<boolean> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('announcement_consents')
        .select('person_id')
        .eq('person_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data !== null;
    },
  });

/**
 * The switch by which a person agrees to announcements by mail, and takes it back; off until they
 * turn it on.
 */
export function AnnouncementConsent({ userId }: { userId: string }) {
  const client = useQueryClient();
  const query = consentQuery(userId);
  const consent = useQuery(query);
  const save = useAction(
    async (agrees: boolean) => {
      const { supabase } = await loadClient();
      const row = { person_id: userId };
      if (agrees)
        await supabase.from('announcement_consents').upsert(row, { ignoreDuplicates: true }).throwOnError();
      else await supabase.from('announcement_consents').delete().match(row).throwOnError();
    },
    {
      changes: [query.queryKey],
      done: 'Enregistré',
      ahead: (agrees) => {
        const before = client.getQueryData(query.queryKey);
        client.setQueryData(query.queryKey, agrees);
        return () => client.setQueryData(query.queryKey, before);
      },
    },
  );
  return (
    <Switch
      label="Annonces de Loge"
      description="Un e-mail de temps en temps : nouveautés, interruptions prévues. Rien sans votre accord."
      disabled={!consent.isSuccess}
      checked={consent.data ?? false}
      onChange={(event) => save.press(event.target.checked)}
    />
  );
}
