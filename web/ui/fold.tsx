import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';

interface FoldProps {
  /** Of what it is the detail, for screen readers. */
  of: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
}

/**
 * Content that a telephone shows on demand, below a finding that is read first. Wider screens
 * always show it.
 */
export function Fold({ of, open, onToggle, children }: FoldProps) {
  const id = useId();
  const label = open ? 'Masquer le détail' : 'Voir le détail';
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${label}, ${of}`}
        onClick={() => onToggle(!open)}
        className={buttonClass('quiet', 'sm', '-my-2 -ml-4 justify-self-start sm:hidden')}
      >
        <ChevronDown
          aria-hidden="true"
          className={classNames('transition-transform', open && 'rotate-180')}
        />
        {label}
      </button>
      <div id={id} className={classNames('contents', folded(open))}>
        {children}
      </div>
    </>
  );
}

/** The class of what else a fold hides on a telephone. */
export const folded = (open: boolean) => !open && 'max-sm:hidden';
