import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The failure of a whole form, and the next step. */
export function FormError({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-lg border border-live-edge bg-live-wash px-4 py-3"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-live" />
      <div className="grid gap-2 text-small">
        <p>{children}</p>
        {action}
      </div>
    </div>
  );
}
