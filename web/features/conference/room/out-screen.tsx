import type { ReactNode } from 'react';
import type { EnterOptions } from '#web/conference-core/controller/ports.ts';
import type { Out, RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { Button } from '#web/ui/button.tsx';
import type { LoadedRoom } from '../queries.ts';
import { AdminEntries } from '../setup/session-facts.tsx';
import { ClosedScreen } from './join-screens.tsx';
import { useRoom } from './room-context.tsx';

interface OutText {
  title: string;
  text: ReactNode;
  /** The way back in, and what it is called. */
  back: { label: string; options: EnterOptions } | null;
}

/**
 * Why somebody is out of the room, and the way back where there is one; null where the screen
 * before joining says it.
 */
function textOf(out: Out, details: LoadedRoom): OutText | null {
  const streamer = details.others.find(({ side }) => side === 'streamer')?.name ?? 'Le streamer';
  switch (out.code) {
    case 'room_removed':
      return {
        title: `${streamer} vous a fait sortir`,
        text: 'Le temps que vous passez dehors n’est pas compté comme donné : au règlement, il peut vous être remboursé à la minute près. Si c’est une erreur, demandez à revenir : la porte vous sera ouverte, ou non.',
        back: { label: 'Demander à revenir', options: {} },
      };
    case 'room_barred':
      return {
        title: 'L’équipe Loge vous a fait sortir',
        text: 'Vous ne pouvez pas revenir dans cette session. La raison que l’équipe a donnée en entrant :',
        back: null,
      };
    case 'room_ended':
      return details.side === 'streamer'
        ? {
            title: 'Vous avez terminé la session',
            text: 'Tout le monde est sorti. Vous pouvez rouvrir la loge jusqu’à la fin de l’heure prévue.',
            back: { label: 'Rouvrir la loge', options: {} },
          }
        : {
            title: 'La session est terminée',
            text: `${streamer} y a mis fin. Le temps qui n’a pas été donné vous est remboursé au règlement, dans quelques minutes, à la minute près. Si la loge rouvre, vous pourrez y revenir.`,
            back: { label: 'Revenir dans la loge', options: {} },
          };
    case 'room_taken_over':
      return {
        title: 'Vous êtes déjà dans la loge',
        text: 'La session s’est ouverte dans un autre onglet ou sur un autre appareil. Reprenez-la ici : elle s’arrêtera là-bas.',
        back: { label: 'Reprendre ici', options: { takeOver: true } },
      };
    case 'room_left':
      return {
        title: 'La connexion a été perdue trop longtemps',
        text: 'La loge n’avait plus de nouvelles de vous. La session continue : revenez-y.',
        back: { label: 'Revenir dans la loge', options: {} },
      };
    case 'unreachable':
    case 'internal':
      return {
        title: 'La loge ne répond pas',
        text: `${out.message || 'Le serveur n’a pas répondu.'} Votre place vous attend : réessayez.`,
        back: { label: 'Réessayer', options: {} },
      };
    default:
      return null;
  }
}

/** Whether there is something to say about why one is out, before one may join again. */
export const hasOutText = ({ out }: RoomSnapshot, details: LoadedRoom): boolean =>
  out !== null && details.state === 'open' && textOf(out, details) !== null;

/** After one was removed, or the session ended: why, and the way back. */
export function OutScreen() {
  const { details, room, join } = useRoom();
  const { out } = room;
  const found = out && textOf(out, details);
  if (!found) return null;
  const { title, text, back } = found;
  return (
    <ClosedScreen
      title={title}
      action={
        back && (
          <Button tone="spot" loading={room.phase === 'entering'} onClick={() => join(back.options)}>
            {back.label}
          </Button>
        )
      }
    >
      <p role="status">{text}</p>
      {out.code === 'room_barred' && <AdminEntries entries={details.adminEntries} />}
    </ClosedScreen>
  );
}
