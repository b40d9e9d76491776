import { useEffect, useRef } from 'react';
import type { ChatMessage } from '../../queries.ts';

/** Messages of others that came while the chat was out of sight. */
export function useUnread(messages: readonly ChatMessage[], myId: string, visible: boolean): number {
  const others = messages.filter((message) => message.author_id !== myId).length;
  const read = useRef<number | null>(null);
  useEffect(() => {
    if (visible || read.current === null) read.current = others;
  }, [visible, others]);
  return visible || read.current === null ? 0 : Math.max(0, others - read.current);
}
