import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRole, type Role } from '#domain/account/roles.ts';
import { searchText } from '#domain/account/search-text.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { PAST_THE_END } from '#web/lib/supabase/past-the-end.ts';
import type { Sort } from '#web/ui/table.tsx';

export const PERSON_STATES = ['active', 'unconfirmed', 'suspended', 'deletion_pending'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** A row of the view `admin_people`; instants are ISO 8601. */
export interface Person {
  id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  avatar_url: string | null;
  role: Role | null;
  state: PersonState;
  created_at: string;
  last_sign_in_at: string | null;
  suspended_until: string | null;
  suspension_reason: string | null;
  deletes_at: string | null;
}

const columns =
  'id,email,first_name,last_name,avatar_url,role,state,created_at,last_sign_in_at,suspended_until,suspension_reason,deletes_at';

export const PEOPLE_PAGE = 20;
export const SORTS = ['sort_name', 'created_at', 'last_sign_in_at'] as const;

/** What of the list is looked at; it lives in the URL. */
export interface PeopleView {
  search: string;
  role: Role | null;
  state: PersonState | null;
  sort: Sort;
  /** From 1. */
  page: number;
}

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((known) => known === value) ?? null;

/** Reads the view out of an address; whatever is not understood counts as absent. */
export function peopleViewOf(params: URLSearchParams): PeopleView {
  const role = params.get('role');
  const page = Number(params.get('page') ?? 1);
  return {
    search: params.get('q')?.trim() ?? '',
    role: isRole(role) ? role : null,
    state: oneOf(PERSON_STATES, params.get('state')),
    sort: {
      key: oneOf(SORTS, params.get('sort')) ?? 'created_at',
      direction: params.get('direction') === 'ascending' ? 'ascending' : 'descending',
    },
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Letters that mean something in a pattern are taken for themselves. */
const escapePattern = (text: string) => text.replace(/[\\%_*]/g, (letter) => `\\${letter}`);

/** One page of the people, and how many there are in all. */
export const peopleQuery = (view: PeopleView) =>
  queryOptions({
    queryKey: ['administration', 'people', view],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ people: Person[]; count: number }> => {
      const { supabase } = await loadClient();
      let query = supabase.from('admin_people').select(columns, { count: 'exact' });
      // Each word must be somewhere in the name or the address, in any order.
      for (const word of searchText(view.search).split(/\s+/).filter(Boolean)) {
        query = query.like('search', `%${escapePattern(word)}%`);
      }
      if (view.role) query = query.eq('role', view.role);
      if (view.state) query = query.eq('state', view.state);
      const from = (view.page - 1) * PEOPLE_PAGE;
      const { data, count, error } = await query
        .order(view.sort.key, { ascending: view.sort.direction === 'ascending', nullsFirst: false })
        .order('id')
        .range(from, from + PEOPLE_PAGE - 1)
        .abortSignal(signal)
        .overrideTypes<Person[], { merge: false }>();
      if (error?.code === PAST_THE_END) return { people: [], count: 0 };
      if (error) throw error;
      return { people: data, count: count ?? 0 };
    },
  });
