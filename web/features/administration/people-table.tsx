import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { ROLE_LABELS, STATE_LABELS, STATE_TONES } from '#web/features/administration/labels.ts';
import {
  PEOPLE_PAGE,
  type PeopleView,
  type Person,
  peopleQuery,
} from '#web/features/administration/people.ts';
import { PeopleFilters } from '#web/features/administration/people-filters.tsx';
import { PersonName } from '#web/features/administration/person-name.tsx';
import { formatDay, plural } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const day = (instant: string) => formatDay(instant, zone, { weekday: false, month: 'short', year: true });

const columns = (onOpen: (id: string) => void): Column<Person>[] => [
  {
    key: 'sort_name',
    header: 'Nom',
    heading: true,
    sortable: true,
    cell: (person) => (
      <button
        type="button"
        onClick={() => onOpen(person.id)}
        className="-m-1.5 flex min-h-11 max-w-full items-center rounded-lg p-1.5 underline-offset-4 hover:underline"
      >
        <span className="sr-only">Ouvrir le compte de </span>
        <PersonName person={person} />
      </button>
    ),
  },
  { key: 'role', header: 'Rôle', cell: ({ role }) => (role ? ROLE_LABELS[role] : 'Sans rôle') },
  {
    key: 'state',
    header: 'État',
    cell: ({ state }) => <StateDot tone={STATE_TONES[state]}>{STATE_LABELS[state]}</StateDot>,
  },
  { key: 'created_at', header: 'Inscription', sortable: true, cell: ({ created_at }) => day(created_at) },
  {
    key: 'last_sign_in_at',
    header: 'Dernière connexion',
    sortable: true,
    cell: ({ last_sign_in_at }) => (last_sign_in_at ? day(last_sign_in_at) : 'Jamais'),
  },
];

interface PeopleTableProps {
  view: PeopleView;
  onChange: (change: Record<string, string | null>) => void;
  hrefFor: (page: number) => string;
  onOpen: (personId: string) => void;
}

/** Everybody who has an account, a page at a time. */
export function PeopleTable({ view, onChange, hrefFor, onOpen }: PeopleTableProps) {
  const list = useQuery(peopleQuery(view));
  const count = list.data?.count ?? 0;
  const pageCount = Math.max(1, Math.ceil(count / PEOPLE_PAGE));
  const first = (view.page - 1) * PEOPLE_PAGE + 1;
  const last = Math.min(count, view.page * PEOPLE_PAGE);
  const total = plural(count, 'compte', 'comptes');
  const summary = pageCount === 1 ? total : `${first} à ${last} sur ${total}`;
  return (
    <div className="grid gap-4">
      <Card padded={false}>
        <PeopleFilters
          view={view}
          onChange={onChange}
          count={list.isSuccess && !list.isPlaceholderData ? count : null}
        />
        {list.isError ? (
          <div className="p-4">
            <ErrorState
              title="Les comptes n’ont pas pu être chargés"
              onRetry={() => list.refetch()}
              retrying={list.isFetching}
            />
          </div>
        ) : (
          <Table
            caption="Comptes"
            columns={columns(onOpen)}
            rows={list.data?.people ?? []}
            rowKey={(person) => person.id}
            sort={view.sort}
            onSort={({ key, direction }) => onChange({ sort: key, direction })}
            loadingRows={list.isPending ? 8 : undefined}
            refreshing={list.isPlaceholderData}
            empty={
              <EmptyState
                icon={<SearchX />}
                title="Aucun compte ne correspond"
                description="Essayez un autre mot, ou retirez un filtre."
                action={
                  <Button onClick={() => onChange({ q: null, role: null, state: null })}>
                    Voir tous les comptes
                  </Button>
                }
              />
            }
          />
        )}
      </Card>
      <p role="status" className="sr-only">
        {list.isPlaceholderData || !list.isSuccess ? '' : plural(count, 'compte trouvé', 'comptes trouvés')}
      </p>
      {count > 0 && <Pagination page={view.page} pageCount={pageCount} hrefFor={hrefFor} summary={summary} />}
    </div>
  );
}
