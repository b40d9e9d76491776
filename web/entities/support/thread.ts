import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import type { ThreadContext, ThreadState } from '#product/support/rules/support.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import type { StateTone } from '#web/ui/badge.tsx';

/** Everything about one's own threads with the team is under this key. */
export const REQUESTS_KEY = ['requests'] as const;

/** As its person sees where a thread stands. */
export const REQUEST_STATES = {
  open: { label: 'L’équipe vous répond bientôt', tone: 'neutral' },
  waiting: { label: 'Réponse reçue', tone: 'spot' },
  resolved: { label: 'Réglée', tone: 'settled' },
} as const satisfies Record<ThreadState, { label: string; tone: StateTone }>;

export const CONTEXT_LABELS = {
  booking: 'Réservation',
  payment: 'Paiement',
  room: 'Loge',
  account: 'Compte',
  help: 'Aide',
  contact: 'Page de contact',
} as const satisfies Record<ThreadContext, string>;

const readThreads = (supabase: LogeSupabase) =>
  supabase
    .from('support_threads')
    .select('id,number,subject,context,booking_id,state,opened_at,last_message_at,read_at');
export type OwnThread = QueryData<ReturnType<typeof readThreads>>[number];

const readMessages = (supabase: LogeSupabase) =>
  supabase.from('support_messages').select('id,side,body,folded,via,sent_at');
export type OwnMessage = QueryData<ReturnType<typeof readMessages>>[number];

/** As many as one person has in years. */
const SHOWN = 100;

/** A person's threads with the team, the last that moved first. */
export const ownThreadsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...REQUESTS_KEY, userId],
    queryFn: async ({ signal }): Promise<OwnThread[]> => {
      const { supabase } = await loadClient();
      const { data } = await readThreads(supabase)
        .eq('person_id', userId)
        .order('last_message_at', { ascending: false })
        .limit(SHOWN)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

/** The messages of both sides in a thread, oldest first. */
export const threadMessagesQuery = (threadId: string) =>
  queryOptions({
    queryKey: [...REQUESTS_KEY, 'messages', threadId],
    queryFn: async ({ signal }): Promise<OwnMessage[]> => {
      const { supabase } = await loadClient();
      const { data } = await readMessages(supabase)
        .eq('thread_id', threadId)
        .order('id')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

/** Whether the team wrote something that its person has not seen. */
export const isUnread = ({ state, last_message_at, read_at }: OwnThread): boolean =>
  state !== 'open' && (read_at === null || Date.parse(read_at) < Date.parse(last_message_at));

/** Its person has seen the thread up to what is shown. */
export async function markThreadRead(threadId: string, upTo: string): Promise<void> {
  const { supabase } = await loadClient();
  await supabase.from('support_threads').update({ read_at: upTo }).eq('id', threadId).throwOnError();
}
