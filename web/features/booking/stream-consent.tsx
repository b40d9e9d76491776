import { usePersonSettings } from '#web/entities/settings/person-settings.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

/**
 * Whether the alert on the streamer's stream may say the viewer's initial. It is the person's
 * setting, off until they say otherwise, and is offered where it is about to matter.
 */
export function StreamConsent({ viewerId }: { viewerId: string }) {
  const { current, change } = usePersonSettings(viewerId);
  if (!current.data) return null;
  return (
    <Checkbox
      label="Montrer mon initiale dans l’alerte du streamer"
      description="Dès qu’une alerte s’affiche sur son stream, elle dit « Place réservée par C. » ; sans votre accord, elle ne dit pas qui. Ce choix vaut dès maintenant, pour cette place et les suivantes, avec tous les streamers. Il se change dans vos réglages."
      checked={current.data.initial_on_stream}
      onChange={(event) => change({ initial_on_stream: event.target.checked })}
    />
  );
}
