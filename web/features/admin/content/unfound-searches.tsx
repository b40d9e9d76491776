import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { readUnfound } from '#contracts/analytics.ts';
import type { ResponseOf } from '#contracts/contract.ts';
import { LEAST_PEOPLE } from '#domain/demand/advice.ts';
import { COUNTING_ZONE } from '#domain/demand/visit.ts';
import type { Days } from '#domain/statistics/period.ts';
import { periodIn } from '#web/entities/period/period.tsx';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { daysIn } from '#web/features/admin/list-days.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { formatCount, formatDay, plural } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const unfoundQuery = ({ first, last }: Days) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'unfound', first, last],
    placeholderData: keepPreviousData,
    queryFn: () => callCommand(readUnfound, { days: { first, last } }),
  });
type Unfound = ResponseOf<typeof readUnfound>['words'][number];

const DAY = { weekday: false, month: 'short', year: true } as const;
/** A day of Paris, said of its noon there. */
const dayText = (date: string) => formatDay(`${date}T11:00:00Z`, COUNTING_ZONE, DAY);

const columns: Column<Unfound>[] = [
  { key: 'words', header: 'Recherche', heading: true, cell: ({ words }) => words },
  { key: 'people', header: 'Personnes', align: 'end', cell: ({ people }) => formatCount(people) },
  { key: 'last', header: 'Dernière fois', cell: ({ last }) => dayText(last) },
];

/** What was typed and found nobody in the days of the address, thirty where it names none. */
export function UnfoundSearches() {
  const { params } = useAddress();
  const days = daysIn(params, 'all').days ?? periodIn(params, COUNTING_ZONE).period;
  const unfound = useQuery(unfoundQuery(days));
  return (
    <section aria-label="Recherches sans résultat" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Loaded query={unfound} failed="Les recherches n’ont pas pu être chargées">
        {(found) => (
          <>
            <p className="text-soft">
              Du {dayText(days.first)} au {dayText(days.last)} :{' '}
              {plural(found.searchers, 'personne a cherché', 'personnes ont cherché')},{' '}
              {formatCount(found.unfound)} sans trouver.
            </p>
            {found.words.length === 0 ? (
              <EmptyState
                icon={<SearchX />}
                title="Aucun mot à montrer"
                description={`Un mot se lit ici quand au moins ${String(LEAST_PEOPLE)} personnes l’ont cherché en vain le même jour.`}
              />
            ) : (
              <Card padded={false}>
                <Table
                  caption="Recherches sans résultat"
                  columns={columns}
                  rows={found.words}
                  rowKey={({ words }) => words}
                />
              </Card>
            )}
            <p className="text-small text-muted">
              Chaque personne compte une fois par jour. Un mot cherché par moins de {String(LEAST_PEOPLE)}{' '}
              personnes le même jour n’est pas gardé : il peut être un nom.
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}
