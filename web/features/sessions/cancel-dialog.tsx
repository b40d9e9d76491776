import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelBooking } from '#contracts/booking.ts';
import { explainPolicy } from '#domain/cancellation/refund.ts';
import type { Cents } from '#domain/money/cents.ts';
import { instantOf } from '#domain/time/instant.ts';
import {
  type BookingDetails,
  refundIfCancelled,
  type Side,
  startOf,
  zonesOf,
} from '#web/entities/booking/booking.ts';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PolicyLines } from '#web/ui/policy-lines.tsx';

interface CancelDialogProps {
  booking: BookingDetails;
  side: Side;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The sentence that says what cancelling costs, before it happens. */
function costOf(booking: BookingDetails, side: Side, refund: number) {
  if (booking.price_cents === 0) return 'Cette session est gratuite : personne ne paie rien.';
  const back = <b>{formatMoney(refund)}</b>;
  if (side === 'streamer')
    return <>Le viewer récupère {back}, tout ce qu’il a payé. Vous ne touchez rien pour cette session.</>;
  if (booking.captured_cents === 0)
    return <>Rien n’a encore été débité : les {back} réservés sur votre carte sont libérés.</>;
  const lost = booking.price_cents - refund;
  if (refund === 0)
    return (
      <>
        À cette heure-ci, <b>rien n’est remboursé</b> : vous perdez {formatMoney(lost)}.
      </>
    );
  return (
    <>
      {back} reviennent sur votre moyen de paiement, sous 5 à 10 jours
      {lost > 0 && <> ; {formatMoney(lost)} restent au streamer</>}.
    </>
  );
}

/** Asks before a cancellation, with the refund in euros; if the refund changed meanwhile, asks again with the new one. */
export function CancelDialog({ booking, side, open, onOpenChange }: CancelDialogProps) {
  const client = useQueryClient();
  const action = useCommand(cancelBooking, { changes: [BOOKINGS_KEY], done: 'Réservation annulée' });
  const [corrected, setCorrected] = useState<number | null>(null);
  const now = instantOf(Date.now());
  const refund = corrected ?? refundIfCancelled(booking, side, now) ?? 0;
  const { own } = zonesOf(booking, side);
  const tiers = explainPolicy(booking.policy, booking.price_cents as Cents, startOf(booking), now);
  const showTiers = side === 'viewer' && booking.price_cents > 0 && booking.captured_cents > 0;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setCorrected(null);
        onOpenChange(next);
      }}
      title="Annuler cette réservation ?"
      description={`${booking.title}, ${formatDateTime(booking.start_at, own)}.`}
      cost={costOf(booking, side, refund)}
      confirmLabel="Annuler la réservation"
      cancelLabel="La garder"
      reason={
        side === 'streamer'
          ? {
              label: 'Un mot pour le viewer',
              requiredMessage: 'Dites en un mot pourquoi : le viewer le lira.',
            }
          : { label: 'Un mot pour le streamer' }
      }
      onConfirm={async (reason) => {
        await action.run({ bookingId: booking.id, expectedRefundCents: refund, reason });
      }}
      failure={(error) => {
        if (error instanceof CommandError && error.code === 'quote_changed') {
          const next = error.details.refundCents;
          if (typeof next === 'number') setCorrected(next);
        }
        client.invalidateQueries({ queryKey: BOOKINGS_KEY });
        return errorText(error);
      }}
    >
      {showTiers && <PolicyLines tiers={tiers} zone={own} marked />}
    </ConfirmDialog>
  );
}
