import { ShieldCheck } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { MEASURE_LABELS } from '#product/accounts/rules/sanctions.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';
import { SUBJECT_LABELS } from '#web/entities/report/labels.ts';
import { ageText } from '#web/features/admin/admin.tsx';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminList, type ListColumn } from '#web/features/admin/list.ts';
import { CaseWindow } from '#web/features/admin/moderation/case-window.tsx';
import {
  type Case,
  causeOf,
  readCases,
  STATE_LABELS,
  STATE_TONES,
} from '#web/features/admin/moderation/cases.ts';
import { severityOf } from '#web/features/admin/severity.ts';
import { PersonLink } from '#web/features/admin/users/person-link.tsx';
import { plural } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const CASES = adminList({
  name: 'moderation',
  caption: 'Dossiers',
  noun: { one: 'dossier', many: 'dossiers' },
  search: { label: 'Rechercher un dossier', placeholder: 'M-0012, un nom, un titre…' },
  filters: {
    state: { label: 'État', all: 'Tous les états', values: { waiting: 'En attente', ...STATE_LABELS } },
    kind: { label: 'Sujet', all: 'Tous les sujets', values: SUBJECT_LABELS },
    by: { label: 'Venu de', all: 'Tous', values: { people: 'Signalements', rules: 'Signaux' } },
  },
  ofPerson: true,
  sorts: ['severity', 'report_count', 'opened_at'],
  none: (
    <EmptyState
      icon={<ShieldCheck />}
      title="Aucun signalement"
      description="Ce que l’on signale sur un profil, une offre, un avis, un message ou une session arrive ici."
    />
  ),
  rows: (supabase, { patterns, chosen: { state, kind, by }, who, sort }) => {
    let cases = readCases(supabase);
    for (const pattern of patterns) cases = cases.like('search', pattern);
    if (state === 'waiting') cases = cases.eq('is_waiting', true);
    else if (state) cases = cases.eq('state', state);
    if (who) cases = cases.eq('person_id', who);
    if (kind) cases = cases.eq('subject_kind', kind);
    if (by === 'people') cases = cases.is('signal', null);
    else if (by === 'rules') cases = cases.not('signal', 'is', null);
    if (sort.asked) return cases.order(sort.key, { ascending: sort.direction === 'ascending' }).order('id');
    // Waiting cases come first; of them the gravest, then those that most people reported, then the
    // oldest.
    return cases
      .order('is_waiting', { ascending: false })
      .order('severity', { ascending: false })
      .order('report_count', { ascending: false })
      .order('opened_at')
      .order('id');
  },
});

const columns: ListColumn<Case>[] = [
  {
    key: 'title',
    header: 'Dossier',
    heading: true,
    place: 'start',
    text: (row) => `${caseNumber(row.number)} ${row.title}, ${causeOf(row)}`,
    cell: (row) => (
      <span className="grid min-w-0">
        <span className="wrap-anywhere">{row.title}</span>
        <span className="num text-kicker font-normal text-muted">
          {caseNumber(row.number)}&nbsp;· {causeOf(row)}
        </span>
      </span>
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
    key: 'person',
    header: 'De',
    text: ({ person_name }) => person_name ?? 'Personne en particulier',
    cell: ({ person_id, person_name }) => (
      <PersonLink id={person_id} name={person_name} gone="Personne en particulier" />
    ),
  },
  {
    key: 'report_count',
    header: 'Signalé par',
    sortable: true,
    cell: ({ report_count, signal }) =>
      signal === null ? plural(report_count, 'personne', 'personnes') : 'Signal automatique',
  },
  {
    key: 'opened_at',
    header: 'Depuis',
    sortable: true,
    place: 'below',
    text: ({ opened_at }) => ageText(opened_at),
    cell: ({ opened_at, person_name }) => (
      <>
        <span className="md:hidden">{person_name ?? 'Personne en particulier'}&nbsp;· </span>
        {ageText(opened_at)}
      </>
    ),
  },
  {
    key: 'state',
    header: 'État',
    place: 'below-end',
    text: ({ state }) => STATE_LABELS[state],
    cell: ({ state, taken_by_name, taken_until, measure, appeal_outcome }) => (
      <span className="grid max-md:justify-items-end">
        <StateDot tone={STATE_TONES[state]}>{STATE_LABELS[state]}</StateDot>
        <span className="text-kicker text-muted">
          {taken_by_name !== null && taken_until !== null && Date.parse(taken_until) > Date.now()
            ? `${taken_by_name} s’en occupe`
            : [measure && MEASURE_LABELS[measure], appeal_outcome === 'overturned' && 'annulée en appel']
                .filter(Boolean)
                .join(', ')}
        </span>
      </span>
    ),
  },
];

/** `/admin-dashboard/moderation`: what people report, gravest first, and what the team decided. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const close = () => {
    params.delete('case');
    setParams(params);
  };
  return (
    <>
      <PageHeader
        title="Modération"
        description="Ce qui est signalé, du plus grave au moins grave, à l’heure de Paris."
      />
      <AdminList
        list={CASES}
        columns={columns}
        window={{
          name: 'case',
          title: 'Dossier',
          open: 'Ouvrir le dossier',
          content: (id) => <CaseWindow id={id} onDone={close} />,
        }}
      />
    </>
  );
}
