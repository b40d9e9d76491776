import type { QueryData } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { Fragment } from 'react';
import { takeCase } from '#product/moderation/contract.ts';
import { caseNumber, threadNumber } from '#product/shared/reference-numbers.ts';
import { assignThread } from '#product/support/contract.ts';
import { isLate } from '#product/support/rules/support.ts';
import { ADMIN_KEY, ageText } from '#web/features/admin/admin.tsx';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminList, type ListAct, type ListColumn, pageQuery, viewOf } from '#web/features/admin/list.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { WAITING_KINDS } from '#web/features/admin/overview/waiting.ts';
import { severityOf } from '#web/features/admin/severity.ts';
import { teamQuery, useDuty } from '#web/features/admin/team/duties.ts';
import { useUndoable } from '#web/features/admin/undo.ts';
import { PersonLink } from '#web/features/admin/users/person-link.tsx';
import { formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { joined } from '#web/lib/joined.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { sendOnce, useCommand } from '#web/lib/use-command.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

const read = (supabase: LogeSupabase) =>
  supabase
    .from('admin_queue')
    .select(
      'id,kind,subject_id,number,title,amount_cents,severity,since,due_at,assignee_id,person_id,person_name,assignee_name',
      {
        count: 'exact',
      },
    );
type Waiting = QueryData<ReturnType<typeof read>>[number];

const numberOf = ({ kind, number }: Waiting): string | null =>
  number === null ? null : kind === 'thread' ? threadNumber(number) : caseNumber(number);
const titleOf = (row: Waiting): string => row.title ?? row.person_name ?? WAITING_KINDS[row.kind].label;
const detailsOf = (row: Waiting): string[] =>
  [
    numberOf(row),
    row.amount_cents === null ? null : formatMoney(row.amount_cents),
    row.due_at === null
      ? null
      : `à répondre avant le ${formatDay(row.due_at, TEAM_ZONE, { weekday: false })}`,
  ].filter((part) => part !== null);
const aboutOf = (row: Waiting): string => joined([WAITING_KINDS[row.kind].label, ...detailsOf(row)]);
const ageOf = ({ since }: Waiting): string => (since === null ? '' : ageText(since));

const QUEUE = adminList({
  name: 'queue',
  caption: 'À décider',
  noun: { one: 'décision', many: 'décisions', feminine: true },
  search: { label: 'Rechercher ce qui attend', placeholder: 'Un nom, un titre…' },
  filters: {
    kind: {
      label: 'Sujet',
      all: 'Tous les sujets',
      values: Object.fromEntries(Object.entries(WAITING_KINDS).map(([kind, { label }]) => [kind, label])) as {
        [Kind in keyof typeof WAITING_KINDS]: string;
      },
    },
  },
  sorts: ['severity', 'since'],
  perPage: 10,
  rows: (supabase, { patterns, chosen: { kind }, sort }) => {
    let waiting = read(supabase);
    for (const pattern of patterns) waiting = waiting.like('search', pattern);
    if (kind) waiting = waiting.eq('kind', kind);
    // The gravest first, and of those the oldest.
    const ordered =
      sort.key === 'since'
        ? waiting.order('since', { ascending: sort.direction === 'ascending' })
        : waiting.order('severity', { ascending: sort.direction === 'ascending' }).order('since');
    return ordered.order('id');
  },
  failed: 'Ce qui attend n’a pas pu être chargé',
  none: (
    <EmptyState
      icon={<PartyPopper />}
      title="Rien ne vous attend"
      description="Tout ce que votre rôle décide est décidé. Ce qui arrive s’affichera ici, le plus grave d’abord."
    />
  ),
});

const fromText = ({ person_name }: Waiting): string => person_name ?? 'Personne en particulier';

const columns = (meId: string | null): ListColumn<Waiting>[] => [
  {
    key: 'title',
    header: 'À décider',
    heading: true,
    place: 'start',
    text: (row) => `${titleOf(row)}, ${aboutOf(row)}`,
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="wrap-anywhere">{titleOf(row)}</span>
        <span className="num text-kicker font-normal text-muted">
          {WAITING_KINDS[row.kind].label}
          {detailsOf(row).map((detail) => (
            <Fragment key={detail}>
              &nbsp;· <span className="whitespace-nowrap">{detail}</span>
            </Fragment>
          ))}
        </span>
      </span>
    ),
  },
  {
    key: 'person',
    header: 'De',
    place: 'below',
    text: fromText,
    cell: (row) => (
      <>
        <span className="md:hidden">{fromText(row)}</span>
        <span className="max-md:hidden">
          <PersonLink id={row.person_id} name={row.person_name} gone="Personne en particulier" />
        </span>
        {row.since !== null && <span className="md:hidden">&nbsp;· {ageOf(row)}</span>}
      </>
    ),
  },
  {
    key: 'severity',
    header: 'Urgence',
    sortable: true,
    place: 'end',
    text: (row) => severityOf(row).label,
    cell: (row) => <StateDot tone={severityOf(row).tone}>{severityOf(row).label}</StateDot>,
  },
  {
    key: 'since',
    header: 'Depuis',
    sortable: true,
    text: ageOf,
    cell: (row) =>
      row.kind === 'thread' && row.since !== null && isLate(Date.parse(row.since), Date.now()) ? (
        <span className="text-live">
          {ageOf(row)}
          <span className="sr-only">, en retard</span>
        </span>
      ) : (
        ageOf(row)
      ),
  },
  {
    key: 'assignee',
    header: 'Qui s’en occupe',
    place: 'below-end',
    text: ({ assignee_name }) => assignee_name ?? 'Personne',
    cell: (row) =>
      row.assignee_name !== null ? (
        row.assignee_id === meId ? (
          'Vous'
        ) : (
          row.assignee_name
        )
      ) : canTake(row) && meId !== null ? (
        <Take row={row} meId={meId} />
      ) : (
        <span className="text-muted">Personne</span>
      ),
  },
];

/** Threads and cases have somebody who works on them. */
const canTake = ({ kind }: Waiting): boolean => kind === 'thread' || kind === 'case' || kind === 'appeal';

function Take({ row, meId }: { row: Waiting; meId: string }) {
  const assigning = useUndoable(assignThread, {
    done: () => ({ title: 'Vous vous en occupez', description: titleOf(row) }),
    inverse: assignThread.undo,
  });
  const taking = useCommand(takeCase, {
    changes: [ADMIN_KEY],
    done: { title: 'Vous vous en occupez', description: titleOf(row) }.title,
    failed: 'Dossier non pris',
  });
  return (
    <Button
      size="sm"
      className="min-h-11 whitespace-nowrap"
      loading={assigning.pending || taking.pending}
      aria-label={`Je m’en occupe : ${titleOf(row)}`}
      onClick={() =>
        row.kind === 'thread'
          ? assigning.press({ threadId: row.subject_id, assigneeId: meId, before: null })
          : taking.press({ caseId: row.subject_id })
      }
    >
      Je m’en occupe
    </Button>
  );
}

/** Threads that nobody has, taken together. */
const actsOf = (meId: string): readonly ListAct<Waiting>[] => [
  {
    label: 'Je m’en occupe',
    applies: ({ kind, assignee_id }) => kind === 'thread' && assignee_id === null,
    question: (count) => `Prendre ${plural(count, 'demande', 'demandes')} ?`,
    run: (row, reason) =>
      sendOnce(assignThread, { threadId: row.subject_id, assigneeId: meId, before: null, reason }),
    undo: (row, reason) =>
      sendOnce(assignThread, { threadId: row.subject_id, assigneeId: null, before: meId, reason }),
    done: (count) => plural(count, 'demande prise', 'demandes prises'),
  },
];

const LIVE = [
  'support_threads',
  'moderation_cases',
  'payment_orders',
  'payouts',
  'admin_requests',
  'streamers',
];

/**
 * Whether the queue still has to come, and with it its height: who reads decides what a row offers.
 */
export function useQueuePending(): boolean {
  const { params } = useAddress();
  const rows = useQuery(pageQuery(QUEUE, viewOf(QUEUE, params)));
  const team = useQuery(teamQuery);
  return rows.isPending || team.isPending;
}

/**
 * Lists the decisions that wait for the reader, the gravest first, each with its handler and its
 * waiting time.
 */
export function Queue() {
  const team = useQuery(teamQuery);
  const meId = team.data?.find(({ is_me }) => is_me)?.id ?? null;
  const helps = useDuty('support');
  return (
    <AdminList
      list={QUEUE}
      waits={team.isPending}
      columns={columns(meId)}
      live={LIVE}
      to={({ kind, subject_id }) => WAITING_KINDS[kind].to(subject_id)}
      acts={helps && meId !== null ? actsOf(meId) : []}
    />
  );
}
