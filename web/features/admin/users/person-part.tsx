import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How many rows a part of the page shows before it leads to its list. */
export const MOST = 5;

/** The first rows of something, and how many there are in all. */
export interface Rows<Row> {
  rows: readonly Row[];
  count: number;
}

interface PersonPartProps<Row> {
  title: string;
  query: UseQueryResult<Rows<Row>>;
  /** Said when it could not be loaded: « Les places n’ont pas pu être chargées. » */
  failed: string;
  /** Said when there is nothing. */
  none: string;
  /** Where the list narrowed to this person is; it is offered when there is more than is shown. */
  all?: string;
  /** A row, as an `li`. */
  children: (row: Row) => ReactNode;
  /** Below the rows, whatever they are. */
  foot?: ReactNode;
}

/**
 * One part of the page about a person: its first rows, and the way to all of them. It waits, is
 * empty or fails by itself.
 */
export function PersonPart<Row>(props: PersonPartProps<Row>) {
  const { title, query, failed, none, all, children, foot } = props;
  const id = useId();
  const { data } = query;
  return (
    <Card padded={false}>
      <section aria-labelledby={id} aria-busy={query.isPending}>
        <header className="flex min-h-14 items-center gap-x-3 px-5">
          <h2 id={id} className="text-title">
            {title}
          </h2>
          {data && data.count > 0 && (
            <span className="num text-small text-muted">{formatCount(data.count)}</span>
          )}
          {all && data && data.count > data.rows.length && (
            <TextLink to={all} className="ml-auto inline-flex min-h-11 items-center text-small">
              Tout voir<span className="sr-only"> : {title}</span>
            </TextLink>
          )}
        </header>
        {query.isPending ? (
          <div className="grid gap-4 border-t border-line px-5 py-5">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-5 w-3/5" />
          </div>
        ) : query.isError ? (
          <div className="px-5 pb-5">
            <ErrorLine onRetry={query.refetch} retrying={query.isFetching}>
              {failed}
            </ErrorLine>
          </div>
        ) : query.data.count === 0 ? (
          <p className="border-t border-line px-5 py-4 text-small text-muted">{none}</p>
        ) : (
          <ul>{query.data.rows.map(children)}</ul>
        )}
        {foot}
      </section>
    </Card>
  );
}

interface PersonRowProps {
  to: string;
  title: string;
  /** When, with whom, under which number. */
  about: ReactNode;
  state: ReactNode;
  /** An amount, in a column of its own. */
  amount?: string;
}

/** A row that leads to the thing itself, wherever one touches it. */
export function PersonRow({ to, title, about, state, amount }: PersonRowProps) {
  return (
    <li className="relative flex min-h-14 items-center gap-x-4 border-t border-line px-5 py-2 hover:bg-hover">
      <span className="grid min-w-0 flex-1">
        <Link
          to={to}
          className="font-medium underline-offset-4 wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {title}
        </Link>
        <span className="num text-small wrap-anywhere text-muted">{about}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-x-6 gap-y-0.5 sm:flex sm:items-center">
        {state}
        {amount !== undefined && <span className="num text-right font-medium sm:min-w-24">{amount}</span>}
      </span>
    </li>
  );
}
