import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';

interface RoundButtonProps {
  /** The effect of pressing it. */
  label: string;
  /** The key that does the same. */
  shortcut?: string;
  /** The device is off: in ruby, with a crossed icon. */
  off?: boolean;
  /** It is on, and stands out. */
  active?: boolean;
  /** How many messages or people wait behind it. */
  count?: number;
  className?: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

/** A control of the room: 48 px, for a thumb. */
export function RoundButton(props: RoundButtonProps) {
  const { label, shortcut, off = false, active = false, count = 0, className, onClick, children } = props;
  const shown = count > 9 ? '9+' : String(count);
  // Not in brackets: screen readers may leave those out of the name.
  const name = count > 0 ? `${label}, ${shown}` : label;
  return (
    <Tooltip text={shortcut ? `${label} · ${shortcut}` : label}>
      <button
        type="button"
        aria-label={name}
        onClick={onClick}
        className={classNames(
          'relative grid size-12 shrink-0 place-items-center rounded-full border transition-colors touch-manipulation [&>svg]:size-5',
          off && 'border-live-edge bg-raised text-live hover:bg-hover',
          active && !off && 'border-edge bg-lifted text-ink hover:bg-hover',
          !off && !active && 'border-line-strong bg-raised text-ink hover:bg-hover',
          className,
        )}
      >
        {children}
        {count > 0 && (
          <span
            aria-hidden="true"
            className="num absolute -top-1 -right-1 grid min-w-5 place-items-center rounded-full bg-ink px-1 text-kicker font-semibold text-ground"
          >
            {shown}
          </span>
        )}
      </button>
    </Tooltip>
  );
}
