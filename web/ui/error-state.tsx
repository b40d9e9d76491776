import { RotateCcw } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

interface ErrorStateProps {
  /** What happened: « Vos réservations n’ont pas pu être chargées ». */
  title: string;
  /** What to do next. */
  description?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** The request's id, for whoever writes to us. */
  reference?: string | undefined;
  className?: string | undefined;
}

/** A list or a page that could not be had: what happened, what to do, and a way to try again. */
export function ErrorState(props: ErrorStateProps) {
  const { title, description, onRetry, retrying = false, reference, className } = props;
  const root = useRef<HTMLDivElement>(null);
  useFocusHandover(root);
  return (
    <div
      ref={root}
      role="alert"
      className={classNames(
        'grid justify-items-center gap-3 rounded-xl border border-live-edge px-6 py-10 text-center',
        className,
      )}
    >
      <p className="display text-title">{title}</p>
      {description && <p className="max-w-[46ch] text-small text-soft">{description}</p>}
      {onRetry && (
        <Button onClick={onRetry} loading={retrying} className="mt-2">
          <RotateCcw aria-hidden="true" />
          Réessayer
        </Button>
      )}
      {reference && <p className="num text-kicker text-muted">Référence {reference}</p>}
    </div>
  );
}

const PLACES = '[role="dialog"], [role="alertdialog"], section, main';

/**
 * Hands the focus on when what holds it leaves the page, an error whose « Réessayer » succeeded for example: to the title of the part
 * that it stood in. Else it falls to the body, and Tab begins at the top of the page again.
 */
function useFocusHandover(leaving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = leaving.current;
    const place = node?.closest<HTMLElement>(PLACES);
    return () => {
      if (!place || !node?.contains(document.activeElement)) return;
      // After React has put in place what comes instead.
      queueMicrotask(() => {
        if (!place.isConnected || (document.activeElement && document.activeElement !== document.body))
          return;
        const title = place.querySelector<HTMLElement>('h1, h2, h3') ?? place;
        if (!title.hasAttribute('tabindex')) title.tabIndex = -1;
        title.style.outline = 'none'; // a place, not a control: the ring would say that it can be pressed
        title.focus({ preventScroll: true });
      });
    };
  }, [leaving]);
}
