import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#web/lib/format.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { controlClass } from '#web/ui/input.tsx';

interface PaginationProps {
  /** From 1. */
  page: number;
  pageCount: number;
  /** The address of a page: pages live in the URL, so that Back and a shared link work. */
  hrefFor: (page: number) => string;
  /** « 1 à 20 sur 134 ». */
  summary?: string | undefined;
  /** Goes to a page by its number: where there are many, one need not go through all of them. */
  onPage?: (page: number) => void;
}

/** « 21 à 40 sur 134 », and « 41 sur 41 » where a page holds one. */
export const pageSummary = (first: number, last: number, total: string): string =>
  first === last
    ? `${formatCount(first)} sur ${total}`
    : `${formatCount(first)} à ${formatCount(last)} sur ${total}`;

/**
 * The place in a long list, and links to its other pages. Shows nothing when there is one page and
 * no summary.
 */
export function Pagination({ page, pageCount, hrefFor, summary, onPage }: PaginationProps) {
  if (pageCount <= 1 && !summary) return null;
  return (
    <nav
      aria-label="Pages"
      className="num flex flex-wrap items-center justify-between gap-3 text-small text-muted"
    >
      <p>{summary ?? `Page ${String(page)} sur ${String(pageCount)}`}</p>
      {pageCount > 1 && (
        <div className="ml-auto flex items-center gap-2">
          <Step to={page > 1 ? hrefFor(page - 1) : null} label="Page précédente">
            <ChevronLeft aria-hidden="true" />
          </Step>
          {onPage && pageCount > 2 ? (
            <PageField key={page} {...{ page, pageCount, onPage }} />
          ) : (
            <span aria-hidden="true" className="min-w-12 text-center text-ink">
              {page} / {pageCount}
            </span>
          )}
          <Step to={page < pageCount ? hrefFor(page + 1) : null} label="Page suivante">
            <ChevronRight aria-hidden="true" />
          </Step>
        </div>
      )}
    </nav>
  );
}

function PageField({
  page,
  pageCount,
  onPage,
}: {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}) {
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = Math.trunc(Number(new FormData(event.currentTarget).get('page')));
    if (asked >= 1) onPage(Math.min(pageCount, asked));
  };
  return (
    <form onSubmit={go} noValidate className="flex items-center gap-1.5 text-ink">
      <input
        name="page"
        type="text"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        aria-label={`Aller à la page, de 1 à ${String(pageCount)}`}
        defaultValue={page}
        className={controlClass('min-h-11 w-14! px-1! py-1! text-center')}
      />
      <span aria-hidden="true" className="whitespace-nowrap">
        / {pageCount}
      </span>
    </form>
  );
}

function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  const look = buttonClass('outline', 'icon');
  if (to === null) {
    return (
      <span aria-hidden="true" className={`${look} opacity-35`}>
        {children}
      </span>
    );
  }
  return (
    <Link to={to} aria-label={label} className={look}>
      {children}
    </Link>
  );
}
