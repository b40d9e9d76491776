import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import {
  type Filters,
  type List,
  type ListAct,
  type ListColumn,
  PER_PAGE,
  pageQuery,
  textOf,
  viewOf,
} from '#web/features/admin/list.ts';
import { ChosenRows } from '#web/features/admin/list-acts.tsx';
import { FilterBar } from '#web/features/admin/list-filters.tsx';
import { useListKeys } from '#web/features/admin/list-keys.ts';
import { hiddenIn, ListTools, type Tool } from '#web/features/admin/list-tools.tsx';
import { NarrowedTo } from '#web/features/admin/users/narrowed-to.tsx';
import { plural } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useLive } from '#web/lib/use-live.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Pagination, pageSummary } from '#web/ui/pagination.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const FAILED = 'La liste n’a pas pu être chargée';
const NOTHING = {
  title: 'Rien ne correspond',
  description: 'Essayez un autre mot, ou retirez le filtre.',
  all: 'Tout voir',
};

interface AdminListProps<Row, Narrowed extends Filters, SortKey extends string> {
  list: List<Row, Narrowed, SortKey>;
  /** A column that is sortable has the name of what it sorts by. */
  columns: readonly ListColumn<Row>[];
  /** Tables whose changes it shows while it is open. */
  live?: readonly string[];
  /** One of its rows, opened over it: the heading of a row is the button. */
  window?: {
    /** Its parameter of the address, which holds the row's id. */
    name: string;
    title: string;
    /** « Ouvrir la session », before the row's own heading. */
    open: string;
    content: (id: string) => ReactNode;
  };
  /** Where a row's heading leads, when it opens nothing here. */
  to?: (row: Row) => string;
  /** The actions on several rows at once. */
  acts?: readonly ListAct<Row>[];
  /**
   * Something that its rows show or offer is still to come: they come with it, and grow no more.
   */
  waits?: boolean;
}

const HEADING =
  '-m-1.5 flex min-h-11 max-w-full items-center gap-3 rounded-lg p-1.5 text-left font-semibold underline-offset-4 hover:underline';

/**
 * A list of the admin's: search, filters, the table, its pages, and one row opened. All of it is in
 * the address.
 */
export function AdminList<
  Row extends { id: string | number },
  Narrowed extends Filters,
  SortKey extends string,
>(props: AdminListProps<Row, Narrowed, SortKey>) {
  const { list, columns, live = [], window: opened, to, acts = [], waits = false } = props;
  const { params, change, hrefFor } = useAddress();
  const view = viewOf(list, params);
  const found = useQuery(pageQuery(list, view));
  useLive(
    live.map((table) => ({ table })),
    ADMIN_KEY,
    live.length > 0,
  );
  const { noun, none, nothing = NOTHING, failed = FAILED, filters, perPage = PER_PAGE } = list;
  const isPending = found.isPending || (waits && found.isSuccess);
  const count = isPending ? 0 : (found.data?.count ?? 0);
  const pageCount = Math.max(1, Math.ceil(count / perPage));
  const total = plural(count, noun.one, noun.many);
  const agreed = noun.feminine ? 'trouvée' : 'trouvé';
  const settled = found.isSuccess && !found.isPlaceholderData && !isPending;
  const clear: Record<string, string | null> = {
    ...Object.fromEntries(['q', 'from', 'until', 'who', ...Object.keys(filters)].map((name) => [name, null])),
    days: list.days === 'today' ? 'all' : null,
  };
  const narrowed =
    view.search !== '' ||
    view.who !== null ||
    view.page > 1 ||
    Boolean(view.days?.days) ||
    Object.values(view.chosen).some(Boolean);
  const page = params.get('page');
  const openId = opened ? params.get(opened.name) : null;
  const open = (id: string | null) => opened && change({ [opened.name]: id, page });

  const container = useRef<HTMLDivElement>(null);
  const drawer = useRef<HTMLElement>(null);
  const [tool, setTool] = useState<Tool | null>(null);
  const [acting, setActing] = useState<ListAct<Row> | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = isPending ? [] : (found.data?.rows ?? []);
  const choosable = rows.filter((row) => acts.some((act) => act.applies(row)));
  const chosenRows = choosable.filter((row) => chosen.has(String(row.id)));
  const choose = (key: string) => {
    if (!choosable.some((row) => String(row.id) === key)) return;
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  useListKeys(container, {
    opened: openId,
    choose,
    help: () => setTool('keys'),
    act: () => {
      const [first] = acts.filter((act) => chosenRows.some(act.applies));
      if (first) setActing(first);
      return first !== undefined;
    },
  });
  const headingOf = (row: Row) => {
    const heading = columns.find((column) => column.heading);
    return heading === undefined ? '' : textOf(heading, row);
  };
  /** A row's heading is what opens it, and what the keys go through. */
  const headed = (column: ListColumn<Row>): Column<Row> => {
    if (!column.heading) return column;
    return {
      ...column,
      cell: (row) =>
        !(opened || to) ? (
          // Nothing opens, but j and k go through it.
          <span tabIndex={-1} data-row={String(row.id)} className="block rounded-md">
            {column.cell(row)}
          </span>
        ) : to ? (
          <Link to={to(row)} data-row={String(row.id)} className={HEADING}>
            {column.cell(row)}
          </Link>
        ) : (
          <button
            type="button"
            data-row={String(row.id)}
            onClick={({ detail }) => {
              open(String(row.id));
              // Somebody who opens another with a key goes on within it, as with the first.
              if (detail === 0) drawer.current?.focus({ preventScroll: true });
            }}
            className={HEADING}
          >
            <span className="sr-only">{opened?.open} </span>
            {column.cell(row)}
          </button>
        ),
    };
  };
  const choice: Column<Row> = {
    key: 'choice',
    header: 'Choisir',
    place: 'choice',
    cell: (row) =>
      choosable.includes(row) && (
        <label className="-m-3 inline-grid size-11 cursor-pointer place-items-center">
          <input
            type="checkbox"
            className="check"
            aria-label={`Choisir ${headingOf(row)}`}
            checked={chosen.has(String(row.id))}
            onChange={() => choose(String(row.id))}
          />
        </label>
      ),
  };
  const hidden = hiddenIn(params);
  const shown = columns.filter(({ key, heading }) => heading || !hidden.has(key));
  return (
    <div ref={container} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card padded={false}>
        <FilterBar
          list={list}
          view={view}
          onChange={change}
          clear={clear}
          result={settled ? total : `les ${noun.many}`}
          tools={
            <ListTools {...{ list, view, columns, params, change, tool, setTool }} opened={opened?.name} />
          }
        />
        {view.who !== null && <NarrowedTo personId={view.who} onAll={() => change({ who: null })} />}
        <ChosenRows
          rows={chosenRows}
          onPage={choosable.length}
          {...{ acts, acting, setActing }}
          onChooseAll={() => setChosen(new Set(choosable.map(({ id }) => String(id))))}
          onDone={() => setChosen(new Set())}
        />
        {found.isError ? (
          <div className="p-4">
            <ErrorState title={failed} onRetry={() => found.refetch()} retrying={found.isFetching} />
          </div>
        ) : (
          <Table
            caption={list.caption}
            lines
            columns={[...(choosable.length > 0 ? [choice] : []), ...shown.map(headed)]}
            rows={rows}
            rowKey={({ id }) => String(id)}
            sort={view.sort}
            onSort={({ key, direction }) => change({ sort: key, direction })}
            loadingRows={isPending ? 8 : undefined}
            refreshing={found.isPlaceholderData}
            empty={
              none && !narrowed ? (
                none
              ) : (
                <EmptyState
                  icon={<SearchX />}
                  title={nothing.title}
                  description={nothing.description}
                  action={<Button onClick={() => change(clear)}>{nothing.all}</Button>}
                />
              )
            }
          />
        )}
      </Card>
      <p role="status" className="sr-only">
        {settled ? plural(count, `${noun.one} ${agreed}`, `${noun.many} ${agreed}s`) : ''}
      </p>
      {count > 0 && (
        <Pagination
          page={view.page}
          pageCount={pageCount}
          hrefFor={hrefFor}
          onPage={(next) => change({ page: next === 1 ? null : String(next) })}
          summary={
            pageCount === 1
              ? total
              : pageSummary((view.page - 1) * perPage + 1, Math.min(count, view.page * perPage), total)
          }
        />
      )}
      {opened && (
        <Dialog
          open={openId !== null}
          onOpenChange={(next) => next || open(null)}
          title={opened.title}
          size="lg"
          beside={drawer}
        >
          {openId !== null && opened.content(openId)}
        </Dialog>
      )}
    </div>
  );
}
