import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Tables } from '#database/generated/types.ts';
import { AnnouncementConsent } from '#web/entities/announcement/announcement-consent.tsx';
import type { Side } from '#web/entities/booking/booking.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { deviceZone, zoneQuery } from '#web/lib/zone.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { ZoneSelect } from '#web/ui/zone-select.tsx';

/** The person's row, or the defaults while there is none. */
type Preferences = Pick<
  Tables<'person_settings'>,
  'zone' | 'reminder_mails' | 'waiting_list_mails' | 'message_mails'
>;

const DEFAULTS: Preferences = {
  zone: null,
  reminder_mails: true,
  waiting_list_mails: true,
  message_mails: true,
};

const personSettingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['person-settings', userId],
    queryFn: async ({ signal }): Promise<Preferences> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('person_settings')
        .select('zone,reminder_mails,waiting_list_mails,message_mails')
        .eq('person_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data ?? DEFAULTS;
    },
  });

/**
 * The section of a person's zone and mails; a streamer's zone stands with their hours. Saved as
 * soon as they are chosen.
 */
export function PersonSettings({ userId, side = 'viewer' }: { userId: string; side?: Side }) {
  const client = useQueryClient();
  const query = personSettingsQuery(userId);
  const current = useQuery(query);
  const save = useAction(
    async (next: Preferences) => {
      const { supabase } = await loadClient();
      await supabase
        .from('person_settings')
        .upsert({ person_id: userId, ...next })
        .throwOnError();
    },
    {
      changes: [zoneQuery(userId).queryKey],
      done: 'Enregistré',
      ahead: (next) => {
        const before = client.getQueryData(query.queryKey);
        client.setQueryData(query.queryKey, next);
        return () => client.setQueryData(query.queryKey, before);
      },
    },
  );
  const title = side === 'viewer' ? 'Fuseau et e-mails' : 'Notifications par e-mail';
  const description =
    side === 'viewer'
      ? 'Les e-mails sur ce qui change (confirmation, annulation, remboursement) partent toujours.'
      : 'Les e-mails sur ce qui change (demande, réservation, annulation, versement en échec) partent toujours.';
  if (current.isPending || current.isError) {
    return (
      <SettingsSection title={title} description={description}>
        {current.isPending ? (
          <Skeleton className="h-72" />
        ) : (
          <ErrorState
            title="Vos préférences n’ont pas pu être chargées"
            onRetry={() => current.refetch()}
            retrying={current.isFetching}
          />
        )}
      </SettingsSection>
    );
  }
  const settings = current.data;
  const change = (part: Partial<Preferences>) => save.press({ ...settings, ...part });
  return (
    <SettingsSection title={title} description={description}>
      {side === 'viewer' && (
        <ZoneSelect zone={settings.zone ?? deviceZone()} onZone={(zone) => change({ zone })} />
      )}
      <Switch
        label="Rappels par e-mail"
        description="24 h, 1 h et 10 min avant chaque session."
        checked={settings.reminder_mails}
        onChange={(event) => change({ reminder_mails: event.target.checked })}
      />
      {side === 'viewer' && (
        <Switch
          label="Listes d’attente"
          description="Un e-mail quand un créneau se libère là où vous attendez."
          checked={settings.waiting_list_mails}
          onChange={(event) => change({ waiting_list_mails: event.target.checked })}
        />
      )}
      <Switch
        label="Messages non lus"
        description="Un e-mail quand on vous a écrit et que vous n’avez pas lu, au plus toutes les deux heures."
        checked={settings.message_mails}
        onChange={(event) => change({ message_mails: event.target.checked })}
      />
      <AnnouncementConsent userId={userId} />
    </SettingsSection>
  );
}
