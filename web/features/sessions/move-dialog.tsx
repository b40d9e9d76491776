import { NOTE_MAX, proposeStart, rescheduleBooking } from '#product/booking/contract.ts';
import { type BookingDetails, type Side, zonesOf } from '#web/entities/booking/booking.ts';
import { MoveForm } from '#web/entities/booking/move-form.tsx';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface MoveDialogProps {
  booking: BookingDetails;
  side: Side;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const WORDS = {
  viewer: {
    title: 'Déplacer cette session',
    description: 'Sans frais. Vous pouvez la déplacer deux fois, jusqu’à 24 h avant, à 30 jours au plus.',
    confirm: 'Déplacer la session',
  },
  streamer: {
    title: 'Proposer un autre horaire',
    description:
      'Le viewer accepte, ou récupère tout ce qu’il a payé. D’ici là, l’horaire actuel reste réservé.',
    confirm: 'Envoyer la proposition',
  },
  group: {
    title: 'Déplacer toute la session',
    description:
      'Chacun accepte, ou récupère tout ce qu’il a payé. Dès qu’une personne accepte, la session est à la nouvelle heure : qui n’a pas répondu à temps est alors remboursé.',
    confirm: 'Proposer à tous',
  },
} as const;

/** Another start for a booking: the viewer moves it, the streamer proposes one. */
export function MoveDialog({ booking, side, open, onOpenChange }: MoveDialogProps) {
  const isGroup = side === 'streamer' && booking.seats > 1;
  const words = WORDS[isGroup ? 'group' : side];
  const move = useCommand(rescheduleBooking, { changes: [BOOKINGS_KEY], done: 'Session déplacée' });
  const ask = useCommand(proposeStart, { changes: [BOOKINGS_KEY], done: 'Proposition envoyée' });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      description={words.description}
      size="lg"
    >
      <MoveForm
        booking={booking}
        zones={zonesOf(booking, side)}
        confirm={words.confirm}
        note={
          side === 'viewer'
            ? null
            : { label: isGroup ? 'Un mot pour les participants' : 'Un mot pour le viewer', max: NOTE_MAX }
        }
        onConfirm={async ({ start, note }) => {
          const input = { bookingId: booking.id, start };
          await (side === 'viewer' ? move.run(input) : ask.run({ ...input, note }));
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
