import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BookingEventType } from '#product/booking/rules/events.ts';
import { STATUS_LABELS } from '#product/shared/booking-statuses.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { type AdminSession, type SessionTimes, sessionTimes } from '#web/features/admin/sessions/session.ts';
import { formatDuration, formatMoney } from '#web/lib/format.ts';
import { joined } from '#web/lib/joined.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

const read = (supabase: LogeSupabase) =>
  supabase.from('booking_events').select('id,at,actor,type,to_status,detail');
type SessionEvent = QueryData<ReturnType<typeof read>>[number];

/** Every transition of a booking, in order. */
const historyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'session-history', bookingId],
    queryFn: async ({ signal }): Promise<SessionEvent[]> => {
      const { supabase } = await loadClient();
      const { data } = await read(supabase)
        .eq('booking_id', bookingId)
        .order('revision')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

const LABELS: Readonly<Record<BookingEventType | 'hold', string>> = {
  hold: 'créneau retenu',
  start_payment: 'paiement commencé',
  extend_hold: 'délai prolongé',
  release_hold: 'créneau libéré',
  reprice: 'code appliqué',
  authorise_payment: 'paiement autorisé',
  take_for_free: 'place gratuite prise',
  accept: 'demande acceptée',
  decline: 'demande refusée',
  cancel: 'annulation',
  reschedule: 'déplacement',
  propose: 'autre horaire proposé',
  withdraw_proposal: 'proposition retirée',
  accept_proposal: 'proposition acceptée',
  refuse_proposal: 'proposition refusée',
  lapse_proposal: 'proposition restée sans réponse',
  begin: 'début',
  extend_session: 'prolongation',
  retract_extension: 'prolongation retirée',
  settle: 'règlement',
  expire: 'délai dépassé',
};

/**
 * The name of a booking's event; a kind that this page does not know yet is shown as it is written.
 */
const eventLabel = ({ type, detail }: SessionEvent): string =>
  type === 'reprice' && detail.codeId === null
    ? 'code retiré'
    : Object.hasOwn(LABELS, type)
      ? LABELS[type as keyof typeof LABELS]
      : type;

const ACTORS: Readonly<Record<SessionEvent['actor'], string>> = {
  viewer: 'viewer',
  streamer: 'streamer',
  admin: 'admin',
  system: 'Loge',
};

/** Describes the change of the event, beside the status. */
function detailText({ detail }: SessionEvent, { moment }: SessionTimes): string {
  const parts = [
    typeof detail.to === 'string' && `nouvel horaire ${moment(detail.to)}`,
    typeof detail.proposed === 'string' && `proposé ${moment(detail.proposed)}`,
    typeof detail.minutes === 'number' &&
      `${detail.minutes > 0 ? '+' : '−'}${formatDuration(Math.abs(detail.minutes))}`,
    typeof detail.priceCents === 'number' && detail.priceCents !== 0 && formatMoney(detail.priceCents),
    typeof detail.refundCents === 'number' &&
      detail.refundCents > 0 &&
      `${formatMoney(detail.refundCents)} à rembourser`,
    typeof detail.deliveredMinutes === 'number' && `${formatDuration(detail.deliveredMinutes)} ensemble`,
    typeof detail.cause === 'string' && detail.cause,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

/** Every transition of a booking, with who made it. */
export function SessionHistory({ session }: { session: AdminSession }) {
  const history = useQuery(historyQuery(session.id));
  const times = sessionTimes(session);
  return (
    <Loaded query={history} failed="L’historique n’a pas pu être chargé">
      {(events) => (
        <section className="grid gap-3">
          <h3 className="text-title">Historique</h3>
          <ol className="num grid gap-3 border-l border-line pl-4 text-small">
            {events.map((event) => (
              <li key={event.id} className="grid gap-0.5">
                <span>
                  {STATUS_LABELS[event.to_status]}{' '}
                  <span className="text-muted">
                    ({eventLabel(event)}, par {ACTORS[event.actor]})
                  </span>
                </span>
                <span className="text-kicker text-muted">
                  {joined([times.moment(event.at), detailText(event, times)])}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </Loaded>
  );
}
