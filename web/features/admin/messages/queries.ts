import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#product/shared/contract.ts';
import { readThread } from '#product/support/contract.ts';
import type { ThreadState } from '#product/support/rules/support.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient, searchPatterns } from '#web/lib/supabase/load.ts';

/** Everything about the team's threads is under this key. */
export const INBOX_KEY = [...ADMIN_KEY, 'messages'] as const;
const PER_PAGE = 25;

const COLUMNS =
  'id,number,subject,context,state,person_id,person_name,assignee_id,assignee_name,opened_at,last_message_at,waiting_since,first_answered_at,last_side,last_words';
export const readThreads = (supabase: LogeSupabase) =>
  supabase.from('admin_support_threads').select(COLUMNS, { count: 'exact' });
export type InboxThread = QueryData<ReturnType<typeof readThreads>>[number];

interface InboxView {
  /** `all`: whatever its state. */
  state: ThreadState | 'all';
  /** The person whose threads alone are shown; null: everybody's. */
  who: string | null;
  search: string;
  /** From 1. */
  page: number;
}

/** A page of the threads in one state: who waits longest first, then what moved last. */
export const inboxQuery = ({ state, who, search, page }: InboxView) =>
  queryOptions({
    queryKey: [...INBOX_KEY, 'list', state, who, search, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ threads: InboxThread[]; pageCount: number }> => {
      const { supabase } = await loadClient();
      let threads = readThreads(supabase);
      if (state !== 'all') threads = threads.eq('state', state);
      if (who) threads = threads.eq('person_id', who);
      for (const pattern of searchPatterns(search)) threads = threads.like('search', pattern);
      const { data, count } = await threads
        .order('waiting_since', { ascending: true, nullsFirst: false })
        .order('last_message_at', { ascending: false })
        .order('id')
        .range((page - 1) * PER_PAGE, page * PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return { threads: data, pageCount: Math.max(1, Math.ceil((count ?? 0) / PER_PAGE)) };
    },
  });

/** How many threads wait for the team. */
export const openCountQuery = () =>
  queryOptions({
    queryKey: [...INBOX_KEY, 'open'],
    queryFn: async ({ signal }): Promise<number> => {
      const { supabase } = await loadClient();
      const { count } = await supabase
        .from('admin_support_threads')
        .select('id', { count: 'exact', head: true })
        .eq('state', 'open')
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
  });

export type Thread = ResponseOf<typeof readThread>;

export const threadQuery = (threadId: string) =>
  queryOptions({
    queryKey: [...INBOX_KEY, 'thread', threadId],
    queryFn: () => callCommand(readThread, { threadId }),
  });

const readAnswers = (supabase: LogeSupabase) => supabase.from('support_answers').select('id,title,body');
export type SavedAnswer = QueryData<ReturnType<typeof readAnswers>>[number];

export const answersQuery = () =>
  queryOptions({
    queryKey: [...INBOX_KEY, 'answers'],
    queryFn: async ({ signal }): Promise<SavedAnswer[]> => {
      const { supabase } = await loadClient();
      const { data } = await readAnswers(supabase).order('title').abortSignal(signal).throwOnError();
      return data;
    },
  });
