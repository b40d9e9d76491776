import { AnnouncementConsent } from '#web/entities/announcement/announcement-consent.tsx';
import type { Side } from '#web/entities/booking/booking.ts';
import { usePersonSettings } from '#web/entities/settings/person-settings.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { ZoneSelect } from '#web/ui/zone-select.tsx';

/**
 * The section of a person's zone and mails; a streamer's zone stands with their hours. Saved as
 * soon as they are chosen.
 */
export function PersonSettings({ userId, side = 'viewer' }: { userId: string; side?: Side }) {
  const { current, change } = usePersonSettings(userId);
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
      {side === 'viewer' && (
        <Switch
          label="Mon initiale sur les streams"
          description="Dès qu’une alerte s’affiche sur le stream où vous réservez, elle dit « Place réservée par C. ». Sans votre accord, elle ne dit pas qui. Ce choix vaut dès maintenant, avec tous les streamers."
          checked={settings.initial_on_stream}
          onChange={(event) => change({ initial_on_stream: event.target.checked })}
        />
      )}
      <AnnouncementConsent userId={userId} />
    </SettingsSection>
  );
}
