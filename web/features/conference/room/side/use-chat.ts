import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { say } from '#contracts/conference.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { useLive } from '#web/lib/use-live.ts';
import { CONFERENCE_KEY, messagesQuery } from '../../queries.ts';
import type { RoomChat } from './chat.ts';

/** The chat of a room, kept with its booking, and live. */
export function useChat(roomId: string, participantId: string | null): RoomChat {
  const client = useQueryClient();
  const queryKey = [...CONFERENCE_KEY, 'messages', roomId];
  const { data: messages = null, isError, refetch } = useQuery(messagesQuery(roomId));
  useLive([{ table: 'session_messages', filter: `session_id=eq.${roomId}` }], queryKey);
  /** One key for one message: sent again after a failure it is written once. */
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    messages,
    failed: isError,
    reload: () => void refetch(),
    async send(body) {
      if (participantId === null) return;
      if (last.current?.body !== body) last.current = { body, key: crypto.randomUUID() };
      await callCommand(say, { roomId, participantId, key: last.current.key, body });
      last.current = null;
      await client.invalidateQueries({ queryKey });
    },
  };
}
