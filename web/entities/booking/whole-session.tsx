import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { cancelSession as cancelAsTeam } from '#product/administration/marketplace-contract.ts';
import { cancelSession } from '#product/booking/contract.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { groupOf, groupText, startOf } from '#web/entities/booking/booking.ts';
import { BOOKINGS_KEY, seatsQuery } from '#web/entities/booking/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, formatMoney, plural } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface WholeSessionProps {
  sessionId: string;
  /** On whose behalf it is cancelled. */
  by: 'streamer' | 'admin';
  /** False: it is only shown. */
  mayCancel?: boolean;
  /** Further caches that it changes. */
  changes?: readonly (readonly unknown[])[];
  /** The other actions on all of it. */
  children?: ReactNode;
}

/**
 * A group session as the one thing that it is: how many sit in it, what that comes to, and
 * cancelling all of it.
 */
export function WholeSession({ sessionId, by, mayCancel = true, changes = [], children }: WholeSessionProps) {
  const [asking, setAsking] = useState(false);
  const seats = useQuery(seatsQuery(sessionId)).data ?? [];
  const group = groupOf(seats);
  if (!group) return null;
  // From the start on only the team can, as for one place.
  const open = group.live > 0 && (by === 'admin' || startOf(group.first) > instantOf(Date.now()));
  return (
    <section
      aria-label="La session entière"
      className="grid gap-3 rounded-lg border border-line bg-stage p-4"
    >
      <p className="num">
        <b>Session de groupe</b> · {groupText(group, by)}
      </p>
      {mayCancel && open && (
        <div className="flex flex-wrap gap-3">
          {children}
          <Button tone="danger-outline" onClick={() => setAsking(true)}>
            Annuler toute la session
          </Button>
        </div>
      )}
      <CancelSessionDialog {...{ group, by, changes, sessionId }} open={asking} onOpenChange={setAsking} />
    </section>
  );
}

const REASONS = {
  streamer: {
    label: 'Un mot pour les participants',
    requiredMessage: 'Dites en un mot pourquoi : chacun le lira.',
  },
  admin: {
    label: 'Motif',
    hint: 'Tous le lisent ; il est gardé dans le journal, avec votre nom.',
    requiredMessage: 'Indiquez un motif',
  },
} as const;

type DialogProps = Required<Pick<WholeSessionProps, 'sessionId' | 'by' | 'changes'>> & {
  group: NonNullable<ReturnType<typeof groupOf>>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/**
 * Asks before everybody's place is cancelled, with what it costs. When somebody left meanwhile, it
 * asks again with the new numbers.
 */
function CancelSessionDialog({ group, by, changes, sessionId, open, onOpenChange }: DialogProps) {
  const client = useQueryClient();
  const keys = [BOOKINGS_KEY, ...changes];
  const done = ({ disputedCents }: { disputedCents: number }) =>
    disputedCents > 0
      ? {
          title: 'Session annulée',
          description: 'Une partie du remboursement attend la décision d’une banque.',
        }
      : { title: 'Session annulée' };
  const cancelling = useCommand(cancelSession, { changes: keys, done });
  const cancellingAsTeam = useCommand(cancelAsTeam, { changes: keys, done });
  const [corrected, setCorrected] = useState<{ seats: number; refundCents: number } | null>(null);
  const { seats, refundCents } = corrected ?? { seats: group.live, refundCents: group.priceCents };
  const back = <b>{formatMoney(refundCents)}</b>;
  const people = plural(seats, 'personne', 'personnes');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setCorrected(null);
        onOpenChange(next);
      }}
      title="Annuler toute la session ?"
      description={`${group.first.title}, ${formatDateTime(group.first.start_at, group.first.streamer_zone)}, avec ${people}.`}
      cost={
        refundCents === 0 ? (
          'Cette session est gratuite : personne ne paie rien. Tous sont prévenus.'
        ) : (
          <>
            {people} {seats > 1 ? 'récupèrent' : 'récupère'} {back} en tout, soit tout ce qui a été payé ou
            réservé, commission comprise. {by === 'streamer' && 'Vous ne touchez rien pour cette session. '}
            Tous sont prévenus.
          </>
        )
      }
      confirmLabel="Annuler toute la session"
      cancelLabel="La garder"
      reason={REASONS[by]}
      onConfirm={async (reason) => {
        const request = { sessionId, expectedSeats: seats, expectedRefundCents: refundCents, reason };
        await (by === 'admin' ? cancellingAsTeam : cancelling).run(request);
      }}
      failure={(error) => {
        if (error instanceof CommandError && error.code === 'quote_changed') {
          const { seats: left, refundCents: refund } = error.details;
          if (typeof left === 'number' && typeof refund === 'number')
            setCorrected({ seats: left, refundCents: refund });
        }
        for (const queryKey of keys) client.invalidateQueries({ queryKey });
        return errorText(error);
      }}
    />
  );
}
