import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getRoom, type RoomPerson } from '#contracts/conference.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

export const MESSAGES_KEY = ['messages'] as const;
/** As many as are shown at first, and as come with each step back. */
export const MESSAGES_STEP = 50;

/** A row of `session_messages`. */
export interface Message {
  id: number;
  /** Null once the account is gone. */
  author_id: string | null;
  side: 'viewer' | 'streamer' | 'admin';
  body: string;
  sent_at: string;
}

/** The newest messages of a conversation, in the order in which they were written. */
export const messagesQuery = (sessionId: string, most: number) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, 'conversation', sessionId, most],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ messages: Message[]; count: number }> => {
      const { supabase } = await loadClient();
      const { data, count } = await supabase
        .from('session_messages')
        .select('id,author_id,side,body,sent_at', { count: 'exact' })
        .eq('session_id', sessionId)
        .order('id', { ascending: false })
        .limit(most)
        .abortSignal(signal)
        .overrideTypes<Message[], { merge: false }>()
        .throwOnError();
      return { messages: data.toReversed(), count: count ?? data.length };
    },
  });

/** How many messages of others wait, by session; sessions where none does are left out. */
export const unreadQuery = (userId: string) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, 'unread', userId],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, number>>> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('conversations')
        .select('session_id,unread')
        .gt('unread', 0)
        .abortSignal(signal)
        .overrideTypes<{ session_id: string; unread: number }[], { merge: false }>()
        .throwOnError();
      return Object.fromEntries(data.map(({ session_id, unread }) => [session_id, unread]));
    },
  });

/** Who else is in a group: of the others of a session one sees no booking. */
export const groupQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, 'group', sessionId],
    queryFn: async (): Promise<RoomPerson[]> => (await callCommand(getRoom, { roomId: sessionId })).others,
    staleTime: 60_000,
  });
