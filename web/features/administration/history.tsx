import { useQuery } from '@tanstack/react-query';
import { type AuditEntry, historyQuery } from '#web/features/administration/audit-query.ts';
import { actionLabel, changeText } from '#web/features/administration/describe-entry.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What was done to one person, newest first. */
export function History({ personId }: { personId: string }) {
  const history = useQuery(historyQuery(personId));
  if (history.isPending) return <SkeletonText />;
  if (history.isError) {
    return (
      <ErrorState
        title="L’historique n’a pas pu être chargé"
        onRetry={() => history.refetch()}
        retrying={history.isFetching}
      />
    );
  }
  if (history.data.length === 0) return <p className="text-small text-muted">Rien n’a encore été décidé.</p>;
  return (
    <ol className="grid gap-4">
      {history.data.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const change = changeText(entry);
  return (
    <li className="grid gap-0.5 border-l-2 border-line-strong pl-4 text-small">
      <span className="font-medium">
        {actionLabel(entry.action)}
        {change && <span className="text-soft"> · {change}</span>}
      </span>
      <span className="text-soft">« {entry.reason} »</span>
      <span className="num text-muted">
        {entry.actor_name ?? (entry.actor_id ? 'Compte supprimé' : 'Loge')},{' '}
        {formatDateTime(entry.at, zone, { year: true })}
      </span>
    </li>
  );
}
