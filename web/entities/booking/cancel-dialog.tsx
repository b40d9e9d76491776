import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { cancelBooking as cancelAsAdmin } from '#product/administration/marketplace-contract.ts';
import { cancelBooking } from '#product/booking/contract.ts';
import { type BookingDetails, zonesOf } from '#web/entities/booking/booking.ts';
import { BOOKINGS_KEY, disputedQuery } from '#web/entities/booking/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type CancelledBy = 'viewer' | 'streamer' | 'admin';

interface CancelDialogProps {
  booking: Pick<
    BookingDetails,
    | 'id'
    | 'title'
    | 'seats'
    | 'start_at'
    | 'price_cents'
    | 'captured_cents'
    | 'viewer_name'
    | 'viewer_zone'
    | 'streamer_zone'
  >;
  by: CancelledBy;
  /** Cents that the viewer gets back if it is cancelled now. */
  refund: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Further caches that it changes. */
  changes?: readonly (readonly unknown[])[];
  /** The policy, for a viewer, to whom it applies. */
  children?: ReactNode;
}

const REASONS = {
  viewer: { label: 'Un mot pour le streamer' },
  streamer: {
    label: 'Un mot pour le viewer',
    requiredMessage: 'Dites en un mot pourquoi : le viewer le lira.',
  },
  admin: {
    label: 'Motif',
    hint: 'Les deux le lisent ; il est gardé dans le journal, avec votre nom.',
    requiredMessage: 'Indiquez un motif',
  },
} as const;

/** In a group, taking one person out is something else than cancelling the session, and says so. */
function wordsOf({ booking, by }: CancelDialogProps) {
  if (booking.seats > 1 && by !== 'viewer') {
    const name = booking.viewer_name ?? 'cette personne';
    return {
      title: `Retirer ${name} de la session ?`,
      others: ' Les autres gardent leur place.',
      confirm: 'Retirer de la session',
      keep: 'Revenir',
      done: 'Place annulée',
    };
  }
  return by === 'admin'
    ? { ...ALONE, title: 'Annuler cette session ?', confirm: 'Annuler la session', done: 'Session annulée' }
    : ALONE;
}
const ALONE = {
  title: 'Annuler cette réservation ?',
  others: '',
  confirm: 'Annuler la réservation',
  keep: 'La garder',
  done: 'Réservation annulée',
};

/** The sentence that says what cancelling costs, before it happens. */
function costOf({ booking, by, refund }: CancelDialogProps, disputed: number) {
  if (booking.price_cents === 0) return 'Cette session est gratuite : personne ne paie rien.';
  const back = <b>{formatMoney(refund)}</b>;
  if (disputed > 0) return afterDispute(by, disputed, refund);
  if (by === 'streamer')
    return (
      <>
        Le viewer récupère {back}, tout ce qu’il a payé. Vous ne touchez rien pour{' '}
        {booking.seats > 1 ? 'sa place' : 'cette session'}.
      </>
    );
  if (by === 'admin')
    return booking.captured_cents === 0 ? (
      <>
        Rien n’a encore été débité : les {back} réservés sur la carte du viewer sont libérés. Les deux sont
        prévenus.
      </>
    ) : (
      <>Le viewer récupère {back}, commission comprise. Les deux sont prévenus.</>
    );
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

/** A dispute: the bank holds the money, and we do not refund what it may give back. */
function afterDispute(by: CancelledBy, disputed: number, refund: number) {
  const held = <b>{formatMoney(disputed)}</b>;
  const back = formatMoney(refund);
  if (by === 'viewer')
    return (
      <>
        Votre banque retient {held} pendant qu’elle examine votre contestation. Si elle vous donne raison,
        vous gardez cette somme ; sinon,{' '}
        {refund > 0
          ? `${back} reviennent sur votre moyen de paiement après sa décision`
          : 'rien n’est remboursé'}
        . Rien n’est remboursé deux fois.
      </>
    );
  return (
    <>
      La banque du viewer retient {held} pendant qu’elle examine une contestation. Si elle donne raison au
      viewer, il garde cette somme ; sinon, {back} lui sont remboursés après sa décision. Rien n’est remboursé
      deux fois.
    </>
  );
}

/**
 * Asks before the viewer, the streamer or the team cancels a booking, with the refund in euros.
 * When the refund changed meanwhile, it asks again with the new one.
 */
export function CancelDialog(props: CancelDialogProps) {
  const { booking, by, open, onOpenChange, changes = [], children } = props;
  const client = useQueryClient();
  const keys = [BOOKINGS_KEY, ...changes];
  const words = wordsOf(props);
  const { done } = words;
  const told = ({ disputedCents }: { disputedCents: number }) =>
    disputedCents > 0
      ? { title: done, description: 'Le remboursement attend la décision de la banque.' }
      : { title: done };
  const cancelling = useCommand(cancelBooking, { changes: keys, done: told });
  const cancellingAsAdmin = useCommand(cancelAsAdmin, { changes: keys, done: told });
  const { data: disputed = 0 } = useQuery({
    ...disputedQuery(booking.id),
    enabled: open && booking.captured_cents > 0,
  });
  const [corrected, setCorrected] = useState<number | null>(null);
  const refund = corrected ?? props.refund;
  const { own } = zonesOf(booking, by === 'viewer' ? 'viewer' : 'streamer');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setCorrected(null);
        onOpenChange(next);
      }}
      title={words.title}
      description={`${booking.title}, ${formatDateTime(booking.start_at, own)}.${words.others}`}
      cost={costOf({ ...props, refund }, disputed)}
      confirmLabel={words.confirm}
      cancelLabel={words.keep}
      reason={REASONS[by]}
      onConfirm={async (reason) => {
        const request = { bookingId: booking.id, expectedRefundCents: refund, reason };
        await (by === 'admin' ? cancellingAsAdmin : cancelling).run(request);
      }}
      failure={(error) => {
        if (error instanceof CommandError && error.code === 'quote_changed') {
          const next = error.details.refundCents;
          if (typeof next === 'number') setCorrected(next);
        }
        for (const queryKey of keys) client.invalidateQueries({ queryKey });
        return errorText(error);
      }}
    >
      {children}
    </ConfirmDialog>
  );
}
