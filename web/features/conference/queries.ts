import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { getRoom, type RoomDetails } from '#product/conference/contract.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** The cache root of rooms; a room's id follows. */
export const ROOM_KEY = ['conference', 'room'] as const;

/**
 * A room as the server describes it to one person; `ahead`: how far its clock is ahead of this
 * device's, in milliseconds.
 */
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

const readMessages = (supabase: LogeSupabase) =>
  supabase.from('session_messages').select('id,author_id,side,body,sent_at,hidden_at,removed_at');

/** A message of the chat of a session. */
export type ChatMessage = QueryData<ReturnType<typeof readMessages>>[number];

export const messagesQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['conference', 'messages', roomId],
    queryFn: async ({ signal }): Promise<ChatMessage[]> => {
      const { supabase } = await loadClient();
      const { data } = await readMessages(supabase)
        .eq('session_id', roomId)
        .order('id', { ascending: false })
        .limit(500)
        .abortSignal(signal)
        .throwOnError();
      return data.toReversed();
    },
  });

const readAnswers = (supabase: LogeSupabase) =>
  supabase.from('booking_details').select('id,viewer_name,questions,answers');

/** The answers of a session's viewers to the questions of its offer; for its streamer. */
export const answersQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['conference', 'answers', roomId],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await readAnswers(supabase)
        .eq('session_id', roomId)
        .in('status', ['confirmed', 'in_progress', 'completed'])
        .order('seat')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

const readComing = (supabase: LogeSupabase) =>
  supabase.from('booking_details').select('id,session_id,title,start_at,viewer_id,viewer_name,streamer_name');

/** A session to come, as one of its people books or gives it. */
export type ComingSession = QueryData<ReturnType<typeof readComing>>[number];

/** The next sessions of somebody, as viewer or streamer, to prepare for. */
export const comingQuery = (userId: string) =>
  queryOptions({
    queryKey: ['conference', 'coming', userId],
    queryFn: async ({ signal }): Promise<ComingSession[]> => {
      const { supabase } = await loadClient();
      const { data } = await readComing(supabase)
        .or(`viewer_id.eq.${userId},streamer_id.eq.${userId}`)
        .in('status', ['confirmed', 'in_progress'])
        .order('start_at')
        .limit(40) // of a group, each place is a booking
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });
