import { useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { MESSAGES_KEY, unreadQuery } from '#web/entities/message/message.ts';
import { plural } from '#web/lib/format.ts';
import { useLive } from '#web/lib/use-live.ts';
import { TextLink } from '#web/ui/link.tsx';

/**
 * Refetches the counts of unread messages while they are shown: each new message adds a
 * notification, and reading one updates it.
 */
export function useLiveMessages(userId: string): void {
  const filter = `person_id=eq.${userId}`;
  useLive(
    [
      { table: 'notifications', filter },
      { table: 'message_reads', filter },
    ],
    [...MESSAGES_KEY, 'unread'],
  );
}

interface UnreadLinkProps {
  userId: string;
  sessionId: string;
  /** Leads to where they are read. */
  to: string;
}

/** How many messages of a session wait to be read; nothing when none does. */
export function UnreadLink({ userId, sessionId, to }: UnreadLinkProps) {
  const { data } = useQuery(unreadQuery(userId));
  const count = data?.[sessionId] ?? 0;
  if (count === 0) return null;
  return (
    <TextLink to={to} className="inline-flex items-center gap-1.5 font-semibold text-spot">
      <MessageSquareText aria-hidden="true" className="size-4" />
      {plural(count, 'message non lu', 'messages non lus')}
    </TextLink>
  );
}
