import { useEffect, useRef } from 'react';
import type { ChatMessage } from '../../queries.ts';

/**
 * Messages of others that came while the chat was out of sight. What was there when one came in is no news.
 * @param messages null until they are loaded
 */
export function useUnread(messages: readonly ChatMessage[] | null, myId: string, visible: boolean): number {
  const others = messages?.filter((message) => message.author_id !== myId).length ?? null;
  const read = useRef<number | null>(null);
  useEffect(() => {
    if (others !== null && (visible || read.current === null)) read.current = others;
  }, [visible, others]);
  return visible || others === null || read.current === null ? 0 : Math.max(0, others - read.current);
}
