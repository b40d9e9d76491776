import { ChevronDown, Globe } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ofCity } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';

/** The window, its four hundred zones and what a dialog needs: 16 KB that a page should not wait for. */
const loadDialog = () => import('#web/ui/zone-dialog.tsx');
const ZoneDialog = lazy(() => loadDialog().then((module) => ({ default: module.ZoneDialog })));

interface ZoneSelectProps {
  zone: string;
  onZone: (zone: string) => void;
  /** The moment whose offsets are shown; now unless told. */
  at?: number;
  /** What the zone is for, as the title of the window: « Votre fuseau horaire ». */
  title?: string;
  className?: string | undefined;
}

/** « Heure de Paris »: a button that opens every zone there is, searched as one types, by city or country, accents forgiven. */
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
