import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchText } from '#domain/account/search-text.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { PAST_THE_END } from '#web/lib/supabase/past-the-end.ts';

/** A row of the view `audit_log_details`; names are there while their people have an account. */
export interface AuditEntry {
  id: number;
  at: string;
  action: string;
  actor_id: string | null;
  actor_name: string | null;
  subject_id: string;
  subject_name: string | null;
  subject_email: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string;
}

const columns = 'id,at,action,actor_id,actor_name,subject_id,subject_name,subject_email,before,after,reason';

export const AUDIT_PAGE = 30;

export interface AuditView {
  search: string;
  action: string | null;
  /** From 1. */
  page: number;
}

/** Newest first: one page of the log, and how many entries there are in all. */
export const auditQuery = ({ search, action, page }: AuditView) =>
  queryOptions({
    queryKey: ['administration', 'audit', { search, action, page }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ entries: AuditEntry[]; count: number }> => {
      const { supabase } = await loadClient();
      let query = supabase.from('audit_log_details').select(columns, { count: 'exact' });
      const text = searchText(search).replace(/[\\%_*]/g, (letter) => `\\${letter}`);
      if (text !== '') query = query.like('search', `%${text}%`);
      if (action !== null) query = query.eq('action', action);
      const from = (page - 1) * AUDIT_PAGE;
      const { data, count, error } = await query
        .order('at', { ascending: false })
        .order('id', { ascending: false })
        .range(from, from + AUDIT_PAGE - 1)
        .abortSignal(signal)
        .overrideTypes<AuditEntry[], { merge: false }>();
      if (error?.code === PAST_THE_END) return { entries: [], count: 0 };
      if (error) throw error;
      return { entries: data, count: count ?? 0 };
    },
  });

/** What was done to one person, newest first. */
export const historyQuery = (personId: string) =>
  queryOptions({
    queryKey: ['administration', 'history', personId],
    queryFn: async (): Promise<AuditEntry[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('audit_log_details')
        .select(columns)
        .eq('subject_id', personId)
        .order('at', { ascending: false })
        .limit(20)
        .overrideTypes<AuditEntry[], { merge: false }>()
        .throwOnError();
      return data;
    },
  });
