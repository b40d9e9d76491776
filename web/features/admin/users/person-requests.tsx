import { queryOptions, useQuery } from '@tanstack/react-query';
import { MEASURE_LABELS } from '#product/accounts/rules/sanctions.ts';
import { caseNumber, threadNumber } from '#product/shared/reference-numbers.ts';
import type { ThreadState } from '#product/support/rules/support.ts';
import { readThreads } from '#web/features/admin/messages/queries.ts';
import { causeOf, readCases, STATE_LABELS, STATE_TONES } from '#web/features/admin/moderation/cases.ts';
import type { Person } from '#web/features/admin/users/person.tsx';
import { rowTime } from '#web/features/admin/users/person-business.tsx';
import { MOST, PersonPart, PersonRow } from '#web/features/admin/users/person-part.tsx';
import { personKey } from '#web/features/admin/users/person-query.ts';
import { joined } from '#web/lib/joined.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';

const THREAD_LABELS = {
  open: { label: 'À répondre', tone: 'spot' },
  waiting: { label: 'En attente', tone: 'neutral' },
  resolved: { label: 'Résolu', tone: 'settled' },
} as const satisfies Record<ThreadState, { label: string; tone: StateTone }>;

const threadsQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'threads'],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data, count } = await readThreads(supabase)
        .eq('person_id', id)
        .order('last_message_at', { ascending: false })
        .order('id')
        .limit(MOST)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, count: count ?? 0 };
    },
  });

/**
 * What a person and the team wrote to each other. What people of a session write to each other is
 * theirs: it is opened from that session or a case, with a reason.
 */
export function PersonThreads({ person: { id } }: { person: Person }) {
  const threads = useQuery(threadsQuery(id));
  const list = `/admin-dashboard/messages?state=all&who=${id}`;
  return (
    <PersonPart
      title="Messages"
      query={threads}
      failed="Les demandes n’ont pas pu être chargées."
      none="N’a jamais écrit à l’équipe."
      all={list}
      foot={
        <p className="border-t border-line px-5 py-3 text-small text-muted">
          Les conversations entre viewers et streamers restent privées : elles s’ouvrent depuis une session ou
          un dossier, avec un motif.
        </p>
      }
    >
      {({ id: threadId, number, subject, state, last_message_at: at }) => (
        <PersonRow
          key={threadId}
          to={`${list}&thread=${threadId}`}
          title={subject}
          about={joined([threadNumber(number), rowTime(at)])}
          state={<StateDot tone={THREAD_LABELS[state].tone}>{THREAD_LABELS[state].label}</StateDot>}
        />
      )}
    </PersonPart>
  );
}

const casesQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'cases'],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data, count } = await readCases(supabase)
        .eq('person_id', id)
        .order('opened_at', { ascending: false })
        .order('id')
        .limit(MOST)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, count: count ?? 0 };
    },
  });

/** What was reported about a person, and what was decided. */
export function PersonCases({ person: { id } }: { person: Person }) {
  const cases = useQuery(casesQuery(id));
  const list = `/admin-dashboard/moderation?who=${id}`;
  return (
    <PersonPart
      title="Dossiers"
      query={cases}
      failed="Les dossiers n’ont pas pu être chargés."
      none="Rien n’a été signalé."
      all={list}
    >
      {(found) => (
        <PersonRow
          key={found.id}
          to={`${list}&case=${found.id}`}
          title={found.title}
          about={joined([
            caseNumber(found.number),
            causeOf(found),
            found.measure && MEASURE_LABELS[found.measure],
          ])}
          state={<StateDot tone={STATE_TONES[found.state]}>{STATE_LABELS[found.state]}</StateDot>}
        />
      )}
    </PersonPart>
  );
}
