import { useEffect, useRef } from 'react';
import type { Message } from '#web/entities/message/message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';

interface MessageListProps {
  messages: readonly Message[];
  userId: string;
  nameOf: (message: Message) => string;
  zone: string;
}

/** Messages from the oldest to the newest, one's own on the right; it stays at the newest as they come. */
export function MessageList({ messages, userId, nameOf, zone }: MessageListProps) {
  const box = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [newest]);
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
              <p
                className={classNames(
                  'max-w-[85%] rounded-lg px-3 py-2 text-small wrap-anywhere whitespace-pre-wrap',
                  own ? 'bg-spot-wash' : 'bg-wash',
                )}
              >
                {message.body}
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
