import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getRoom, type RoomPerson } from '#product/conference/contract.ts';
import { callCommand } from '#web/lib/call-command.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** Everything about messages is under this key. */
export const MESSAGES_KEY = ['messages'] as const;
/** As many as are shown at first, and as come with each step back. */
export const MESSAGES_STEP = 50;

const COLUMNS = 'id,author_id,side,body,sent_at,hidden_at,removed_at';
const readMessages = (supabase: LogeSupabase) =>
  supabase.from('session_messages').select(COLUMNS, { count: 'exact' });

/** A message; its author is null once the account is gone. */
export type Message = QueryData<ReturnType<typeof readMessages>>[number];

/** The newest messages of a conversation, in the order in which they were written. */
export const messagesQuery = (sessionId: string, most: number) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, 'conversation', sessionId, most],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ messages: Message[]; count: number }> => {
      const { supabase } = await loadClient();
      const { data, count } = await readMessages(supabase)
        .eq('session_id', sessionId)
        .order('id', { ascending: false })
        .limit(most)
        .abortSignal(signal)
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
        .throwOnError();
      return Object.fromEntries(data.map(({ session_id, unread }) => [session_id, unread]));
    },
  });

/**
 * The names of the others in a group: a viewer may not read the others' bookings of the session.
 */
export const groupQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, 'group', sessionId],
    queryFn: async (): Promise<RoomPerson[]> => (await callCommand(getRoom, { roomId: sessionId })).others,
    staleTime: 60_000,
  });

/** A conversation knows this of the people in it. */
export interface Authors {
  userId: string;
  seats: number;
  streamerName: string | null;
  /** Of the viewer whose booking it is. */
  viewerName: string | null;
  /** Everybody else of a group, once they are known. */
  group: readonly { personId: string; name: string }[] | undefined;
}

/** The author's name, as the reader may know it. */
export function authorName(
  { side, author_id: authorId }: Pick<Message, 'side' | 'author_id'>,
  { userId, seats, streamerName, viewerName, group }: Authors,
): string {
  if (side === 'admin') return 'L’équipe Loge';
  if (authorId === null) return 'Compte supprimé';
  const met = group?.find(({ personId }) => personId === authorId)?.name;
  if (met !== undefined) return met;
  // A person who gave back their place in a group is not named any more, nor is anybody while the
  // names are loading.
  if (seats > 1 && side === 'viewer' && authorId !== userId) return 'Une personne de la session';
  return (side === 'streamer' ? streamerName : viewerName) ?? 'Compte supprimé';
}
