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
      label="Montrer mon initiale si le streamer est en direct"
      description="Son alerte dira « Place réservée par C. » ; sans votre accord, elle ne dit pas qui. Ce choix vaut pour vos prochaines réservations, et se change dans vos réglages."
      checked={current.data.initial_on_stream}
      onChange={(event) => change({ initial_on_stream: event.target.checked })}
    />
  );
}
