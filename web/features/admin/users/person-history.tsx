import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type AuditEntry,
  aboutOrBy,
  actionLabel,
  actorText,
  readAudit,
  subjectText,
} from '#web/features/admin/audit.ts';
import { changeText } from '#web/features/admin/audit-changes.ts';
import type { Person } from '#web/features/admin/users/person.tsx';
import { rowTime } from '#web/features/admin/users/person-business.tsx';
import { MOST, PersonPart } from '#web/features/admin/users/person-part.tsx';
import { personKey } from '#web/features/admin/users/person-query.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'history'],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data, count } = await readAudit(supabase)
        .or(aboutOrBy(id))
        .order('at', { ascending: false })
        .order('id', { ascending: false })
        .limit(MOST)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, count: count ?? 0 };
    },
  });

const entryLine = (personId: string) => (entry: AuditEntry) => (
  <li key={entry.id} className="grid gap-0.5 border-t border-line px-5 py-3 text-small">
    <span className="font-medium">
      {actionLabel(entry.action)}
      {changeText(entry) && <span className="text-soft"> · {changeText(entry)}</span>}
    </span>
    <span className="wrap-anywhere text-soft">« {entry.reason} »</span>
    <span className="num text-muted">
      {/* Of what they did themselves it is said upon whom. */}
      {entry.subject_id === personId ? `par ${actorText(entry)}` : `sur ${subjectText(entry)}`},{' '}
      {rowTime(entry.at)}
    </span>
  </li>
);

/** What was decided about a person, or by them if they are of the team, with why. */
export function PersonHistory({ person: { id } }: { person: Person }) {
  const history = useQuery(historyQuery(id));
  return (
    <PersonPart
      title="Historique"
      query={history}
      failed="L’historique n’a pas pu être chargé."
      none="Rien n’a encore été décidé."
      all={`/admin-dashboard/system?who=${id}#log`}
    >
      {entryLine(id)}
    </PersonPart>
  );
}
