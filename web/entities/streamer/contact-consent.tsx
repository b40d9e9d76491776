import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Switch } from '#web/ui/switch.tsx';

/** Which streamers a viewer allows to write when they have not come back for long; newest first. */
export const contactConsentsQuery = (viewerId: string) =>
  queryOptions({
    queryKey: ['contact-consents', viewerId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('contact_consents')
        .select('streamer_id')
        .eq('viewer_id', viewerId)
        .order('created_at', { ascending: false })
        .abortSignal(signal)
        .throwOnError();
      return data.map(({ streamer_id }) => streamer_id);
    },
  });

interface ContactConsentProps {
  viewerId: string;
  streamerId: string;
  label: string;
  description?: string;
}

/**
 * The switch by which a viewer allows one streamer to write to them, and takes it back; off until
 * they turn it on.
 */
export function ContactConsent({ viewerId, streamerId, label, description }: ContactConsentProps) {
  const client = useQueryClient();
  const query = contactConsentsQuery(viewerId);
  const consents = useQuery(query);
  const save = useAction(
    async (allowed: boolean) => {
      const { supabase } = await loadClient();
      const row = { viewer_id: viewerId, streamer_id: streamerId };
      if (allowed)
        await supabase.from('contact_consents').upsert(row, { ignoreDuplicates: true }).throwOnError();
      else await supabase.from('contact_consents').delete().match(row).throwOnError();
    },
    {
      changes: [query.queryKey],
      done: (_answer, allowed) => ({ title: allowed ? 'Autorisation donnée' : 'Autorisation retirée' }),
      ahead: (allowed) => {
        const before = client.getQueryData(query.queryKey);
        client.setQueryData(query.queryKey, (ids = []) =>
          allowed ? [streamerId, ...ids] : ids.filter((id) => id !== streamerId),
        );
        return () => client.setQueryData(query.queryKey, before);
      },
    },
  );
  return (
    <Switch
      label={label}
      description={description}
      disabled={!consents.isSuccess}
      checked={consents.data?.includes(streamerId) ?? false}
      onChange={(event) => save.press(event.target.checked)}
    />
  );
}
