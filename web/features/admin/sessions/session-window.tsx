import { queryOptions, useQuery } from '@tanstack/react-query';
import { LIVE_STATUSES, STATUS_LABELS } from '#product/shared/booking-statuses.ts';
import { CancelDialog } from '#web/entities/booking/cancel-dialog.tsx';
import { WholeSession } from '#web/entities/booking/whole-session.tsx';
import { useActWindow } from '#web/features/admin/acts.ts';
import { ADMIN_KEY, Facts, Loaded } from '#web/features/admin/admin.tsx';
import { PrivateConversation } from '#web/features/admin/private-conversation.tsx';
import { MoveSession } from '#web/features/admin/sessions/move-session.tsx';
import {
  type AdminSession,
  readSessions,
  sessionTimes,
  statusTone,
} from '#web/features/admin/sessions/session.ts';
import { SessionHistory } from '#web/features/admin/sessions/session-history.tsx';
import { SessionRoom } from '#web/features/admin/sessions/session-room.tsx';
import { SessionSettlement } from '#web/features/admin/sessions/settlement.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { Named } from '#web/features/admin/users/person-link.tsx';
import { formatDateTime, formatDuration, formatMoney, formatPlacePrice } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'session', id],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await readSessions(supabase)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });

/** One booking over the list: its facts, its whole history, and calling it off. */
export function SessionWindow({ id }: { id: string }) {
  const session = useQuery(sessionQuery(id));
  return (
    <Loaded query={session} failed="Cette session n’a pas pu être chargée" gone="Session introuvable">
      {(found) => <SessionBody session={found} />}
    </Loaded>
  );
}

/** The places of a group session, each with its own window. */
function OtherPlaces({ session: { id, session_id } }: { session: AdminSession }) {
  const { change } = useAddress();
  const places = useQuery(placesQuery(session_id));
  if (!places.data || places.data.length < 2) return null;
  return (
    <section aria-label="Places de cette session" className="grid gap-2">
      <h3 className="text-title">Places de cette session</h3>
      <ul className="grid">
        {places.data.map((place) => (
          <li key={place.id} className="border-line not-first:border-t">
            <button
              type="button"
              aria-current={place.id === id ? 'true' : undefined}
              onClick={() => change({ session: place.id })}
              className="flex min-h-12 w-full items-center justify-between gap-4 text-start underline-offset-4 hover:underline aria-[current=true]:font-semibold"
            >
              {place.viewer_name ?? 'Compte supprimé'}
              <StateDot tone={statusTone(place.status)}>{STATUS_LABELS[place.status]}</StateDot>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const placesQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'places', sessionId],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await readSessions(supabase)
        .eq('session_id', sessionId)
        .order('seat')
        .order('id')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

function SessionBody({ session }: { session: AdminSession }) {
  const mayCancel = useDuty('support', 'moderation');
  const live = LIVE_STATUSES.some((status) => status === session.status);
  const [asking, setAsking] = useActWindow('cancel', live && mayCancel);
  return (
    <div className="grid gap-7">
      <div className="grid gap-2">
        <h3 className="text-title">{session.title}</h3>
        <StateDot tone={statusTone(session.status)}>{STATUS_LABELS[session.status]}</StateDot>
        <p className="text-small text-muted">
          Toutes les heures sont à l’{sessionTimes(session).zoneName}, celle du streamer.
        </p>
      </div>
      <Facts
        facts={[
          ['Début', formatDateTime(session.start_at, session.streamer_zone, { year: true })],
          ['Durée', formatDuration(session.duration_minutes)],
          [
            'Streamer',
            <Named
              key="streamer"
              id={session.streamer_id}
              name={session.streamer_name}
              email={session.streamer_email}
            />,
          ],
          [
            'Viewer',
            <Named
              key="viewer"
              id={session.viewer_id}
              name={session.viewer_name}
              email={session.viewer_email}
            />,
          ],
          ...(session.seats > 1
            ? [['Place', `${String(session.seat)} sur ${String(session.seats)}`] as const]
            : []),
          [
            'Prix',
            `${formatPlacePrice(session.price_cents)}, réglages n° ${String(session.settings_version)}`,
          ],
          ['Débité', formatMoney(session.captured_cents)],
          ['Remboursé', formatMoney(session.refunded_cents)],
          ...(session.reason ? [['Motif', session.reason] as const] : []),
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {session.payment_id && (
          <ButtonLink to={`/admin-dashboard/payments?payment=${session.payment_id}`}>
            Voir le paiement
          </ButtonLink>
        )}
        {mayCancel && session.seats === 1 && <MoveSession sessionId={session.session_id} />}
        {live && mayCancel && (
          <Button tone="danger-outline" onClick={() => setAsking(true)}>
            {session.seats > 1 ? 'Retirer cette personne et rembourser' : 'Annuler et rembourser'}
          </Button>
        )}
      </div>
      {session.seats > 1 && (
        <WholeSession sessionId={session.session_id} by="admin" mayCancel={mayCancel} changes={[ADMIN_KEY]}>
          <MoveSession sessionId={session.session_id} />
        </WholeSession>
      )}
      {session.seats > 1 && <OtherPlaces session={session} />}
      <SessionSettlement session={session} />
      <SessionRoom session={session} />
      {mayCancel && <PrivateConversation sessionId={session.session_id} caseId={null} />}
      <SessionHistory session={session} />
      <CancelDialog
        booking={session}
        by="admin"
        refund={session.price_cents}
        open={asking}
        onOpenChange={setAsking}
        changes={[ADMIN_KEY]}
      />
    </div>
  );
}
