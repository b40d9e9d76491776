import { declineRequest } from '#contracts/booking.ts';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface DeclineDialogProps {
  booking: BookingDetails;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before a request is turned down. Nothing was paid yet. */
export function DeclineDialog({ booking, open, onOpenChange }: DeclineDialogProps) {
  const action = useCommand(declineRequest, { changes: [BOOKINGS_KEY], done: 'Demande refusée' });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Refuser cette demande ?"
      description={`${booking.title}, ${formatDateTime(booking.start_at, booking.streamer_zone)}.`}
      cost="Le viewer n’est pas débité, et le créneau redevient libre."
      confirmLabel="Refuser la demande"
      reason={{ label: 'Un mot pour le viewer' }}
      onConfirm={async (reason) => {
        await action.run({ bookingId: booking.id, reason });
      }}
      failure={errorText}
    />
  );
}
