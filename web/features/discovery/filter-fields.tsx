import { useId } from 'react';
import { OFFER_DURATIONS_MINUTES } from '#product/availability/rules/availability.ts';
import { choicesIn } from '#product/discovery/rules/catalogue.ts';
import { FREE_WHEN } from '#product/shared/browsing.ts';
import { optionsOf, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { FREE_TEXT, RATINGS, type useFilters } from '#web/features/discovery/filters.ts';
import { PriceRange } from '#web/features/discovery/price-range.tsx';
import { formatCount, formatDuration } from '#web/lib/format.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

export interface FilterFieldsProps extends Pick<ReturnType<typeof useFilters>, 'filters' | 'change'> {
  /** A visitor has no favourites yet. */
  signedIn: boolean;
}

/** All filters, one below the other: the column of a wide screen, the sheet of a phone. */
export function FilterFields({ filters, change, signedIn }: FilterFieldsProps) {
  const { categories, languages } = useCatalogue();
  return (
    <div className="grid gap-7">
      {signedIn && (
        <Checkbox
          label="Mes favoris seulement"
          checked={filters.favourites}
          onChange={(event) => change({ favourites: event.target.checked ? '1' : null })}
          className="-my-2.5"
        />
      )}
      <PillChoice
        legend="Libre"
        options={FREE_WHEN.map((value) => ({ value, label: FREE_TEXT[value] }))}
        value={filters.free}
        onChange={(free) => change({ free })}
      />
      <Field label="Catégorie">
        <Select
          placeholder="Toutes les catégories"
          options={optionsOf(choicesIn(categories, [filters.category ?? '']))}
          value={filters.category ?? ''}
          onChange={(event) => change({ category: event.target.value })}
        />
      </Field>
      <Field label="Langue">
        <Select
          placeholder="Toutes les langues"
          options={optionsOf(choicesIn(languages, [filters.language ?? '']))}
          value={filters.language ?? ''}
          onChange={(event) => change({ lang: event.target.value })}
        />
      </Field>
      <PriceRange typed={filters.typed} onChange={(min, max) => change({ min, max })} />
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
        options={RATINGS.map((least) => ({ value: String(least), label: `${formatCount(least)} et plus` }))}
        value={filters.rating?.toString() ?? null}
        onChange={(least) => change({ rating: least })}
      />
    </div>
  );
}

interface PillChoiceProps {
  legend: string;
  options: readonly { value: string; label: string }[];
  /** Null: no matter. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** One choice among a few short ones, or none. Native radios: the arrow keys move it. */
function PillChoice({ legend, options, value, onChange }: PillChoiceProps) {
  const name = useId();
  const all = [{ value: '', label: 'Peu importe' }, ...options];
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 text-small font-semibold">{legend}</legend>
      <div className="num flex flex-wrap gap-2">
        {all.map((option) => (
          <label
            key={option.value}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-line-strong px-4 text-small transition-colors select-none hover:bg-wash has-checked:border-ink has-checked:bg-ink has-checked:font-semibold has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spot"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={(value ?? '') === option.value}
              onChange={() => onChange(option.value === '' ? null : option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
