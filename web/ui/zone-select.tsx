import { ChevronDown, Globe } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ofCity } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';

/**
 * Loaded only when needed: the window with its four hundred zones is 16 KB, for which a page should
 * not wait.
 */
const loadDialog = () => import('#web/ui/zone-dialog.tsx');
const ZoneDialog = lazy(() => loadDialog().then((module) => ({ default: module.ZoneDialog })));

interface ZoneSelectProps {
  zone: string;
  onZone: (zone: string) => void;
  /** The moment whose offsets are shown; now unless told. */
  at?: number;
  /** The purpose of the zone, as the title of the window: « Votre fuseau horaire ». */
  title?: string;
  className?: string | undefined;
}

/**
 * « Heure de Paris »: a button that opens the list of all zones, with a search by city or country
 * that ignores accents.
 */
export function ZoneSelect(props: ZoneSelectProps) {
  const { zone, onZone, at, title = 'Votre fuseau horaire', className } = props;
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={classNames(
          'inline-flex min-h-11 items-center gap-2 rounded-sm px-1 text-small text-soft hover:text-ink',
          className,
        )}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Globe aria-hidden="true" className="size-4 shrink-0" />
        <span className="underline decoration-line-strong underline-offset-4">Heure {ofCity(zone)}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <ZoneDialog {...{ zone, onZone, at, title, open, setOpen }} />
        </Suspense>
      )}
    </>
  );
}
