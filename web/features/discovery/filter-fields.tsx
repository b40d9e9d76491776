import { FREE_WHEN } from '#contracts/discovery.ts';
import { OFFER_DURATIONS_MINUTES } from '#domain/availability/rules.ts';
import { CATEGORIES, LANGUAGES } from '#domain/discovery/categories.ts';
import { FREE_TEXT, RATINGS } from '#web/features/discovery/filters.ts';
import { PillChoice } from '#web/features/discovery/pill-choice.tsx';
import { PriceRange } from '#web/features/discovery/price-range.tsx';
import type { useFilters } from '#web/features/discovery/use-filters.ts';
import { formatDuration } from '#web/lib/format.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

const rating = new Intl.NumberFormat('fr-FR');

/** All filters, one below the other: the column of a wide screen, the sheet of a phone. */
export function FilterFields({ filters, change }: Pick<ReturnType<typeof useFilters>, 'filters' | 'change'>) {
  return (
    <div className="grid gap-7">
      <PillChoice
        legend="Libre"
        options={FREE_WHEN.map((value) => ({ value, label: FREE_TEXT[value] }))}
        value={filters.free}
        onChange={(free) => change({ free })}
      />
      <Field label="Catégorie">
        <Select
          placeholder="Toutes les catégories"
          options={CATEGORIES.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={filters.category ?? ''}
          onChange={(event) => change({ category: event.target.value })}
        />
      </Field>
      <Field label="Langue">
        <Select
          placeholder="Toutes les langues"
          options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
          value={filters.language ?? ''}
          onChange={(event) => change({ lang: event.target.value })}
        />
      </Field>
      <PriceRange min={filters.min} max={filters.max} onChange={(min, max) => change({ min, max })} />
      <PillChoice
        legend="Durée"
        options={OFFER_DURATIONS_MINUTES.map((minutes) => ({
          value: String(minutes),
          label: formatDuration(minutes),
        }))}
        value={filters.duration?.toString() ?? null}
        onChange={(duration) => change({ duration })}
      />
      <PillChoice
        legend="Note"
        options={RATINGS.map((least) => ({ value: String(least), label: `${rating.format(least)} et plus` }))}
        value={filters.rating?.toString() ?? null}
        onChange={(least) => change({ rating: least })}
      />
    </div>
  );
}
