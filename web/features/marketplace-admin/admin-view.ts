import type { SupabaseClient } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchText } from '#domain/account/search-text.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { PAST_THE_END } from '#web/lib/supabase/past-the-end.ts';

/** Everything that an admin sees of the marketplace is under this key. */
export const MARKETPLACE_KEY = ['administration', 'marketplace'] as const;
export const ADMIN_PAGE = 20;

/** What of a list is looked at; it lives in the URL. */
export interface AdminView {
  search: string;
  state: string | null;
  /** From 1. */
  page: number;
}

/** Reads the view out of an address; whatever is not understood counts as absent. */
export function adminViewOf(params: URLSearchParams, states: readonly string[]): AdminView {
  const page = Number(params.get('page') ?? 1);
  return {
    search: params.get('q')?.trim() ?? '',
    state: states.find((state) => state === params.get('state')) ?? null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Letters that mean something in a pattern are taken for themselves. */
const escapePattern = (text: string) => text.replace(/[\\%_*]/g, (letter) => `\\${letter}`);

interface AdminList {
  /** A guarded view with a folded column `search`. */
  relation: string;
  columns: string;
  /** The column that the state filters. */
  stateColumn: string;
  order: { column: string; ascending: boolean };
}

/** One page of a guarded view, and how many rows there are in all. */
export const adminListQuery = <Row>({ relation, columns, stateColumn, order }: AdminList, view: AdminView) =>
  queryOptions({
    queryKey: [...MARKETPLACE_KEY, relation, view],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ rows: Row[]; count: number }> => {
      const { supabase }: { supabase: SupabaseClient } = await loadClient();
      let query = supabase.from(relation).select(columns, { count: 'exact' });
      for (const word of searchText(view.search).split(/\s+/).filter(Boolean)) {
        query = query.like('search', `%${escapePattern(word)}%`);
      }
      if (view.state) query = query.eq(stateColumn, view.state);
      const from = (view.page - 1) * ADMIN_PAGE;
      const { data, count, error } = await query
        .order(order.column, { ascending: order.ascending })
        .order('id')
        .range(from, from + ADMIN_PAGE - 1)
        .abortSignal(signal)
        .overrideTypes<Row[], { merge: false }>();
      if (error?.code === PAST_THE_END) return { rows: [], count: 0 };
      if (error) throw error;
      return { rows: data, count: count ?? 0 };
    },
  });

/** One row of a guarded view by its id; null when there is none. */
export const adminOneQuery = <Row>(relation: string, columns: string, id: string) =>
  queryOptions({
    queryKey: [...MARKETPLACE_KEY, relation, 'one', id],
    queryFn: async ({ signal }): Promise<Row | null> => {
      const { supabase }: { supabase: SupabaseClient } = await loadClient();
      const { data } = await supabase
        .from(relation)
        .select(columns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle<Row>()
        .throwOnError();
      return data;
    },
  });
