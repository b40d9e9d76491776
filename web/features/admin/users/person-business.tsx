import { queryOptions, useQuery } from '@tanstack/react-query';
import { STATUS_LABELS } from '#product/shared/booking-statuses.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import {
  disputeLabel,
  eitherSide,
  paymentStanding,
  readPayments,
} from '#web/features/admin/payments/payment-window.tsx';
import { type AdminSession, readSessions, statusTone } from '#web/features/admin/sessions/session.ts';
import { type Person, readSums } from '#web/features/admin/users/person.tsx';
import { MOST, PersonPart, PersonRow, type Rows } from '#web/features/admin/users/person-part.tsx';
import { personKey } from '#web/features/admin/users/person-query.ts';
import { formatCount, formatDateTime, formatMoney, formatPlacePrice } from '#web/lib/format.ts';
import { joined } from '#web/lib/joined.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Badge, StateDot } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';

/** Date and time of a row, in the team's zone. */
export const rowTime = (instant: string) =>
  formatDateTime(instant, TEAM_ZONE, { weekday: false, month: 'short', year: true });

const GONE = 'Compte supprimé';

const figuresQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'figures'],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const counted = { count: 'exact', head: true } as const;
      const [sums, absences, disputes] = await Promise.all([
        readSums(supabase).eq('id', id).abortSignal(signal).maybeSingle().throwOnError(),
        supabase
          .from('admin_sessions')
          .select('id', counted)
          .or(
            `and(viewer_id.eq.${id},status.eq.viewer_no_show),and(streamer_id.eq.${id},status.eq.streamer_no_show)`,
          )
          .abortSignal(signal)
          .throwOnError(),
        supabase
          .from('admin_payments')
          .select('id', counted)
          .eq('viewer_id', id)
          .eq('standing', 'disputed')
          .abortSignal(signal)
          .throwOnError(),
      ]);
      return {
        places: sums.data?.bookings ?? 0,
        cents: sums.data?.money_cents ?? 0,
        absences: absences.count ?? 0,
        disputes: disputes.count ?? 0,
      };
    },
  });

/** How somebody stands, in four figures. */
export function PersonFigures({ person: { id, role } }: { person: Person }) {
  const figures = useQuery(figuresQuery(id));
  if (figures.isError)
    return (
      <ErrorLine onRetry={figures.refetch} retrying={figures.isFetching}>
        Les chiffres n’ont pas pu être chargés.
      </ErrorLine>
    );
  const { data } = figures;
  const shown = (text: (found: NonNullable<typeof data>) => string) =>
    data ? text(data) : <Skeleton className="h-8 w-16" />;
  const gives = role === 'streamer';
  return (
    <Card>
      <StatRow
        stats={[
          { label: 'Places confirmées', value: shown(({ places }) => formatCount(places)) },
          { label: gives ? 'Gagné' : 'Payé', value: shown(({ cents }) => formatMoney(cents)) },
          {
            label: 'Absences',
            value: shown(({ absences }) => formatCount(absences)),
            tone: data && data.absences > 0 ? 'live' : 'plain',
          },
          {
            label: 'Paiements contestés',
            value: shown(({ disputes }) => formatCount(disputes)),
            tone: data && data.disputes > 0 ? 'live' : 'plain',
          },
        ]}
      />
    </Card>
  );
}

interface Session {
  id: string;
  title: string;
  startAt: string;
  status: AdminSession['status'];
  /** The other side, or how many places of a group are taken. */
  company: string;
  cents: number | null;
}

/** Of a streamer the sessions that they give, of anybody else the places that they have. */
const sessionsQuery = (id: string, gives: boolean) =>
  queryOptions({
    queryKey: [...personKey(id), 'sessions', gives],
    queryFn: async ({ signal }): Promise<Rows<Session>> => {
      const { supabase } = await loadClient();
      if (gives) {
        const { data, count } = await supabase
          .from('admin_session_rows')
          .select('id,title,start_at,status,viewer_name,seats,places,price_cents', { count: 'exact' })
          .eq('streamer_id', id)
          .order('start_at', { ascending: false })
          .order('id')
          .limit(MOST)
          .abortSignal(signal)
          .throwOnError();
        const rows = data.map(({ start_at: startAt, viewer_name, seats, places, price_cents, ...row }) => ({
          ...row,
          startAt,
          company: seats > 1 ? `${String(places)} places sur ${String(seats)}` : (viewer_name ?? GONE),
          cents: price_cents,
        }));
        return { rows, count: count ?? 0 };
      }
      const { data, count } = await readSessions(supabase)
        .eq('viewer_id', id)
        .order('start_at', { ascending: false })
        .order('id')
        .limit(MOST)
        .abortSignal(signal)
        .throwOnError();
      const rows = data.map(({ title, start_at: startAt, status, streamer_name, price_cents, ...row }) => ({
        id: row.id,
        title,
        startAt,
        status,
        company: streamer_name ?? GONE,
        cents: price_cents,
      }));
      return { rows, count: count ?? 0 };
    },
  });

/** The sessions of a person, the last one first. */
export function PersonSessions({ person: { id, role } }: { person: Person }) {
  const gives = role === 'streamer';
  const sessions = useQuery(sessionsQuery(id, gives));
  const list = `/admin-dashboard/sessions?days=all&who=${id}`;
  return (
    <PersonPart
      title={gives ? 'Sessions' : 'Places'}
      query={sessions}
      failed={gives ? 'Les sessions n’ont pas pu être chargées.' : 'Les places n’ont pas pu être chargées.'}
      none={gives ? 'Aucune session donnée.' : 'Aucune place réservée.'}
      all={list}
    >
      {(session) => (
        <PersonRow
          key={session.id}
          to={`${list}&session=${session.id}`}
          title={session.title}
          about={joined([rowTime(session.startAt), session.company])}
          state={<StateDot tone={statusTone(session.status)}>{STATUS_LABELS[session.status]}</StateDot>}
          amount={session.cents === null ? '–' : formatPlacePrice(session.cents)}
        />
      )}
    </PersonPart>
  );
}

const paymentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'payments'],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data, count } = await readPayments(supabase)
        .or(eitherSide(id))
        .order('created_at', { ascending: false })
        .order('id')
        .limit(MOST)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, count: count ?? 0 };
    },
  });

/** What a person paid or was paid to them, the last payment first. */
export function PersonPayments({ person: { id } }: { person: Person }) {
  const payments = useQuery(paymentsQuery(id));
  const list = `/admin-dashboard/payments?who=${id}`;
  return (
    <PersonPart
      title="Paiements"
      query={payments}
      failed="Les paiements n’ont pas pu être chargés."
      none="Aucun paiement."
      all={list}
    >
      {(payment) => {
        const { tone, label } = paymentStanding(payment);
        const dispute = disputeLabel(payment);
        const other = payment.viewer_id === id ? payment.streamer_name : payment.viewer_name;
        return (
          <PersonRow
            key={payment.id}
            to={`${list}&payment=${payment.id}`}
            title={payment.kind === 'extension' ? `${payment.title} (prolongation)` : payment.title}
            about={joined([rowTime(payment.created_at), other ?? GONE])}
            state={
              <>
                {payment.has_failed_order && <Badge tone="live">Ordre en échec</Badge>}
                {dispute !== null && (
                  <Badge tone={payment.disputed_cents > 0 ? 'live' : 'neutral'}>{dispute}</Badge>
                )}
                <StateDot tone={tone}>{label}</StateDot>
              </>
            }
            amount={formatMoney(payment.amount_cents)}
          />
        );
      }}
    </PersonPart>
  );
}
