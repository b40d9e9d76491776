import { X } from 'lucide-react';
import { categoryName, languageName } from '#web/entities/catalogue/catalogue.ts';
import {
  type FilterName,
  type Filters,
  FREE_TEXT,
  readPrice,
  type useFilters,
} from '#web/features/discovery/filters.ts';
import { formatCount, formatDuration, typeset } from '#web/lib/format.ts';

interface Chosen {
  names: FilterName[];
  text: string;
}

function priceText({ min, max }: Filters): string {
  if (min === null) return `Jusqu’à ${String(max)}\u00a0€`;
  return max === null ? `Dès ${String(min)}\u00a0€` : `${String(min)} à ${String(max)}\u00a0€`;
}

/** Those that narrow the list, each in a few words. */
function chosenOf(filters: Filters): Chosen[] {
  const { favourites, free, category, language, min, max, duration, rating: least } = filters;
  const all: (Chosen | null)[] = [
    favourites ? { names: ['favourites'], text: 'Mes favoris' } : null,
    free && { names: ['free'], text: FREE_TEXT[free] },
    category === null ? null : { names: ['category'], text: categoryName(category) },
    language === null ? null : { names: ['lang'], text: languageName(language) },
    min === null && max === null ? null : { names: ['min', 'max'], text: priceText(filters) },
    duration === null ? null : { names: ['duration'], text: formatDuration(duration) },
    least === null ? null : { names: ['rating'], text: `${formatCount(least)} et plus` },
  ];
  return all.filter((each) => each !== null);
}

/** The active filters, each with a button that removes it. */
export function ChosenFilters({
  filters,
  change,
}: Pick<ReturnType<typeof useFilters>, 'filters' | 'change'>) {
  const chosen = chosenOf(filters);
  // The fields that say why are out of sight on a phone.
  const nonsense = [filters.typed.min, filters.typed.max].filter((text) => readPrice(text).wrong !== null);
  return (
    <>
      {nonsense.length > 0 && (
        <p className="text-small text-live lg:hidden">
          {typeset(
            `${nonsense.map((text) => `« ${text.slice(0, 20)} »`).join(' et ')} : ce n’est pas un prix. Les résultats n’en tiennent pas compte.`,
          )}
        </p>
      )}
      {chosen.length > 0 && <ChosenList chosen={chosen} change={change} />}
    </>
  );
}

function ChosenList({
  chosen,
  change,
}: { chosen: readonly Chosen[] } & Pick<ReturnType<typeof useFilters>, 'change'>) {
  return (
    <ul aria-label="Filtres choisis" className="num flex flex-wrap gap-2">
      {chosen.map(({ names, text }) => (
        <li key={names[0]}>
          <button
            type="button"
            aria-label={`Retirer le filtre ${text}`}
            onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-stage px-3.5 text-small transition-colors hover:bg-hover"
          >
            {text}
            <X aria-hidden="true" className="size-4 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}
