import { SlidersHorizontal } from 'lucide-react';
import { lazy } from 'react';
import type { FilterPanelProps } from '#web/features/discovery/filter-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { useLateWindow } from '#web/ui/use-late-window.ts';

const fetchPanel = () => import('#web/features/discovery/filter-panel.tsx');
const FilterPanel = lazy(() => fetchPanel().then((module) => ({ default: module.FilterPanel })));

/** The filters of a phone, behind one button. */
export function FilterSheet(props: FilterPanelProps) {
  const { button, isThere, isOpen, setOpen } = useLateWindow(fetchPanel);
  return (
    <>
      <Button {...button}>
        <SlidersHorizontal aria-hidden="true" />
        Filtres
        {props.count > 0 && (
          <span className="num grid size-6 place-items-center rounded-full bg-ink text-kicker text-ground">
            {props.count}
          </span>
        )}
      </Button>
      {isThere && <FilterPanel {...props} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
