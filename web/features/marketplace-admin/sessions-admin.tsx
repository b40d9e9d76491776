import { AdminList } from '#web/features/marketplace-admin/admin-list.tsx';
import { adminListQuery, adminViewOf } from '#web/features/marketplace-admin/admin-view.ts';
import { OpenButton } from '#web/features/marketplace-admin/open-button.tsx';
import {
  type AdminSession,
  SESSION_COLUMNS,
  SESSION_STATES,
} from '#web/features/marketplace-admin/session.ts';
import { SessionWindow } from '#web/features/marketplace-admin/session-window.tsx';
import { formatDateTime, formatPlacePrice } from '#web/lib/format.ts';
import type { useAddress } from '#web/lib/use-address.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { StateDot } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/table.tsx';

const LIST = {
  relation: 'admin_sessions',
  columns: SESSION_COLUMNS,
  stateColumn: 'status',
  order: { column: 'start_at', ascending: false },
};

const states = Object.entries(SESSION_STATES).map(([value, { label }]) => ({ value, label }));

const columns = (onOpen: (id: string) => void): Column<AdminSession>[] => [
  {
    key: 'title',
    header: 'Session',
    heading: true,
    cell: ({ id, title }) => (
      <OpenButton label="Ouvrir la session" onOpen={() => onOpen(id)}>
        {title}
      </OpenButton>
    ),
  },
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
    cell: ({ status }) => (
      <StateDot tone={SESSION_STATES[status].tone}>{SESSION_STATES[status].label}</StateDot>
    ),
  },
  { key: 'price', header: 'Prix', align: 'end', cell: ({ price_cents }) => formatPlacePrice(price_cents) },
];

/** Every booking: search, and one opened with its whole history. */
export function SessionsAdmin({ params, change, hrefFor }: ReturnType<typeof useAddress>) {
  const view = adminViewOf(
    params,
    states.map(({ value }) => value),
  );
  const page = params.get('page');
  return (
    <>
      <AdminList
        caption="Sessions"
        noun={['session', 'sessions']}
        query={adminListQuery<AdminSession>(LIST, view)}
        view={view}
        states={states}
        columns={columns((session) => change({ session, page }))}
        rowKey={({ id }) => id}
        searchLabel="Rechercher une session"
        placeholder="Un titre, un nom, un numéro de billet…"
        onChange={change}
        hrefFor={hrefFor}
      />
      <SessionWindow sessionId={params.get('session')} onClose={() => change({ session: null, page })} />
    </>
  );
}
