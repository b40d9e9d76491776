import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useId, useState } from 'react';
import { conversationState, conversationUntil } from '#domain/booking/conversation.ts';
import { instantOf, parseInstant } from '#domain/time/instant.ts';
import {
  type Authors,
  authorName,
  groupQuery,
  MESSAGES_KEY,
  MESSAGES_STEP,
  messagesQuery,
} from '#web/entities/message/message.ts';
import { MessageList } from '#web/features/messages/message-list.tsx';
import { MessageWriter } from '#web/features/messages/message-writer.tsx';
import { useMarkRead } from '#web/features/messages/use-mark-read.ts';
import { formatDay } from '#web/lib/format.ts';
import { useLive } from '#web/lib/use-live.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** What a conversation knows of the booking beside which it stands; instants are ISO 8601. */
export interface ConversationBooking {
  session_id: string;
  seats: number;
  start_at: string;
  end_at: string;
  ended_at: string | null;
  confirmed_at: string | null;
  streamer_name: string | null;
  viewer_name: string | null;
  viewer_zone: string;
  streamer_zone: string;
}

interface ConversationProps {
  booking: ConversationBooking;
  side: 'viewer' | 'streamer';
  userId: string;
}

const instant = (text: string | null) => (text === null ? null : parseInstant(text));

/** What the people of a session write to each other, beside its booking: before it, and until 30 days after. */
export function Conversation({ booking, side, userId }: ConversationProps) {
  const title = useId();
  const end = parseInstant(booking.end_at);
  const state = conversationState(
    [
      {
        confirmedAt: instant(booking.confirmed_at),
        start: parseInstant(booking.start_at),
        end,
        endedAt: instant(booking.ended_at),
      },
    ],
    instantOf(Date.now()),
  );
  // Before it is agreed on there is nobody to write to; of a streamer's called-off seat the others go on elsewhere.
  if (state === 'none') return null;
  const zone = side === 'viewer' ? booking.viewer_zone : booking.streamer_zone;
  return (
    <section aria-labelledby={title} className="grid gap-3">
      <h3 id={title} className="text-title">
        Messages
      </h3>
      {state === 'over' ? (
        <p className="text-small text-soft">
          Les messages de cette session ont été effacés, 30 jours après sa fin.
        </p>
      ) : (
        <>
          <Written booking={booking} side={side} userId={userId} zone={zone} />
          <p className="text-kicker text-muted">
            {booking.seats > 1 ? 'Lus par toutes les personnes de la session, effacés' : 'Effacés'} le{' '}
            {formatDay(new Date(conversationUntil(end)), zone, { weekday: false })}.
          </p>
        </>
      )}
    </section>
  );
}

function Written({ booking, side, userId, zone }: ConversationProps & { zone: string }) {
  const sessionId = booking.session_id;
  const [most, setMost] = useState(MESSAGES_STEP);
  const list = useQuery(messagesQuery(sessionId, most));
  const group = useQuery({ ...groupQuery(sessionId), enabled: booking.seats > 1 });
  useLive(
    [{ table: 'session_messages', filter: `session_id=eq.${sessionId}` }],
    [...MESSAGES_KEY, 'conversation', sessionId],
  );
  useMarkRead(sessionId, userId, list.data?.messages);
  const other = side === 'viewer' ? booking.streamer_name : booking.viewer_name;
  const authors: Authors = {
    userId,
    seats: booking.seats,
    streamerName: booking.streamer_name,
    viewerName: booking.viewer_name,
    group: group.data,
  };

  if (list.isPending) return <SkeletonText lines={3} />;
  if (list.isError) {
    return (
      <ErrorState
        title="Les messages n’ont pas pu être chargés"
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const { messages, count } = list.data;
  return (
    <>
      {count > messages.length && (
        <div>
          <Button
            size="sm"
            tone="quiet"
            loading={list.isPlaceholderData}
            onClick={() => setMost(most + MESSAGES_STEP)}
          >
            Messages plus anciens
          </Button>
        </div>
      )}
      {messages.length === 0 ? (
        <p className="flex items-start gap-2.5 text-small text-soft">
          <MessagesSquare aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          Rien d’écrit encore. Une question sur la session ? Posez-la ici.
        </p>
      ) : (
        <MessageList
          messages={messages}
          userId={userId}
          nameOf={(message) => authorName(message, authors)}
          zone={zone}
        />
      )}
      <MessageWriter sessionId={sessionId} to={booking.seats > 1 ? null : other} />
    </>
  );
}
