import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  /** The next steps. */
  actions?: ReactNode;
  /** `warning` for what went wrong, `plain` for what is to know. */
  tone?: 'warning' | 'plain';
  /** Takes the focus as it appears, so that whoever cannot see it is there too. */
  focused?: boolean;
}

/** What happened on the way to a booking, and the next step. */
export function Notice({ title, children, actions, tone = 'warning', focused = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role={tone === 'warning' ? 'alert' : undefined}
      className={classNames(
        'grid gap-3 rounded-lg border px-5 py-4 outline-none',
        tone === 'warning' ? 'border-live-edge bg-live-wash' : 'border-line-strong bg-stage',
      )}
    >
      <p className="font-semibold">{title}</p>
      {children && <div className="grid gap-2 text-small text-soft">{children}</div>}
      {actions && <div className="flex flex-wrap gap-2.5">{actions}</div>}
    </div>
  );
}
