import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { FilterFields, type FilterFieldsProps } from '#web/features/discovery/filter-fields.tsx';
import type { useFilters } from '#web/features/discovery/filters.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

interface FilterSheetProps extends FilterFieldsProps, Pick<ReturnType<typeof useFilters>, 'count' | 'clear'> {
  /** How many are found; null while nobody knows. */
  total: number | null;
}

/** The filters of a phone, in a sheet from below. Each choice shows at once; the foot says what it leaves. */
export function FilterSheet({ filters, change, signedIn, count, clear, total }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      title="Filtres"
      trigger={
        <Button>
          <SlidersHorizontal aria-hidden="true" />
          Filtres
          {count > 0 && (
            <span className="num grid size-6 place-items-center rounded-full bg-ink text-kicker text-ground">
              {count}
            </span>
          )}
        </Button>
      }
      footer={
        <div className="flex gap-3">
          <Button onClick={clear} disabled={count === 0}>
            Effacer
          </Button>
          <Button tone="spot" onClick={() => setOpen(false)} className="flex-1">
            {total === null || total === 0 ? 'Voir' : `Voir ${plural(total, 'streamer', 'streamers')}`}
          </Button>
        </div>
      }
    >
      <FilterFields filters={filters} change={change} signedIn={signedIn} />
    </Sheet>
  );
}
