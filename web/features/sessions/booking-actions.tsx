import { useState } from 'react';
import {
  acceptRequest,
  answerProposal,
  declineRequest,
  withdrawProposal,
} from '#product/booking/contract.ts';
import { explainPolicy } from '#product/booking/rules/refund.ts';
import type { Cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import {
  type BookingDetails,
  mayMoveUntil,
  refundIfCancelled,
  type Side,
  startOf,
  zonesOf,
} from '#web/entities/booking/booking.ts';
import { CancelDialog } from '#web/entities/booking/cancel-dialog.tsx';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { MoveDialog } from '#web/features/sessions/move-dialog.tsx';
import { PayHold } from '#web/features/sessions/pay-hold.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PolicyLines } from '#web/ui/policy-lines.tsx';
import { AfterLink, JoinLink } from './join-link.tsx';

type Window = 'cancel' | 'move' | 'decline' | null;

interface BookingActionsProps {
  booking: BookingDetails;
  side: Side;
  /** In a list: what tells this booking from the next, for people who only hear its buttons. */
  rowName?: string;
  /** False: another booking of the list has the amber button of the screen. */
  lit?: boolean;
}

/** The actions that a booking allows now; impossible ones are not shown. */
export function BookingActions({ booking, side, rowName, lit = true }: BookingActionsProps) {
  const [open, setOpen] = useState<Window>(null);
  const accepting = useCommand(acceptRequest, { changes: [BOOKINGS_KEY], done: 'Demande acceptée' });
  const answering = useCommand(answerProposal, { changes: [BOOKINGS_KEY], done: 'Réponse envoyée' });
  const withdrawing = useCommand(withdrawProposal, { changes: [BOOKINGS_KEY], done: 'Proposition retirée' });
  const now = instantOf(Date.now());
  const spot = lit ? 'spot' : 'outline';
  const about = rowName === undefined ? null : <span className="sr-only">, {rowName}</span>;
  const close = () => setOpen(null);
  const { id: bookingId, status, proposed_start_at: proposed } = booking;
  const moveUntil = mayMoveUntil(booking);
  const mayMove = side === 'viewer' && proposed === null && moveUntil !== null && now <= moveUntil;
  const mayPropose =
    side === 'streamer' &&
    proposed === null &&
    booking.offer_id !== null &&
    (status === 'requested' || status === 'confirmed');
  const refund = refundIfCancelled(booking, side, now);
  const tiers = explainPolicy(booking.policy, booking.price_cents as Cents, startOf(booking), now);
  const showTiers = side === 'viewer' && booking.price_cents > 0 && booking.captured_cents > 0;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {(status === 'confirmed' || status === 'in_progress') && <JoinLink booking={booking} lit={lit} />}
      <AfterLink booking={booking} side={side} />
      {status === 'held' && side === 'viewer' && <PayHold booking={booking} tone={spot} />}
      {status === 'requested' && side === 'streamer' && proposed === null && (
        <>
          <Button tone={spot} loading={accepting.pending} onClick={() => accepting.press({ bookingId })}>
            Accepter
            {about}
          </Button>
          <Button onClick={() => setOpen('decline')}>
            Refuser
            {about}
          </Button>
        </>
      )}
      {proposed !== null && side === 'viewer' && (
        <>
          <Button
            tone={spot}
            loading={answering.pending}
            onClick={() => answering.press({ bookingId, answer: 'accept' })}
          >
            Accepter {formatDateTime(proposed, booking.viewer_zone, { weekday: false })}
            {about}
          </Button>
          <Button
            loading={answering.pending}
            onClick={() => answering.press({ bookingId, answer: 'refuse' })}
          >
            Refuser et être remboursé
            {about}
          </Button>
        </>
      )}
      {proposed !== null && side === 'streamer' && (
        <Button loading={withdrawing.pending} onClick={() => withdrawing.press({ bookingId })}>
          Retirer la proposition
        </Button>
      )}
      {mayMove && (
        <Button onClick={() => setOpen('move')}>
          Déplacer
          {about}
        </Button>
      )}
      {mayPropose && (
        <Button onClick={() => setOpen('move')}>
          {booking.seats > 1 ? 'Déplacer toute la session' : 'Proposer un autre horaire'}
          {about}
        </Button>
      )}
      {refund !== null && (
        <Button tone="danger-outline" onClick={() => setOpen('cancel')}>
          {booking.seats > 1 && side === 'streamer' ? 'Retirer de la session' : 'Annuler'}
          {about}
        </Button>
      )}
      {side === 'viewer' && booking.ended_at !== null && booking.streamer_handle && (
        <ButtonLink
          to={`/book-session/${booking.streamer_handle}${booking.offer_id === null ? '' : `?offer=${booking.offer_id}`}`}
        >
          Réserver à nouveau
        </ButtonLink>
      )}
      <CancelDialog
        booking={booking}
        by={side}
        refund={refund ?? 0}
        open={open === 'cancel'}
        onOpenChange={close}
      >
        {showTiers && <PolicyLines tiers={tiers} zone={zonesOf(booking, side).own} marked />}
      </CancelDialog>
      <MoveDialog booking={booking} side={side} open={open === 'move'} onOpenChange={close} />
      <DeclineDialog booking={booking} open={open === 'decline'} onOpenChange={close} />
    </div>
  );
}

interface DeclineDialogProps {
  booking: BookingDetails;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before a request is turned down. Nothing was paid yet. */
function DeclineDialog({ booking, open, onOpenChange }: DeclineDialogProps) {
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
