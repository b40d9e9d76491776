import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface EmptyStateProps {
  /** A lucide icon, such as `<CalendarDays />`. */
  icon?: ReactNode;
  /** The purpose of this place: « Vos réservations seront ici ». */
  title: string;
  description?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
  className?: string | undefined;
}

/** An empty list: it says what belongs there, and the one next step. */
export function EmptyState({ icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        'grid justify-items-center gap-3 rounded-xl border border-dashed border-line-strong px-6 py-10 text-center',
        className,
      )}
    >
      {icon && (
        <span
          aria-hidden="true"
          className="grid size-12 place-items-center rounded-full bg-wash text-soft [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      <p className="display text-title">{title}</p>
      {description && <p className="max-w-[46ch] text-small text-soft">{description}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
