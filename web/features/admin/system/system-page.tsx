import { ScrollText } from 'lucide-react';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import {
  ACTION_LABELS,
  type AuditEntry,
  actionLabel,
  actorText,
  changeText,
  readAudit,
} from '#web/features/admin/audit.ts';
import { adminList } from '#web/features/admin/list.ts';
import { DeadLetters } from '#web/features/admin/system/dead-letters.tsx';
import { SystemHealth } from '#web/features/admin/system/system-health.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Column } from '#web/ui/table.tsx';

const LOG = adminList({
  name: 'audit',
  caption: 'Journal des décisions',
  noun: { one: 'entrée', many: 'entrées', feminine: true },
  search: { label: 'Rechercher dans le journal', placeholder: 'Un nom, une adresse, un motif…' },
  filters: { action: { label: 'Action', all: 'Toutes les actions', values: ACTION_LABELS } },
  sorts: ['at'],
  perPage: 30,
  rows: (supabase, { patterns, chosen: { action } }) => {
    let log = readAudit(supabase);
    for (const pattern of patterns) log = log.like('search', pattern);
    if (action) log = log.eq('action', action);
    return log.order('at', { ascending: false }).order('id', { ascending: false });
  },
  failed: 'Le journal n’a pas pu être chargé',
  none: (
    <EmptyState
      icon={<ScrollText />}
      title="Rien dans le journal"
      description="Chaque décision sur un compte s’écrira ici, avec son auteur et son motif."
    />
  ),
  nothing: {
    title: 'Aucune décision ne correspond',
    description: 'Essayez un autre mot, ou une autre action.',
    all: 'Voir tout le journal',
  },
});

const columns: Column<AuditEntry>[] = [
  {
    key: 'action',
    header: 'Action',
    heading: true,
    cell: (entry) => {
      const change = changeText(entry);
      return (
        <span className="grid">
          <span className="font-medium">{actionLabel(entry.action)}</span>
          {change && <span className="text-small text-muted">{change}</span>}
        </span>
      );
    },
  },
  {
    key: 'subject',
    header: 'Compte',
    cell: (entry) => entry.subject_name ?? entry.subject_email ?? 'Compte supprimé',
  },
  { key: 'actor', header: 'Par', cell: actorText },
  { key: 'reason', header: 'Motif', cell: (entry) => <span className="text-soft">{entry.reason}</span> },
  {
    key: 'when',
    header: 'Quand',
    cell: ({ at }) => formatDateTime(at, deviceZone(), { weekday: false, month: 'short', year: true }),
  },
];

/** `/admin-dashboard/system`: how the system is, mails that were given up, and the log of decisions, which is never changed. */
export function Component() {
  return (
    <>
      <PageHeader
        title="Système"
        description="Comment Loge se porte, ce qui n’a pas pu partir, et le journal des décisions, qui ne s’efface pas."
      />
      <SystemHealth />
      <DeadLetters />
      <h2 className="mb-4 text-title">Journal</h2>
      <AdminList list={LOG} columns={columns} />
    </>
  );
}
