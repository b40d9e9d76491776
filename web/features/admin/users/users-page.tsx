import { useQuery } from '@tanstack/react-query';
import { ROLE_LABELS } from '#product/shared/roles.ts';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminList, type ListColumn } from '#web/features/admin/list.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { AdminRequests, pendingRequestsQuery } from '#web/features/admin/users/admin-requests.tsx';
import { FactorRemovals, removalsQuery } from '#web/features/admin/users/factor-removals.tsx';
import {
  type ListedPerson,
  nameOf,
  PersonName,
  readPeople,
  STATE_LABELS,
  STATE_TONES,
  withSums,
} from '#web/features/admin/users/person.tsx';
import { PersonDetail } from '#web/features/admin/users/person-window.tsx';
import { formatCount, formatDay, formatMoney } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const PEOPLE = adminList({
  name: 'people',
  caption: 'Comptes',
  noun: { one: 'compte', many: 'comptes' },
  search: { label: 'Rechercher un compte', placeholder: 'Un nom, une adresse…' },
  filters: {
    role: { label: 'Rôle', all: 'Tous les rôles', values: ROLE_LABELS },
    state: { label: 'État', all: 'Tous les états', values: STATE_LABELS },
  },
  sorts: ['created_at', 'sort_name', 'last_sign_in_at'],
  rows: (supabase, { patterns, chosen: { role, state }, sort }) => {
    let people = readPeople(supabase);
    for (const pattern of patterns) people = people.like('search', pattern);
    if (role) people = people.eq('role', role);
    if (state) people = people.eq('state', state);
    const sorted = people
      .order(sort.key, { ascending: sort.direction === 'ascending', nullsFirst: false })
      .order('id');
    return withSums(supabase, sorted);
  },
  failed: 'Les comptes n’ont pas pu être chargés',
  nothing: {
    title: 'Aucun compte ne correspond',
    description: 'Essayez un autre mot, ou retirez un filtre.',
    all: 'Voir tous les comptes',
  },
});

const day = (instant: string) =>
  formatDay(instant, TEAM_ZONE, { weekday: false, month: 'short', year: true });

/** How many places somebody had, and what they were worth. */
const Booked = ({ bookings, money_cents }: Pick<ListedPerson, 'bookings' | 'money_cents'>) => (
  <span className="whitespace-nowrap">
    {formatCount(bookings ?? 0)} <span className="text-muted">·</span> {formatMoney(money_cents ?? 0)}
  </span>
);

const columns: ListColumn<ListedPerson>[] = [
  {
    key: 'sort_name',
    header: 'Nom',
    heading: true,
    sortable: true,
    place: 'start',
    cell: (person) => <PersonName person={person} />,
    texts: { Nom: nameOf, 'Adresse e-mail': ({ email }) => email ?? '' },
  },
  { key: 'role', header: 'Rôle', cell: ({ role }) => (role ? ROLE_LABELS[role] : 'Sans rôle') },
  {
    key: 'state',
    header: 'État',
    place: 'end',
    cell: (person) => (
      <span className="grid max-md:justify-items-end max-md:gap-0.5">
        <StateDot tone={STATE_TONES[person.state]} className="md:max-lg:whitespace-normal">
          {STATE_LABELS[person.state]}
        </StateDot>
        <span className="text-kicker text-muted md:hidden">
          <Booked {...person} />
        </span>
      </span>
    ),
    text: ({ state }) => STATE_LABELS[state],
  },
  { key: 'created_at', header: 'Inscription', sortable: true, cell: ({ created_at }) => day(created_at) },
  {
    // Of a streamer what they earned, of anybody else what they paid.
    key: 'bookings',
    header: 'Places et argent',
    align: 'end',
    cell: (person) => <Booked {...person} />,
    texts: {
      Places: ({ bookings }) => formatCount(bookings ?? 0),
      Argent: ({ money_cents }) => formatMoney(money_cents ?? 0),
    },
  },
  {
    key: 'last_sign_in_at',
    header: 'Connecté le',
    sortable: true,
    cell: ({ last_sign_in_at }) => (last_sign_in_at ? day(last_sign_in_at) : 'Jamais'),
  },
];

/** `/admin-dashboard/users`: all accounts, and the requests to be an admin. */
export function Component() {
  // The waiting requests stand above the accounts, and would push them down as they came: all is
  // shown at once.
  const requests = useQuery(pendingRequestsQuery);
  const removals = useQuery(removalsQuery);
  return (
    <>
      <PageHeader
        title="Utilisateurs"
        description="Chaque compte, ce qu’il peut, et ce qui a été décidé, à l’heure de Paris."
      />
      {!requests.isFetched || !removals.isFetched ? (
        <Skeleton className="h-[80vh]" />
      ) : (
        <>
          <FactorRemovals />
          <AdminRequests />
          <AdminList
            list={PEOPLE}
            columns={columns}
            window={{
              name: 'person',
              title: 'Compte',
              open: 'Ouvrir le compte :',
              content: (id) => <PersonDetail personId={id} />,
            }}
          />
        </>
      )}
    </>
  );
}
