import type { PostgrestError } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { SearchX, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { searchText } from '#domain/account/search-text.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { plural } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { PAST_THE_END } from '#web/lib/supabase/past-the-end.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useLive } from '#web/lib/use-live.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

/** Something by which a list is narrowed, under its name in the address. */
interface Filter {
  /** « État ». */
  label: string;
  /** What stands there while nothing is chosen: « Tous les états ». */
  all: string;
  /** Each value, and how it reads. */
  values: Readonly<Record<string, string>>;
}
type Filters = Readonly<Record<string, Filter>>;

/** What of a list is looked at; it lives in the address. */
export interface ListView<Narrowed extends Filters, SortKey extends string> {
  search: string;
  /** The search as LIKE patterns over a folded column `search`: each word must be somewhere in it, in any order. */
  patterns: string[];
  chosen: { readonly [Name in keyof Narrowed]: (keyof Narrowed[Name]['values'] & string) | null };
  sort: { key: SortKey; direction: 'ascending' | 'descending' };
  /** From 1. */
  page: number;
}

/** A query of rows that is still to be cut into pages. */
interface Pageable<Row> {
  range(
    from: number,
    to: number,
  ): {
    abortSignal(
      signal: AbortSignal,
    ): PromiseLike<{ data: Row[] | null; count: number | null; error: PostgrestError | null }>;
  };
}

/** A list of the admin's: where its rows come from, and its words. */
interface List<Row, Narrowed extends Filters, SortKey extends string> {
  /** Names it in the cache. */
  name: string;
  /** Names the table: « Sessions ». */
  caption: string;
  /** « session » and « sessions ». */
  noun: { one: string; many: string; feminine?: boolean };
  search: { label: string; placeholder: string };
  filters: Narrowed;
  /** What it may be sorted by; the first, descending, unless the address says otherwise. */
  sorts: readonly [SortKey, ...SortKey[]];
  perPage?: number;
  /** Its rows with their exact count, narrowed and in order. */
  rows: (supabase: LogeSupabase, view: ListView<Narrowed, SortKey>) => Pageable<Row>;
  /** Said when it could not be loaded; « La liste n’a pas pu être chargée » unless told. */
  failed?: string;
  /** Said when nothing is left of the search and the filters, with the way back to all of it. */
  nothing?: { title: string; description: string; all: string };
  /** Shown when there is nothing at all; `nothing` unless told. */
  none?: ReactNode;
}

const PER_PAGE = 20;
const FAILED = 'La liste n’a pas pu être chargée';
const NOTHING = {
  title: 'Rien ne correspond',
  description: 'Essayez un autre mot, ou retirez le filtre.',
  all: 'Tout voir',
};

/** Letters that mean something in a pattern are taken for themselves. */
const escapePattern = (text: string) => text.replace(/[\\%_*]/g, (letter) => `\\${letter}`);

/** Reads the view of a list out of an address; what is not understood counts as absent. */
export function viewOf<Narrowed extends Filters, SortKey extends string>(
  { filters, sorts }: Pick<List<never, Narrowed, SortKey>, 'filters' | 'sorts'>,
  params: URLSearchParams,
): ListView<Narrowed, SortKey> {
  const search = params.get('q')?.trim() ?? '';
  const page = Number(params.get('page') ?? 1);
  const chosen = Object.entries(filters).map(([name, { values }]) => {
    const value = params.get(name);
    return [name, value !== null && Object.hasOwn(values, value) ? value : null];
  });
  return {
    search,
    patterns: searchText(search)
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => `%${escapePattern(word)}%`),
    chosen: Object.fromEntries(chosen),
    sort: {
      key: sorts.find((key) => key === params.get('sort')) ?? sorts[0],
      direction: params.get('direction') === 'ascending' ? 'ascending' : 'descending',
    },
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** One page of a list, and how many rows there are in all. */
const pageQuery = <Row, Narrowed extends Filters, SortKey extends string>(
  { name, rows, perPage = PER_PAGE }: List<Row, Narrowed, SortKey>,
  view: ListView<Narrowed, SortKey>,
) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, name, view],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ rows: Row[]; count: number }> => {
      const { supabase } = await loadClient();
      const from = (view.page - 1) * perPage;
      const { data, count, error } = await rows(supabase, view)
        .range(from, from + perPage - 1)
        .abortSignal(signal);
      if (error?.code === PAST_THE_END) return { rows: [], count: 0 };
      if (error) throw error;
      return { rows: data ?? [], count: count ?? 0 };
    },
  });

/** The types of a list, from its rows and its filters. */
export const adminList = <
  Row extends { id: string | number },
  const Narrowed extends Filters,
  SortKey extends string,
>(
  list: List<Row, Narrowed, SortKey>,
): List<Row, Narrowed, SortKey> => list;

interface AdminListProps<Row, Narrowed extends Filters, SortKey extends string> {
  list: List<Row, Narrowed, SortKey>;
  /** A column that is sortable has the name of what it sorts by. */
  columns: readonly Column<Row>[];
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
}

/** A list of the admin's: search, filters, the table, its pages, and one row opened. All of it is in the address. */
export function AdminList<
  Row extends { id: string | number },
  Narrowed extends Filters,
  SortKey extends string,
>({ list, columns, live = [], window: opened }: AdminListProps<Row, Narrowed, SortKey>) {
  const { params, change, hrefFor } = useAddress();
  const view = viewOf(list, params);
  const found = useQuery(pageQuery(list, view));
  useLive(
    live.map((table) => ({ table })),
    ADMIN_KEY,
    live.length > 0,
  );
  const { noun, none, nothing = NOTHING, failed = FAILED, filters, perPage = PER_PAGE } = list;
  const count = found.data?.count ?? 0;
  const pageCount = Math.max(1, Math.ceil(count / perPage));
  const total = plural(count, noun.one, noun.many);
  const agreed = noun.feminine ? 'trouvée' : 'trouvé';
  const settled = found.isSuccess && !found.isPlaceholderData;
  const clear = Object.fromEntries(['q', ...Object.keys(filters)].map((name) => [name, null]));
  const narrowed = view.search !== '' || view.page > 1 || Object.values(view.chosen).some(Boolean);
  const page = params.get('page');
  const openId = opened ? params.get(opened.name) : null;
  const open = (id: string | null) => opened && change({ [opened.name]: id, page });
  return (
    <div className="grid gap-4">
      <Card padded={false}>
        <Filters
          list={list}
          view={view}
          onChange={change}
          clear={clear}
          result={settled ? total : `les ${noun.many}`}
        />
        {found.isError ? (
          <div className="p-4">
            <ErrorState title={failed} onRetry={() => found.refetch()} retrying={found.isFetching} />
          </div>
        ) : (
          <Table
            caption={list.caption}
            columns={columns.map((column) =>
              column.heading && opened
                ? {
                    ...column,
                    cell: (row: Row) => (
                      <button
                        type="button"
                        onClick={() => open(String(row.id))}
                        className="-m-1.5 flex min-h-11 max-w-full items-center gap-3 rounded-lg p-1.5 text-left font-semibold underline-offset-4 hover:underline"
                      >
                        <span className="sr-only">{opened.open} </span>
                        {column.cell(row)}
                      </button>
                    ),
                  }
                : column,
            )}
            rows={found.data?.rows ?? []}
            rowKey={({ id }) => String(id)}
            sort={view.sort}
            onSort={({ key, direction }) => change({ sort: key, direction })}
            loadingRows={found.isPending ? 8 : undefined}
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
          summary={
            pageCount === 1
              ? total
              : `${(view.page - 1) * perPage + 1} à ${Math.min(count, view.page * perPage)} sur ${total}`
          }
        />
      )}
      {opened && (
        <Dialog
          open={openId !== null}
          onOpenChange={(next) => next || open(null)}
          title={opened.title}
          size="lg"
        >
          {openId !== null && opened.content(openId)}
        </Dialog>
      )}
    </div>
  );
}

interface FiltersProps<Narrowed extends Filters, SortKey extends string> {
  list: Pick<List<never, Narrowed, SortKey>, 'search' | 'filters' | 'noun'>;
  view: ListView<Narrowed, SortKey>;
  /** Sets or, with null, drops parameters of the address; goes back to the first page. */
  onChange: (change: Record<string, string | null>) => void;
  /** Drops the search and all filters. */
  clear: Record<string, null>;
  /** What closing the sheet shows: « 12 comptes ». */
  result: string;
}

/** Search and filters. Where there are several filters, a phone has them in a sheet, whose choices count at once. */
function Filters<Narrowed extends Filters, SortKey extends string>(props: FiltersProps<Narrowed, SortKey>) {
  const { list, view, onChange, clear, result } = props;
  const [open, setOpen] = useState(false);
  const several = Object.keys(list.filters).length > 1;
  const chosen = Object.values(view.chosen).filter(Boolean).length;
  const selects = Object.entries(list.filters).map(([name, { label, all, values }]) => ({
    label,
    select: (
      <Select
        key={name}
        aria-label={label}
        placeholder={all}
        options={Object.entries(values).map(([value, text]) => ({ value, label: text }))}
        value={view.chosen[name] ?? ''}
        onChange={(event) => onChange({ [name]: event.target.value || null })}
      />
    ),
  }));
  return (
    <div
      className={`grid gap-3 border-b border-line p-3 ${several ? 'grid-cols-[1fr_auto] md:grid-cols-[1fr_auto_auto]' : 'sm:grid-cols-[1fr_auto]'}`}
    >
      <SearchInput
        key={view.search}
        label={list.search.label}
        placeholder={list.search.placeholder}
        initialValue={view.search}
        onSearch={(text) => onChange({ q: text || null })}
      />
      <div className={several ? 'contents max-md:hidden' : 'contents'}>
        {selects.map(({ select }) => select)}
      </div>
      {several && (
        <Sheet
          open={open}
          onOpenChange={setOpen}
          title={`Filtrer les ${list.noun.many}`}
          trigger={
            <Button className="md:hidden">
              <SlidersHorizontal aria-hidden="true" />
              {chosen === 0 ? 'Filtres' : `Filtres (${chosen})`}
            </Button>
          }
          footer={
            <>
              <Button tone="spot" onClick={() => setOpen(false)}>
                Voir {result}
              </Button>
              {chosen > 0 && (
                <Button tone="quiet" onClick={() => onChange({ ...clear, q: view.search || null })}>
                  Retirer les filtres
                </Button>
              )}
            </>
          }
        >
          <div className="grid gap-5">
            {selects.map(({ label, select }) => (
              <Field key={label} label={label}>
                {select}
              </Field>
            ))}
          </div>
        </Sheet>
      )}
    </div>
  );
}
