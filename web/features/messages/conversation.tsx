import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { conversationState, conversationUntil } from '#product/booking/rules/conversation.ts';
import { markMessagesRead } from '#product/messages/contract.ts';
import { ofName } from '#product/shared/elision.ts';
import { instantOf, parseInstant } from '#product/shared/time/instant.ts';
import { AttachmentList, useAttachments } from '#web/entities/attachment/attachment-list.tsx';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import {
  type Authors,
  authorName,
  groupQuery,
  MESSAGES_KEY,
  MESSAGES_STEP,
  type Message,
  messagesQuery,
} from '#web/entities/message/message.ts';
import { RemovedNote, WithheldLine } from '#web/entities/report/removed-note.tsx';
import { ReportButton } from '#web/entities/report/report-button.tsx';
import { MessageWriter } from '#web/features/messages/message-writer.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { formatDateTime, formatDay } from '#web/lib/format.ts';
import { useLive } from '#web/lib/use-live.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** The fields of a booking that its conversation needs; instants are ISO 8601. */
type ConversationBooking = Pick<
  BookingDetails,
  | 'session_id'
  | 'seats'
  | 'start_at'
  | 'end_at'
  | 'ended_at'
  | 'confirmed_at'
  | 'streamer_name'
  | 'viewer_name'
  | 'viewer_zone'
  | 'streamer_zone'
>;

interface ConversationProps {
  booking: ConversationBooking;
  side: 'viewer' | 'streamer';
  userId: string;
}

const instant = (text: string | null) => (text === null ? null : parseInstant(text));

/**
 * The messages between the people of a session, beside its booking: before it, and until 30 days
 * after.
 */
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
  // Before it is agreed on there is nobody to write to; of a seat of a group that was called off,
  // its streamer finds it with the others' seats.
  if (state === 'none' || (state === 'closed' && side === 'streamer' && booking.seats > 1)) return null;
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
          <Written booking={booking} side={side} userId={userId} zone={zone} closed={state === 'closed'} />
          <p className="text-kicker text-muted">
            {state === 'closed'
              ? 'La session a été annulée : on ne s’y écrit plus. '
              : booking.seats > 1 && 'Toutes les personnes de la session lisent ces messages. '}
            Les messages seront effacés le {formatDay(new Date(conversationUntil(end)), zone)}.
          </p>
        </>
      )}
    </section>
  );
}

interface WrittenProps extends ConversationProps {
  zone: string;
  /** It can be read, but no longer written in. */
  closed: boolean;
}

function Written({ booking, side, userId, zone, closed }: WrittenProps) {
  const sessionId = booking.session_id;
  const [most, setMost] = useState(MESSAGES_STEP);
  const list = useQuery(messagesQuery(sessionId, most));
  const group = useQuery({ ...groupQuery(sessionId), enabled: booking.seats > 1 && !closed });
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
          {closed
            ? 'Rien n’a été écrit.'
            : 'Rien d’écrit encore. Une question sur la session ? Posez-la ici.'}
        </p>
      ) : (
        <MessageList
          messages={messages}
          userId={userId}
          nameOf={(message) => authorName(message, authors)}
          zone={zone}
        />
      )}
      {!closed && <MessageWriter sessionId={sessionId} to={booking.seats > 1 ? null : other} />}
    </>
  );
}

/** Says how far one has read, once what others wrote is on a screen that somebody looks at. */
function useMarkRead(sessionId: string, userId: string, messages: readonly Message[] | undefined): void {
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

interface MessageListProps {
  messages: readonly Message[];
  userId: string;
  nameOf: (message: Message) => string;
  zone: string;
}

/**
 * Messages from the oldest to the newest, one's own on the right; it stays at the newest as they
 * come.
 */
function MessageList({ messages, userId, nameOf, zone }: MessageListProps) {
  const box = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  const files = useAttachments(
    'message_id',
    messages.map(({ id }) => String(id)),
  );
  useEffect(() => {
    if (newest !== undefined && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [newest, files.size]);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
      tabIndex={0}
      className="max-h-96 overflow-y-auto overscroll-contain rounded-lg border border-line p-3"
    >
      <ol className="grid gap-3">
        {messages.map((message) => {
          const own = message.author_id === userId;
          return (
            <li
              key={message.id}
              className={classNames('grid gap-1', own ? 'justify-items-end' : 'justify-items-start')}
            >
              <p className="num text-kicker text-muted">
                <span className="font-semibold text-soft">{own ? 'Vous' : nameOf(message)}</span>{' '}
                <time dateTime={message.sent_at}>
                  {formatDateTime(message.sent_at, zone, { weekday: false })}
                </time>
              </p>
              {message.removed_at === null ? (
                <p
                  dir="auto"
                  className={classNames(
                    'max-w-[85%] rounded-lg px-3 py-2 text-small wrap-anywhere whitespace-pre-wrap',
                    own ? 'bg-spot-wash' : 'bg-wash',
                  )}
                >
                  <LinkedText>{message.body}</LinkedText>
                </p>
              ) : (
                <RemovedNote kind="message" id={String(message.id)} />
              )}
              {message.hidden_at !== null && message.removed_at === null && (
                <WithheldLine>Masqué par l’équipe Loge : vous seul le voyez.</WithheldLine>
              )}
              <AttachmentList own={own} files={files.get(String(message.id))} />
              {!own && message.author_id !== null && (
                <ReportButton
                  subject={{ kind: 'message', id: String(message.id) }}
                  what={`le message ${ofName(nameOf(message))}`}
                  signedIn
                />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
