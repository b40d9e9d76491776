import { queryOptions } from '@tanstack/react-query';
import { getRoom, type RoomDetails } from '#contracts/conference.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** What a room says of itself; a room's id follows. */
export const ROOM_KEY = ['conference', 'room'] as const;

/** A room as the server describes it to one person; `ahead`: how far its clock is ahead of this device's, in milliseconds. */
export type LoadedRoom = RoomDetails & { ahead: number };

/** A room that is not one's own is an answer and not a failure: it is not asked for again. */
export const roomQuery = (roomId: string) =>
  queryOptions({
    queryKey: [...ROOM_KEY, roomId],
    queryFn: async (): Promise<LoadedRoom> => {
      const sentAt = Date.now();
      const found = await callCommand(getRoom, { roomId });
      return { ...found, ahead: Math.round(Date.parse(found.now) - (sentAt + Date.now()) / 2) };
    },
    retry: (count, error) => !(error instanceof CommandError && error.code === 'room_not_found') && count < 3,
    staleTime: 5_000,
  });

export interface ChatMessage {
  id: number;
  author_id: string | null;
  side: 'viewer' | 'streamer' | 'admin';
  body: string;
  sent_at: string;
}

export const messagesQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['conference', 'messages', roomId],
    queryFn: async ({ signal }): Promise<ChatMessage[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('session_messages')
        .select('id,author_id,side,body,sent_at')
        .eq('session_id', roomId)
        .order('id', { ascending: false })
        .limit(500)
        .abortSignal(signal)
        .overrideTypes<ChatMessage[], { merge: false }>()
        .throwOnError();
      return data.toReversed();
    },
  });

export interface ComingSession {
  id: string;
  session_id: string;
  title: string;
  start_at: string;
  viewer_id: string | null;
  viewer_name: string | null;
  streamer_name: string | null;
}

/** The next sessions of somebody, as viewer or streamer, to prepare for. */
export const comingQuery = (userId: string) =>
  queryOptions({
    queryKey: ['conference', 'coming', userId],
    queryFn: async ({ signal }): Promise<ComingSession[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('booking_details')
        .select('id,session_id,title,start_at,viewer_id,viewer_name,streamer_name')
        .or(`viewer_id.eq.${userId},streamer_id.eq.${userId}`)
        .in('status', ['confirmed', 'in_progress'])
        .order('start_at')
        .limit(40) // of a group, each place is a booking
        .abortSignal(signal)
        .overrideTypes<ComingSession[], { merge: false }>()
        .throwOnError();
      return data;
    },
  });
