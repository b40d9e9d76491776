import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { errorText } from '#web/lib/error-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { SeenRoom } from '../../queries.ts';
import { costOfEnding } from './ending.ts';
import type { Host } from './use-host.ts';

interface HostDialogsProps {
  host: Host;
  look: SeenRoom;
  room: RoomSnapshot;
  group: boolean;
}

/** Asks before somebody is put out, and before it ends for everybody: what it means, and what it costs. */
export function HostDialogs({ host, look, room, group }: HostDialogsProps) {
  const { asked, ask, confirm } = host;
  const common = {
    open: true,
    onOpenChange: (open: boolean) => {
      if (!open) ask(null);
    },
    failure: errorText,
  };
  if (asked?.act === 'remove') {
    const { peer } = asked;
    return (
      <ConfirmDialog
        {...common}
        title={`Faire sortir ${peer.name} ?`}
        description={
          peer.side === 'streamer'
            ? 'La session s’arrête sans streamer. Votre décision est gardée avec la session.'
            : 'L’image et le son s’arrêtent tout de suite. Pour revenir, il faudra que vous ouvriez la porte.'
        }
        cost={
          peer.side === 'viewer'
            ? 'Le temps passé dehors ne sera pas compté comme donné : il peut être remboursé, à la minute près.'
            : undefined
        }
        confirmLabel="Faire sortir"
        onConfirm={() => confirm(asked)}
      />
    );
  }
  if (asked?.act === 'end') {
    const passed = room.times ? Date.now() + room.ahead - room.times.startsAt : 0;
    const { priceCents, durationMinutes } = look.booking;
    return (
      <ConfirmDialog
        {...common}
        title="Terminer pour tous ?"
        description={
          group
            ? 'Tout le monde sort tout de suite et la loge se ferme. Vous pourrez la rouvrir en y revenant avant la fin de l’heure prévue.'
            : 'Vous sortez tous les deux tout de suite et la loge se ferme. Vous pourrez la rouvrir en y revenant avant la fin de l’heure prévue.'
        }
        cost={costOfEnding({ priceCents, durationMinutes, passed, group })}
        confirmLabel="Terminer pour tous"
        cancelLabel="Continuer la session"
        onConfirm={() => confirm(asked)}
      />
    );
  }
  return null;
}
