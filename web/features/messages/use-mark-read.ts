import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { markMessagesRead } from '#contracts/messages.ts';
import { MESSAGES_KEY, type Message } from '#web/entities/message/message.ts';
import { callCommand } from '#web/lib/call-command.ts';

/** Says how far one has read, once what others wrote is on a screen that somebody looks at. */
export function useMarkRead(
  sessionId: string,
  userId: string,
  messages: readonly Message[] | undefined,
): void {
  const client = useQueryClient();
  const newest = messages?.findLast(({ author_id }) => author_id !== userId)?.id;
  const told = useRef(0);
  useEffect(() => {
    if (newest === undefined) return;
    const look = () => {
      if (document.visibilityState !== 'visible' || newest <= told.current) return;
      told.current = newest;
      callCommand(markMessagesRead, { sessionId, messageId: newest }).then(
        () => client.invalidateQueries({ queryKey: [...MESSAGES_KEY, 'unread'] }),
        (error: unknown) => {
          told.current = 0; // it is said again with the next message, or when one comes back to the tab
          console.warn('Messages not marked as read', error);
        },
      );
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [client, sessionId, newest]);
}
