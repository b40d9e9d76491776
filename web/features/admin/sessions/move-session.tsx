import { useQuery } from '@tanstack/react-query';
import { proposeSessionStart } from '#product/administration/marketplace-contract.ts';
import { REASON_MAX } from '#product/shared/contract.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { isLiveRow, startOf } from '#web/entities/booking/booking.ts';
import { MoveForm } from '#web/entities/booking/move-form.tsx';
import { BOOKINGS_KEY, seatsQuery } from '#web/entities/booking/queries.ts';
import { useActWindow } from '#web/features/admin/acts.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/**
 * Proposes another start to everybody in a session, in the platform's name. Nothing is shown where
 * none can be proposed.
 */
export function MoveSession({ sessionId }: { sessionId: string }) {
  const seats = useQuery(seatsQuery(sessionId)).data ?? [];
  const live = seats.filter((seat) => isLiveRow(seat) && seat.status !== 'held');
  const ask = useCommand(proposeSessionStart, {
    changes: [ADMIN_KEY, BOOKINGS_KEY],
    done: 'Proposition envoyée',
  });
  const [first] = live;
  const movable =
    first !== undefined &&
    first.offer_id !== null &&
    startOf(first) > instantOf(Date.now()) &&
    live.every(({ status, proposed_start_at: proposed }) => status !== 'in_progress' && proposed === null);
  const [open, setOpen] = useActWindow('move', movable);
  if (!movable) return null;
  const words =
    first.seats > 1
      ? {
          title: 'Déplacer toute la session',
          people: 'Chacun accepte, ou récupère',
          confirm: 'Proposer à tous',
        }
      : {
          title: 'Proposer un autre horaire',
          people: 'Le viewer accepte, ou récupère',
          confirm: 'Envoyer la proposition',
        };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.title}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={words.title}
        description={`${words.people} tout ce qui a été payé. D’ici là, l’horaire actuel reste réservé. Les heures sont celles du streamer.`}
        size="lg"
      >
        <MoveForm
          booking={first}
          zones={{ own: first.streamer_zone, other: first.viewer_zone }}
          confirm={words.confirm}
          note={{
            label: 'Motif',
            hint: 'Tous le lisent ; il est gardé dans le journal, avec votre nom.',
            max: REASON_MAX,
            required: 'Indiquez un motif',
          }}
          onConfirm={async ({ start, note }) => {
            await ask.run({ sessionId, start, reason: note });
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
