import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** A link above the title, back to the page above this one. */
  back?: { to: string; label: string };
  /** Buttons on the right; under the title on a phone. */
  actions?: ReactNode;
}

/** The head of a page: its only `h1`. */
export function PageHeader({ title, description, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-7 grid gap-2">
      {back && (
        <Link
          to={back.to}
          className="inline-flex min-h-11 items-center gap-2 text-small text-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 gap-2">
          <h1 className="text-heading">{title}</h1>
          {description && <p className="max-w-[62ch] text-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
    </header>
  );
}
