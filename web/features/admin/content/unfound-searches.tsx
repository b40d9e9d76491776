import { Plus, SearchX } from 'lucide-react';
import { readUnfound } from '#product/insight/analytics-contract.ts';
import { LEAST_PEOPLE } from '#product/insight/rules/advice.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { searchText } from '#product/shared/names.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { type EpochDay, localDateOf } from '#product/shared/time/local-date.ts';
import { epochDayAt } from '#product/shared/time/wall-time.ts';
import { COUNTING_ZONE } from '#product/shared/visit.ts';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import type { List, ListColumn, ListView } from '#web/features/admin/list.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { formatCount, formatDay } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextLink } from '#web/ui/link.tsx';

type Unfound = ResponseOf<typeof readUnfound>['words'][number] & { id: string };
type SortKey = 'people' | 'last' | 'words';

const DAY = { weekday: false, month: 'short', year: true } as const;
/** A day of Paris, said of its noon there. */
const dayText = (date: string) => formatDay(`${date}T11:00:00Z`, COUNTING_ZONE, DAY);
/** « Tous les jours » goes back as far as sums are of any use here. */
const ALL_DAYS = 365;

const compare: Record<SortKey, (a: Unfound, b: Unfound) => number> = {
  people: (a, b) => a.people - b.people,
  last: (a, b) => a.last.localeCompare(b.last),
  words: (a, b) => a.words.localeCompare(b.words, 'fr'),
};

/**
 * The words of the view's days that hold what is looked for, in its order: a few hundred at most,
 * so the page sorts them.
 */
async function read({ days, search, sort }: ListView<Record<never, never>, SortKey>): Promise<Unfound[]> {
  const today = epochDayAt(COUNTING_ZONE, instantOf(Date.now()));
  const asked = days?.days ?? {
    first: localDateOf((today - ALL_DAYS) as EpochDay),
    last: localDateOf(today),
  };
  const { words } = await callCommand(readUnfound, { days: { first: asked.first, last: asked.last } });
  const wanted = searchText(search);
  const way = sort.direction === 'ascending' ? 1 : -1;
  return words
    .filter((each) => searchText(each.words).includes(wanted))
    .map((each) => ({ ...each, id: each.words }))
    .sort((a, b) => way * compare[sort.key](a, b) || a.words.localeCompare(b.words, 'fr'));
}

const unfound: List<Unfound, Record<never, never>, SortKey> = {
  name: 'unfound',
  caption: 'Recherches sans résultat',
  noun: { one: 'recherche', many: 'recherches', feminine: true },
  search: { label: 'Un mot cherché', placeholder: 'Un mot cherché…' },
  filters: {},
  days: 'all',
  sorts: ['people', 'last', 'words'],
  failed: 'Les recherches n’ont pas pu être chargées',
  rows: (_supabase, view) => ({
    range: (from, to) => ({
      abortSignal: async () => {
        const found = await read(view);
        return { data: found.slice(from, to + 1), count: found.length, error: null };
      },
    }),
  }),
  none: (
    <EmptyState
      icon={<SearchX />}
      title="Aucun mot à montrer"
      description={`Un mot se lit ici quand au moins ${String(LEAST_PEOPLE)} personnes l’ont cherché en vain le même jour.`}
    />
  ),
};

const columns: ListColumn<Unfound>[] = [
  {
    key: 'words',
    header: 'Recherche',
    heading: true,
    sortable: true,
    place: 'start',
    cell: ({ words }) => words,
  },
  {
    key: 'people',
    header: 'Personnes',
    align: 'end',
    sortable: true,
    place: 'end',
    text: ({ people }) => formatCount(people),
    cell: ({ people }) => (
      <>
        {formatCount(people)}
        <span className="md:hidden"> {people === 1 ? 'personne' : 'personnes'}</span>
      </>
    ),
  },
  { key: 'last', header: 'Dernière fois', sortable: true, place: 'below', cell: ({ last }) => dayText(last) },
  {
    key: 'next',
    header: 'Que faire',
    place: 'below-end',
    acts: true,
    cell: ({ words }) => (
      <TextLink
        to={`?tab=categories&add=${encodeURIComponent(words)}`}
        className="inline-flex min-h-11 items-center gap-1.5"
      >
        <Plus aria-hidden="true" className="size-4" />
        En faire une catégorie
        <span className="sr-only"> : {words}</span>
      </TextLink>
    ),
  },
];

/** The searches that found nobody: each leads to the search as it is today. */
export const UnfoundSearches = () => (
  <section aria-label="Recherches sans résultat" className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <AdminList
      list={unfound}
      columns={columns}
      to={({ words }) => `/browse?q=${encodeURIComponent(words)}`}
    />
    <p className="text-small text-muted">
      Ouvrir un mot le cherche à nouveau. Chaque personne compte une fois par jour. Un mot cherché par moins
      de {String(LEAST_PEOPLE)} personnes le même jour n’est pas gardé : il peut être un nom.
    </p>
  </section>
);
