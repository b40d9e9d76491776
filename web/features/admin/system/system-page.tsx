import { ScrollText } from 'lucide-react';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import {
  ACTION_LABELS,
  type AuditEntry,
  aboutOrBy,
  actionLabel,
  actorText,
  readAudit,
  subjectText,
} from '#web/features/admin/audit.ts';
import { changeText } from '#web/features/admin/audit-changes.ts';
import { adminList, type ListColumn } from '#web/features/admin/list.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { Part } from '#web/features/admin/system/part.tsx';
import { SystemHealth } from '#web/features/admin/system/system-health.tsx';
import { PersonLink } from '#web/features/admin/users/person-link.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const LOG = adminList({
  name: 'audit',
  caption: 'Journal des décisions',
  noun: { one: 'entrée', many: 'entrées', feminine: true },
  search: { label: 'Rechercher dans le journal', placeholder: 'Un nom, une adresse, un motif…' },
  filters: { action: { label: 'Action', all: 'Toutes les actions', values: ACTION_LABELS } },
  ofPerson: true,
  sorts: ['at'],
  perPage: 30,
  rows: (supabase, { patterns, chosen: { action }, who, sort }) => {
    let log = readAudit(supabase);
    for (const pattern of patterns) log = log.like('search', pattern);
    if (action) log = log.eq('action', action);
    if (who) log = log.or(aboutOrBy(who));
    const ascending = sort.direction === 'ascending';
    return log.order('at', { ascending }).order('id', { ascending });
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

const whenText = (at: string): string =>
  formatDateTime(at, TEAM_ZONE, { weekday: false, month: 'short', year: true });

const columns: ListColumn<AuditEntry>[] = [
  {
    key: 'action',
    header: 'Action',
    heading: true,
    place: 'start',
    text: (entry) => [actionLabel(entry.action), changeText(entry)].filter(Boolean).join(', '),
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
    header: 'Sur',
    place: 'below',
    text: subjectText,
    cell: (entry) => (
      <>
        <span className="md:hidden font-semibold">{subjectText(entry)}</span>
        <span className="max-md:hidden">
          <PersonLink
            id={entry.subject_table === 'profiles' ? entry.subject_id : null}
            name={entry.subject_name ?? entry.subject_email}
            gone={subjectText(entry)}
          />
        </span>
        <span className="md:hidden">
          , par {actorText(entry)}&nbsp;: {entry.reason}
        </span>
      </>
    ),
  },
  {
    key: 'actor',
    header: 'Par',
    text: actorText,
    cell: (entry) => <PersonLink id={entry.actor_id} name={entry.actor_name} gone={actorText(entry)} />,
  },
  {
    key: 'reason',
    header: 'Motif',
    cell: (entry) => <span className="text-soft">{entry.reason}</span>,
    text: ({ reason }) => reason,
  },
  {
    key: 'at',
    header: 'Quand',
    sortable: true,
    place: 'end',
    text: ({ at }) => whenText(at),
    cell: ({ at }) => <span className="max-md:text-kicker max-md:text-muted">{whenText(at)}</span>,
  },
];

/**
 * `/admin-dashboard/system`: how the system is, mails that were given up, and the log of decisions,
 * which is never changed.
 */
export function Component() {
  const { params } = useAddress();
  // An address that narrows the log, or is further on in it, is of somebody who reads it.
  const isLooking = [...params.keys()].length > 0;
  return (
    <>
      <PageHeader
        title="Système"
        description="Comment Loge se porte, ce qui n’a pas pu partir, et le journal des décisions, qui ne s’efface pas. À l’heure de Paris."
      />
      <SystemHealth />
      <div className="rounded-lg border border-line">
        <Part
          id="log"
          title="Journal des décisions"
          tone="neutral"
          state="Qui a décidé quoi, quand et pourquoi"
          isTrouble={isLooking}
          flush
        >
          <AdminList list={LOG} columns={columns} />
        </Part>
      </div>
    </>
  );
}
