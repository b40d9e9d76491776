import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelBooking } from '#contracts/marketplace-administration.ts';
import { LIVE_STATUSES } from '#domain/booking/booking.ts';
import { adminOneQuery, MARKETPLACE_KEY } from '#web/features/marketplace-admin/admin-view.ts';
import { Facts } from '#web/features/marketplace-admin/facts.tsx';
import { reasonField } from '#web/features/marketplace-admin/reason-field.ts';
import {
  type AdminSession,
  SESSION_COLUMNS,
  SESSION_STATES,
} from '#web/features/marketplace-admin/session.ts';
import { SessionHistory } from '#web/features/marketplace-admin/session-history.tsx';
import { SessionRoom } from '#web/features/marketplace-admin/session-room.tsx';
import { SessionSettlement } from '#web/features/marketplace-admin/session-settlement.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, formatDuration, formatMoney, formatPlacePrice } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** One booking over the list: its facts, its whole history, and calling it off. */
export function SessionWindow({ sessionId, onClose }: { sessionId: string | null; onClose: () => void }) {
  return (
    <Dialog open={sessionId !== null} onOpenChange={(open) => open || onClose()} title="Session" size="lg">
      {sessionId !== null && <SessionContent id={sessionId} />}
    </Dialog>
  );
}

function SessionContent({ id }: { id: string }) {
  const one = useQuery(adminOneQuery<AdminSession>('admin_sessions', SESSION_COLUMNS, id));
  if (one.isPending) return <SkeletonText lines={6} />;
  if (one.isError)
    return (
      <ErrorState
        title="Cette session n’a pas pu être chargée"
        onRetry={() => one.refetch()}
        retrying={one.isFetching}
      />
    );
  if (!one.data) return <EmptyState title="Session introuvable" />;
  return <SessionBody session={one.data} />;
}

const person = (name: string | null, email: string | null) =>
  name ? `${name}${email ? ` (${email})` : ''}` : 'Compte supprimé';

function SessionBody({ session }: { session: AdminSession }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { tone, label } = SESSION_STATES[session.status];
  const live = LIVE_STATUSES.some((status) => status === session.status);
  return (
    <div className="grid gap-7">
      <div className="grid gap-2">
        <h3 className="text-title">{session.title}</h3>
        <StateDot tone={tone}>{label}</StateDot>
      </div>
      <Facts
        facts={[
          [
            'Début',
            `${formatDateTime(session.start_at, session.streamer_zone, { year: true })} (${session.streamer_zone})`,
          ],
          ['Durée', formatDuration(session.duration_minutes)],
          ['Streamer', person(session.streamer_name, session.streamer_email)],
          ['Viewer', person(session.viewer_name, session.viewer_email)],
          ['Place', `${String(session.seat)} sur ${String(session.seats)}`],
          [
            'Prix',
            `${formatPlacePrice(session.price_cents)}, réglages n° ${String(session.settings_version)}`,
          ],
          ['Débité', formatMoney(session.captured_cents)],
          ['Rendu', formatMoney(session.refunded_cents)],
          ...(session.reason ? [['Motif', session.reason] as const] : []),
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {session.payment_id && (
          <ButtonLink to={`/admin-dashboard/payments?payment=${session.payment_id}`}>
            Voir le paiement
          </ButtonLink>
        )}
        {live && (
          <Button tone="danger-outline" onClick={() => setAsking(true)}>
            Annuler et rembourser
          </Button>
        )}
      </div>
      <SessionSettlement session={session} />
      <SessionRoom session={session} />
      <SessionHistory session={session} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Annuler cette session ?"
        description={`${session.title}, ${formatDateTime(session.start_at, session.streamer_zone)}.`}
        cost={
          session.price_cents === 0 ? (
            'Cette session est gratuite.'
          ) : (
            <>
              Le viewer récupère <b>{formatMoney(session.price_cents)}</b>, commission comprise. Les deux sont
              prévenus.
            </>
          )
        }
        confirmLabel="Annuler la session"
        reason={reasonField}
        failure={errorText}
        onConfirm={async (reason) => {
          await callCommand(cancelBooking, {
            bookingId: session.id,
            expectedRefundCents: session.price_cents,
            reason,
          });
          toast({ title: 'Session annulée' });
          await client.invalidateQueries({ queryKey: MARKETPLACE_KEY });
        }}
      />
    </div>
  );
}
