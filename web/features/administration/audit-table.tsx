import { useQuery } from '@tanstack/react-query';
import { ScrollText, SearchX } from 'lucide-react';
import {
  AUDIT_PAGE,
  type AuditEntry,
  type AuditView,
  auditQuery,
} from '#web/features/administration/audit-query.ts';
import { ACTION_LABELS, actionLabel, changeText } from '#web/features/administration/describe-entry.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

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
  {
    key: 'actor',
    header: 'Par',
    cell: (entry) => entry.actor_name ?? (entry.actor_id ? 'Compte supprimé' : 'Loge'),
  },
  { key: 'reason', header: 'Motif', cell: (entry) => <span className="text-soft">{entry.reason}</span> },
  {
    key: 'at',
    header: 'Quand',
    cell: (entry) => formatDateTime(entry.at, zone, { weekday: false, month: 'short', year: true }),
  },
];

interface AuditTableProps {
  view: AuditView;
  onChange: (change: Record<string, string | null>) => void;
  hrefFor: (page: number) => string;
}

/** Everything that was decided about somebody's account: never changed, newest first. */
export function AuditTable({ view, onChange, hrefFor }: AuditTableProps) {
  const log = useQuery(auditQuery(view));
  const narrowed = view.search !== '' || view.action !== null || view.page > 1;
  const count = log.data?.count ?? 0;
  const pageCount = Math.max(1, Math.ceil(count / AUDIT_PAGE));
  return (
    <div className="grid gap-4">
      <Card padded={false}>
        <div className="grid gap-3 border-b border-line p-3 md:grid-cols-[1fr_auto]">
          <SearchInput
            key={view.search}
            label="Rechercher dans le journal"
            placeholder="Un nom, une adresse, un motif…"
            initialValue={view.search}
            onSearch={(text) => onChange({ q: text || null })}
          />
          <Select
            aria-label="Action"
            placeholder="Toutes les actions"
            options={Object.entries(ACTION_LABELS).map(([value, label]) => ({ value, label }))}
            value={view.action ?? ''}
            onChange={(event) => onChange({ action: event.target.value || null })}
          />
        </div>
        {log.isError ? (
          <div className="p-4">
            <ErrorState
              title="Le journal n’a pas pu être chargé"
              onRetry={() => log.refetch()}
              retrying={log.isFetching}
            />
          </div>
        ) : (
          <Table
            caption="Journal des décisions"
            columns={columns}
            rows={log.data?.entries ?? []}
            rowKey={(entry) => String(entry.id)}
            loadingRows={log.isPending ? 8 : undefined}
            refreshing={log.isPlaceholderData}
            empty={
              narrowed ? (
                <EmptyState
                  icon={<SearchX />}
                  title="Aucune décision ne correspond"
                  description="Essayez un autre mot, ou une autre action."
                  action={
                    <Button onClick={() => onChange({ q: null, action: null })}>Voir tout le journal</Button>
                  }
                />
              ) : (
                <EmptyState
                  icon={<ScrollText />}
                  title="Rien dans le journal"
                  description="Chaque décision sur un compte s’écrira ici, avec son auteur et son motif."
                />
              )
            }
          />
        )}
      </Card>
      {count > 0 && (
        <Pagination
          page={view.page}
          pageCount={pageCount}
          hrefFor={hrefFor}
          summary={plural(count, 'entrée', 'entrées')}
        />
      )}
    </div>
  );
}
