import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminList } from '#web/features/admin/list.ts';
import {
  type AdminSession,
  readSessions,
  STATUS_LABELS,
  statusTone,
} from '#web/features/admin/sessions/session.ts';
import { SessionWindow } from '#web/features/admin/sessions/session-window.tsx';
import { formatDateTime, formatPlacePrice } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Column } from '#web/ui/table.tsx';

const SESSIONS = adminList({
  name: 'sessions',
  caption: 'Sessions',
  noun: { one: 'session', many: 'sessions', feminine: true },
  search: { label: 'Rechercher une session', placeholder: 'Un titre, un nom, un numéro de billet…' },
  filters: { state: { label: 'État', all: 'Tous les états', values: STATUS_LABELS } },
  sorts: ['start_at'],
  rows: (supabase, { patterns, chosen: { state } }) => {
    let sessions = readSessions(supabase);
    for (const pattern of patterns) sessions = sessions.like('search', pattern);
    if (state) sessions = sessions.eq('status', state);
    return sessions.order('start_at', { ascending: false }).order('id');
  },
});

const columns: Column<AdminSession>[] = [
  { key: 'title', header: 'Session', heading: true, cell: ({ title }) => title },
  {
    key: 'start',
    header: 'Début',
    cell: ({ start_at }) =>
      formatDateTime(start_at, deviceZone(), { weekday: false, month: 'short', year: true }),
  },
  { key: 'streamer', header: 'Streamer', cell: ({ streamer_name }) => streamer_name ?? 'Compte supprimé' },
  { key: 'viewer', header: 'Viewer', cell: ({ viewer_name }) => viewer_name ?? 'Compte supprimé' },
  {
    key: 'state',
    header: 'État',
    cell: ({ status }) => <StateDot tone={statusTone(status)}>{STATUS_LABELS[status]}</StateDot>,
  },
  { key: 'price', header: 'Prix', align: 'end', cell: ({ price_cents }) => formatPlacePrice(price_cents) },
];

/** `/admin-dashboard/sessions`: every booking, and one opened with its whole history. */
export function Component() {
  return (
    <>
      <PageHeader
        title="Sessions"
        description="Ce qui est réservé, en cours et terminé, avec son historique."
      />
      <AdminList
        list={SESSIONS}
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
