import { FilterFields, type FilterFieldsProps } from '#web/features/discovery/filter-fields.tsx';
import type { useFilters } from '#web/features/discovery/filters.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

export interface FilterPanelProps
  extends FilterFieldsProps,
    Pick<ReturnType<typeof useFilters>, 'count' | 'clear'> {
  /** How many are found; null while nobody knows. */
  total: number | null;
}

interface OpenProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The filters in a sheet from below. Each choice shows at once; the foot says what it leaves. */
export function FilterPanel({
  filters,
  change,
  signedIn,
  count,
  clear,
  total,
  open,
  onOpenChange,
}: FilterPanelProps & OpenProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Filtres"
      footer={
        <div className="flex gap-3">
          <Button onClick={clear} disabled={count === 0}>
            Effacer
          </Button>
          <Button tone="spot" onClick={() => onOpenChange(false)} className="flex-1">
            {total === null || total === 0 ? 'Voir' : `Voir ${plural(total, 'streamer', 'streamers')}`}
          </Button>
        </div>
      }
    >
      <FilterFields filters={filters} change={change} signedIn={signedIn} />
    </Sheet>
  );
}
