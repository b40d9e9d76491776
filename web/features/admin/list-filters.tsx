import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Filters, List, ListView } from '#web/features/admin/list.ts';
import { daysOptions } from '#web/features/admin/list-days.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

interface FilterBarProps<Narrowed extends Filters, SortKey extends string> {
  list: Pick<List<never, Narrowed, SortKey>, 'search' | 'filters' | 'noun' | 'days'>;
  view: ListView<Narrowed, SortKey>;
  /** Sets or, with null, drops parameters of the address; goes back to the first page. */
  onChange: (change: Record<string, string | null>) => void;
  /** Drops the search and all filters. */
  clear: Record<string, string | null>;
  /** The text that closing the sheet shows: « 12 comptes ». */
  result: string;
  /** The tools of the list beside its filters. */
  tools: ReactNode;
}

/**
 * From which width on several filters stand beside the search: three and more need the room of a
 * desk.
 */
const FITS = {
  few: {
    bar: 'md:grid-flow-col md:auto-cols-[minmax(0,auto)] md:grid-cols-[minmax(12rem,1fr)]',
    search: 'max-md:col-span-2',
    selects: 'contents max-md:hidden',
    sheet: 'md:hidden',
  },
  crowded: {
    bar: 'xl:grid-flow-col xl:auto-cols-[minmax(0,auto)] xl:grid-cols-[minmax(12rem,1fr)]',
    search: 'max-xl:col-span-2',
    selects: 'contents max-xl:hidden',
    sheet: 'xl:hidden',
  },
} as const;

/**
 * Search and filters. Where there are several filters and no room for them, they are in a sheet,
 * whose choices count at once.
 */
export function FilterBar<Narrowed extends Filters, SortKey extends string>(
  props: FilterBarProps<Narrowed, SortKey>,
) {
  const { list, view, onChange, clear, result, tools } = props;
  const [open, setOpen] = useState(false);
  const count = Object.keys(list.filters).length + (list.days ? 1 : 0);
  const several = count > 1;
  const fit = FITS[count > 2 ? 'crowded' : 'few'];
  const chosen = Object.values(view.chosen).filter(Boolean).length;
  const { days } = view;
  const byFilter = Object.entries(list.filters).map(([name, { label, all, values }]) => ({
    label,
    select: (
      <Select
        key={name}
        aria-label={label}
        placeholder={all}
        options={Object.entries(values).map(([value, text]) => ({ value, label: text }))}
        value={view.chosen[name] ?? ''}
        onChange={(event) => onChange({ [name]: event.target.value || null })}
      />
    ),
  }));
  const selects = [
    ...(days
      ? [
          {
            label: 'Jours',
            select: (
              <Select
                key="days"
                aria-label="Jours"
                options={daysOptions(days)}
                value={days.name}
                onChange={({ target }) => onChange({ days: target.value, from: null, until: null })}
              />
            ),
          },
        ]
      : []),
    ...byFilter,
  ];
  return (
    <div
      className={`grid grid-cols-[1fr_auto] gap-3 border-b border-line p-3 ${several ? fit.bar : 'sm:grid-cols-[1fr_auto_auto]'}`}
    >
      <SearchInput
        key={view.search}
        label={list.search.label}
        placeholder={list.search.placeholder}
        initialValue={view.search}
        className={several ? fit.search : undefined}
        onSearch={(text) => onChange({ q: text || null })}
      />
      <div className={several ? fit.selects : 'empty:hidden max-sm:order-last max-sm:col-span-2'}>
        {selects.map(({ select }) => select)}
      </div>
      {several && (
        <Sheet
          open={open}
          onOpenChange={setOpen}
          title={`Filtrer les ${list.noun.many}`}
          trigger={
            <Button className={`justify-self-start ${fit.sheet}`}>
              <SlidersHorizontal aria-hidden="true" />
              {chosen === 0 ? 'Filtres' : `Filtres (${chosen})`}
            </Button>
          }
          footer={
            <>
              <Button tone="spot" onClick={() => setOpen(false)}>
                Voir {result}
              </Button>
              {chosen > 0 && (
                <Button tone="quiet" onClick={() => onChange({ ...clear, q: view.search || null })}>
                  Retirer les filtres
                </Button>
              )}
            </>
          }
        >
          <div className="grid gap-5">
            {selects.map(({ label, select }) => (
              <Field key={label} label={label}>
                {select}
              </Field>
            ))}
          </div>
        </Sheet>
      )}
      {tools}
    </div>
  );
}
