import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { STATUS_LABELS } from '#product/shared/booking-statuses.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminList, type ListColumn } from '#web/features/admin/list.ts';
import { momentsOf, TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { statusTone } from '#web/features/admin/sessions/session.ts';
import { SessionWindow } from '#web/features/admin/sessions/session-window.tsx';
import { PersonLink } from '#web/features/admin/users/person-link.tsx';
import { formatDateTime, formatMoney, formatPlacePrice } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const readRows = (supabase: LogeSupabase) =>
  supabase
    .from('admin_session_rows')
    .select(
      'id,start_at,title,streamer_id,streamer_name,viewer_ids,viewer_name,status,seats,places,price_cents,share_cents',
      {
        count: 'exact',
      },
    );
type SessionRow = QueryData<ReturnType<typeof readRows>>[number];

/** Those whose page is or was public, for the filter. */
const streamersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'session-streamers'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('admin_streamers')
      .select('id,display_name')
      .neq('state', 'draft')
      .order('display_name')
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

const sessionsOf = (streamers: Readonly<Record<string, string>>) =>
  adminList({
    name: 'sessions',
    caption: 'Sessions',
    noun: { one: 'session', many: 'sessions', feminine: true },
    search: { label: 'Rechercher une session', placeholder: 'Un titre, un nom, un numéro de billet…' },
    filters: {
      state: { label: 'État', all: 'Tous les états', values: STATUS_LABELS },
      of: { label: 'Streamer', all: 'Tous les streamers', values: streamers },
    },
    ofPerson: true,
    days: 'today',
    sorts: ['start_at', 'price_cents'],
    rows: (supabase, { patterns, chosen: { state, of }, who, days, sort }) => {
      let sessions = readRows(supabase);
      for (const pattern of patterns) sessions = sessions.like('search', pattern);
      // A group is found by the state of any of its places.
      if (state) sessions = sessions.contains('statuses', [state]);
      if (of) sessions = sessions.eq('streamer_id', of);
      if (who) sessions = sessions.or(`streamer_id.eq.${who},viewer_ids.cs.{${who}}`);
      if (days?.days) {
        const { from, until } = momentsOf(days.days);
        sessions = sessions.gte('start_at', from).lt('start_at', until);
      }
      return sessions
        .order(sort.key, { ascending: sort.direction === 'ascending', nullsFirst: false })
        .order('id');
    },
    nothing: {
      title: 'Aucune session ces jours-là',
      description: 'Choisissez d’autres jours, un autre mot, ou retirez un filtre.',
      all: 'Voir toutes les sessions',
    },
  });

const startText = (instant: string) =>
  formatDateTime(instant, TEAM_ZONE, { weekday: false, month: 'short', year: true });

const viewersText = ({ viewer_name, seats, places }: SessionRow) =>
  seats > 1 ? `${String(places ?? 0)} sur ${String(seats)}` : (viewer_name ?? 'Compte supprimé');

const columns: ListColumn<SessionRow>[] = [
  { key: 'title', header: 'Session', heading: true, place: 'start', cell: ({ title }) => title },
  {
    key: 'start_at',
    header: 'Début',
    sortable: true,
    place: 'below',
    text: ({ start_at }) => startText(start_at),
    cell: ({ start_at, streamer_name }) => (
      <>
        {startText(start_at)}
        <span className="md:hidden">&nbsp;· {streamer_name ?? 'Compte supprimé'}</span>
      </>
    ),
  },
  {
    key: 'streamer',
    header: 'Streamer',
    text: ({ streamer_name }) => streamer_name ?? 'Compte supprimé',
    cell: ({ streamer_id, streamer_name }) => <PersonLink id={streamer_id} name={streamer_name} />,
  },
  {
    key: 'viewer',
    header: 'Viewers',
    text: viewersText,
    cell: (row) =>
      row.seats > 1 ? (
        viewersText(row)
      ) : (
        <PersonLink id={row.viewer_ids?.[0] ?? null} name={row.viewer_name} />
      ),
  },
  {
    key: 'state',
    header: 'État',
    place: 'below-end',
    cell: ({ status }) => <StateDot tone={statusTone(status)}>{STATUS_LABELS[status]}</StateDot>,
    text: ({ status }) => STATUS_LABELS[status],
  },
  {
    key: 'price_cents',
    header: 'Prix',
    align: 'end',
    place: 'end',
    sortable: true,
    // A group that nobody has a place in any more has no price.
    cell: ({ price_cents }) => (price_cents === null ? '–' : formatPlacePrice(price_cents)),
  },
  {
    key: 'share_cents',
    header: 'Pour le streamer',
    align: 'end',
    cell: ({ share_cents, price_cents }) => (price_cents ? formatMoney(share_cents ?? 0) : '–'),
  },
];

/**
 * `/admin-dashboard/sessions`: today's sessions and all others, and one opened with its whole
 * history.
 */
export function Component() {
  const streamers = useQuery(streamersQuery);
  return (
    <>
      <PageHeader
        title="Sessions"
        description="Ce qui est réservé, en cours et terminé, une ligne par session, à l’heure de Paris."
      />
      <AdminList
        list={sessionsOf(
          Object.fromEntries((streamers.data ?? []).map(({ id, display_name }) => [id, display_name])),
        )}
        columns={columns}
        live={['bookings']}
        window={{
          name: 'session',
          title: 'Session',
          open: 'Ouvrir la session',
          content: (id) => <SessionWindow id={id} />,
        }}
      />
    </>
  );
}
