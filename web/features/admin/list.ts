import type { PostgrestError } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { type Days, type DaysName, daysIn } from '#web/features/admin/list-days.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient, PAST_THE_END, searchPatterns } from '#web/lib/supabase/load.ts';
import type { Column } from '#web/ui/table.tsx';

export const PER_PAGE = 20;

type Text<Row> = (row: Row) => string;

/**
 * A column of a list. Its spreadsheet needs words: a cell that shows more than text says them
 * (`text`), one of two facts has a column there for each, by its header (`texts`), and one that
 * only acts has none.
 */
export type ListColumn<Row> = Column<Row> &
  (
    | { cell: Text<Row> }
    | { text: Text<Row> }
    | { texts: Readonly<Record<string, Text<Row>>> }
    | { acts: true }
  );

/** A column as columns of a spreadsheet: header and cell in words. */
export function sheetColumns<Row>(column: ListColumn<Row>): (readonly [header: string, text: Text<Row>])[] {
  if ('acts' in column) return [];
  if ('texts' in column) return Object.entries(column.texts);
  if ('text' in column) return [[column.header, column.text]];
  const { cell } = column;
  return [[column.header, (row) => String(cell(row))]];
}

/** A cell in words. */
export const textOf = <Row>(column: ListColumn<Row>, row: Row): string =>
  sheetColumns(column)
    .map(([, text]) => text(row))
    .filter(Boolean)
    .join(', ');

/** An action on several rows at once. */
export interface ListAct<Row> {
  /** Also what confirms it: « Retirer la page ». */
  label: string;
  applies: (row: Row) => boolean;
  /** The question: « Retirer 3 pages ? » */
  question: (count: number) => string;
  cost?: string | undefined;
  danger?: boolean;
  /** Done for each row with the one reason, each with its own entry in the log. */
  run: (row: Row, reason: string) => Promise<unknown>;
  /** Takes one back, where that harms nobody. */
  undo?: (row: Row, reason: string) => Promise<unknown>;
  /** « 3 pages retirées ». */
  done: (count: number) => string;
}

/** A filter of a list, under its name in the address. */
interface Filter {
  /** « État ». */
  label: string;
  /** The choice for no filter: « Tous les états ». */
  all: string;
  /** Each value, and how it reads. */
  values: Readonly<Record<string, string>>;
}
export type Filters = Readonly<Record<string, Filter>>;

/** The view of a list; it lives in the address. */
export interface ListView<Narrowed extends Filters, SortKey extends string> {
  search: string;
  /**
   * The search as LIKE patterns over a folded column `search`: each word must be somewhere in it,
   * in any order.
   */
  patterns: string[];
  chosen: { readonly [Name in keyof Narrowed]: (keyof Narrowed[Name]['values'] & string) | null };
  /** The person whose rows alone are shown, by their id; null: everybody's. */
  who: string | null;
  /** Of a list with days: which of them, and those days; null: all. */
  days: { name: DaysName; days: Days | null } | null;
  /** `asked` when the address says so, not the list. */
  sort: { key: SortKey; direction: 'ascending' | 'descending'; asked: boolean };
  /** From 1. */
  page: number;
}

/** A query of rows that is still to be cut into pages. */
export interface Pageable<Row> {
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
export interface List<Row, Narrowed extends Filters, SortKey extends string> {
  /** Names it in the cache. */
  name: string;
  /** Names the table: « Sessions ». */
  caption: string;
  /** « session » and « sessions ». */
  noun: { one: string; many: string; feminine?: boolean };
  search: { label: string; placeholder: string };
  filters: Narrowed;
  /** The address may narrow it to the rows of one person: `who`. */
  ofPerson?: true;
  /** It is narrowed to days of Paris, to these unless the address says otherwise. */
  days?: 'today' | 'all';
  /**
   * The columns to sort by; the first, descending, or ascending in a list that opens on today,
   * unless the address says otherwise.
   */
  sorts: readonly [SortKey, ...SortKey[]];
  perPage?: number;
  /** Its rows with their exact count, narrowed and in order. */
  rows: (supabase: LogeSupabase, view: ListView<Narrowed, SortKey>) => Pageable<Row>;
  /** Shown when it could not be loaded; « La liste n’a pas pu être chargée » unless set. */
  failed?: string;
  /** Said when nothing is left of the search and the filters, with the way back to all of it. */
  nothing?: { title: string; description: string; all: string };
  /** Shown when there is nothing at all; `nothing` unless set. */
  none?: ReactNode;
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id that a part of an address is; null for anything else, which the server would refuse. */
export const idIn = (text: string | null | undefined): string | null => (text && ID.test(text) ? text : null);

/** Reads the view of a list out of an address; what is not understood counts as absent. */
export function viewOf<Narrowed extends Filters, SortKey extends string>(
  {
    filters,
    sorts,
    days,
    ofPerson,
  }: Pick<List<never, Narrowed, SortKey>, 'filters' | 'sorts' | 'days' | 'ofPerson'>,
  params: URLSearchParams,
): ListView<Narrowed, SortKey> {
  const search = params.get('q')?.trim() ?? '';
  const page = Number(params.get('page') ?? 1);
  const chosen = Object.entries(filters).map(([name, { values }]) => {
    const value = params.get(name);
    return [name, value !== null && Object.hasOwn(values, value) ? value : null];
  });
  const shown = days === undefined ? null : daysIn(params, days);
  // A list of days is read from its morning on, a history from its end.
  const isAhead = days === 'today' && shown !== null && ['today', 'tomorrow', 'next'].includes(shown.name);
  const ascending = params.has('direction') ? params.get('direction') === 'ascending' : isAhead;
  return {
    search,
    patterns: searchPatterns(search),
    chosen: Object.fromEntries(chosen),
    who: ofPerson ? idIn(params.get('who')) : null,
    days: shown,
    sort: {
      key: sorts.find((key) => key === params.get('sort')) ?? sorts[0],
      direction: ascending ? 'ascending' : 'descending',
      asked: sorts.some((key) => key === params.get('sort')),
    },
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** One page of a list, and how many rows there are in all. */
export const pageQuery = <Row, Narrowed extends Filters, SortKey extends string>(
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

/** How many rows a file has at most, and how many are read at a time. */
export const FILE_ROWS = 10_000;
const FILE_STEP = 500;

/** All rows of a view, its page aside, up to FILE_ROWS. */
export async function readAll<Row, Narrowed extends Filters, SortKey extends string>(
  { rows }: List<Row, Narrowed, SortKey>,
  view: ListView<Narrowed, SortKey>,
): Promise<Row[]> {
  const { supabase } = await loadClient();
  const all: Row[] = [];
  while (all.length < FILE_ROWS) {
    const { data, error } = await rows(supabase, view)
      .range(all.length, all.length + FILE_STEP - 1)
      .abortSignal(AbortSignal.timeout(60_000));
    if (error && error.code !== PAST_THE_END) throw error;
    all.push(...(data ?? []));
    if ((data ?? []).length < FILE_STEP) break;
  }
  return all;
}

/** The types of a list, from its rows and its filters. */
export const adminList = <
  Row extends { id: string | number },
  const Narrowed extends Filters,
  SortKey extends string,
>(
  list: List<Row, Narrowed, SortKey>,
): List<Row, Narrowed, SortKey> => list;
