import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { choicesIn } from '#product/discovery/rules/catalogue.ts';
import { readSupply } from '#product/insight/analytics-contract.ts';
import type { Days } from '#product/insight/rules/period.ts';
import { hourOfCell, weekdayOfCell } from '#product/insight/rules/week-cells.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { categoryIdOf, categoryName, optionsOf, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { capitalised, plural, typeset } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import type { ChartState } from '#web/ui/charts/chart-frame.tsx';
import { HeatGrid } from '#web/ui/charts/heat-grid.tsx';
import { Select } from '#web/ui/select.tsx';
import { weekHourText } from '#web/ui/wall-text.ts';

type Hours = ResponseOf<typeof readSupply>['hours'];

const supplyQuery = ({ first, last }: Days, category: string | null) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'supply', first, last, category],
    placeholderData: keepPreviousData,
    queryFn: () => callCommand(readSupply, { days: { first, last }, category }),
  });

/**
 * The hour that the most people looked for in vain while nobody is open; else the one with the most
 * places for each who is open.
 */
function tightest(hours: Hours): { cell: number; closed: boolean } | null {
  const best = (score: (hour: Hours[number]) => number) =>
    hours.reduce<{ cell: number; score: number }>(
      (found, hour, cell) => (score(hour) > found.score ? { cell, score: score(hour) } : found),
      { cell: -1, score: 0 },
    );
  const closed = best(({ streamers, asked }) => (streamers === 0 ? asked : 0));
  if (closed.cell >= 0) return { cell: closed.cell, closed: true };
  const full = best(({ streamers, places, asked }) => (streamers > 0 ? (places + asked) / streamers : 0));
  return full.cell >= 0 ? { cell: full.cell, closed: false } : null;
}

function titleOf(hours: Hours, category: string | null): string {
  const found = tightest(hours);
  if (found === null) return 'Qui est ouvert, et quand on vient';
  const hour = capitalised(weekHourText(weekdayOfCell(found.cell), hourOfCell(found.cell)));
  const { streamers, places, asked } = hours[found.cell] ?? { streamers: 0, places: 0, asked: 0 };
  const where = category === null ? '' : `, ${categoryName(category)}`;
  return typeset(
    found.closed
      ? `${hour}${where} : ${plural(asked, 'recherche', 'recherches')}, personne d’ouvert`
      : `${hour}${where} : ${plural(places + asked, 'place ou recherche', 'places et recherches')} pour ${plural(streamers, 'streamer ouvert', 'streamers ouverts')}`,
  );
}

/**
 * Supply against demand by the hour of the week, in all categories or one of them; the category is
 * part of the address.
 */
export function Supply({ days }: { days: Days }) {
  const { params, change } = useAddress();
  const category = categoryIdOf(params.get('category'));
  const { categories } = useCatalogue();
  const { data, error, refetch, isRefetching } = useQuery(supplyQuery(days, category));
  const hours = data?.hours ?? [];
  const matters = hours.flatMap(({ streamers, places, asked }, cell) =>
    streamers + places + asked > 0 ? [hourOfCell(cell)] : [],
  );
  const [first, last] = [Math.min(...matters), Math.max(...matters)];
  const most = Math.max(1, ...hours.map(({ places }) => places));
  const failed = error && {
    kind: 'error' as const,
    text: errorText(error),
    onRetry: () => void refetch(),
    retrying: isRefetching,
  };
  const state: ChartState | undefined = data
    ? matters.length === 0
      ? { kind: 'empty', text: 'Personne n’est ouvert, et rien n’a été cherché dans cette catégorie.' }
      : undefined
    : (failed ?? { kind: 'loading' });
  const found = data && tightest(hours);
  return (
    <HeatGrid
      key={category}
      level={2}
      title={data ? titleOf(hours, category) : ''}
      note={typeset(
        'À l’heure de chaque streamer. Ouvert : d’après les heures d’aujourd’hui. Cherché : sans trouver de place libre à cette heure ; une personne compte une fois par jour.',
      )}
      state={state}
      controls={
        <Select
          aria-label="Catégorie"
          className="w-full sm:w-60"
          value={category ?? ''}
          options={[
            { value: '', label: 'Toutes les catégories' },
            ...optionsOf(choicesIn(categories, [category ?? ''])),
          ]}
          onChange={({ target }) => change({ category: target.value || null })}
        />
      }
      cells={hours.flatMap(({ streamers, places, asked }, cell) => {
        const hour = hourOfCell(cell);
        if (hour < first || hour > last) return [];
        const said = [
          streamers > 0 ? plural(streamers, 'streamer ouvert', 'streamers ouverts') : 'personne d’ouvert',
          places > 0 ? plural(places, 'place réservée', 'places réservées') : null,
          asked > 0 ? plural(asked, 'recherche', 'recherches') : null,
        ];
        return [
          {
            weekday: weekdayOfCell(cell),
            hour,
            veil: streamers > 0,
            light: places / most,
            ring: asked > 0 && asked > places + streamers,
            text: said.filter((part) => part !== null).join(', '),
          },
        ];
      })}
      first={found ? { weekday: weekdayOfCell(found.cell), hour: hourOfCell(found.cell) } : undefined}
      legend={{ veil: 'ouvert', light: 'réservé', ring: 'cherché plus qu’offert' }}
      table={{
        head: ['Heure', 'Ouverts', 'Places', 'Recherches'],
        rows: hours.flatMap(({ streamers, places, asked }, cell) =>
          streamers + places + asked === 0
            ? []
            : [
                [
                  capitalised(weekHourText(weekdayOfCell(cell), hourOfCell(cell))),
                  String(streamers),
                  String(places),
                  String(asked),
                ],
              ],
        ),
      }}
    />
  );
}
