import { RotateCcw } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { readViewing } from '#web/lib/viewing.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

interface ErrorStateProps {
  /** The failure: « Vos réservations n’ont pas pu être chargées ». */
  title: string;
  /** The next step. */
  description?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** The request's id, to quote when writing to us. */
  reference?: string | undefined;
  className?: string | undefined;
}

interface ErrorLineProps {
  /** The missing part: « Vos demandes n’ont pas pu être chargées. » */
  children: ReactNode;
  onRetry: () => unknown;
  retrying: boolean;
}

/**
 * One line in place of a part of a page that could not be loaded, while the rest of the page is
 * shown.
 */
export function ErrorLine({ children, onRetry, retrying }: ErrorLineProps) {
  const root = useRef<HTMLDivElement>(null);
  useFocusHandover(root);
  return (
    <div
      ref={root}
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-lg border border-live-edge px-5 py-2.5 text-small"
    >
      <p>{children}</p>
      <Button size="sm" tone="quiet" onClick={() => void onRetry()} loading={retrying}>
        <RotateCcw aria-hidden="true" />
        Réessayer
      </Button>
    </div>
  );
}

/** To one of the team who sees the page as another person (docs/decisions/0211). */
const CLOSED = 'Pendant « Voir comme », ce que seule la personne peut demander reste fermé.';

/**
 * Shown for a list or a page that could not be loaded: what happened, what to do, and a button to
 * try again.
 */
export function ErrorState(props: ErrorStateProps) {
  const { title, onRetry, retrying = false, reference, className } = props;
  const description = props.description ?? (readViewing() ? CLOSED : null);
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
