import { useQuery } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { MESSAGE_MAX, type RoomPerson, sendChatMessage } from '#product/conference/contract.ts';
import { RemovedNote, WithheldLine } from '#web/entities/report/removed-note.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { formatTime } from '#web/lib/format.ts';
import { useAction, useCommand } from '#web/lib/use-command.ts';
import { useLive } from '#web/lib/use-live.ts';
import { classNames } from '#web/ui/class-names.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { type ChatMessage, messagesQuery } from '../../queries.ts';
import { ownZone } from '../../setup/session-facts.tsx';
import { type RoomChat, useRoom, useStage } from '../room-context.tsx';

const firstNameOf = (name: string): string => name.split(' ')[0] ?? name;

/** The author of a message, as the reader calls them. */
function authorOf(message: ChatMessage, myId: string, people: readonly RoomPerson[]): string {
  if (message.author_id === myId) return 'Vous';
  if (message.side === 'admin') return 'L’équipe Loge';
  const author = people.find(({ personId }) => personId === message.author_id);
  return author ? firstNameOf(author.name) : 'Compte supprimé';
}

/** The messages of a session, which are kept with the booking. */
export function ChatPanel() {
  const { details, chat } = useRoom();
  const { me, others } = details;
  const { failed, reload } = chat;
  const messages = chat.messages ?? [];
  const end = useRef<HTMLDivElement>(null);
  const count = messages.length;
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [count]);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <div role="log" aria-label="Messages" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
        <ol className="grid gap-2.5 text-small">
          {messages.map((message) => (
            <li key={message.id}>
              <span
                className={classNames(
                  'font-semibold',
                  message.author_id === me.personId ? 'text-soft' : 'text-spot',
                )}
              >
                {authorOf(message, me.personId, others)}
              </span>{' '}
              <time dateTime={message.sent_at} className="num text-kicker text-muted">
                {formatTime(message.sent_at, ownZone())}
              </time>
              {message.removed_at === null ? (
                <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                  <LinkedText>{message.body}</LinkedText>
                </p>
              ) : (
                <RemovedNote kind="message" id={String(message.id)} />
              )}
              {message.hidden_at !== null && message.removed_at === null && (
                <WithheldLine>Masqué par l’équipe Loge : vous seul le voyez.</WithheldLine>
              )}
            </li>
          ))}
        </ol>
        {failed && (
          <FormError
            action={
              <button type="button" className="underline underline-offset-4" onClick={reload}>
                Réessayer
              </button>
            }
          >
            Les messages n’ont pas pu être chargés.
          </FormError>
        )}
        <p className="mt-2.5 text-kicker text-muted">Le chat reste avec votre réservation.</p>
        <div ref={end} />
      </div>
      <Writer />
    </div>
  );
}

function Writer() {
  const { chat } = useRoom();
  const { draft, setDraft } = useStage();
  const sending = useAction(chat.send);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = draft.trim();
    if (body === '' || sending.pending) return;
    try {
      await sending.run(body);
      setDraft((now) => (now === draft ? '' : now)); // what was written in the meantime stays
    } catch {
      // `sending.error` is shown above the field.
    }
  };
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-2">
      {sending.error && <FormError>{errorText(sending.error)}</FormError>}
      <div className="flex items-center gap-2">
        <input
          aria-label="Écrire un message"
          placeholder="Écrire un message"
          value={draft}
          maxLength={MESSAGE_MAX}
          onChange={(event) => setDraft(event.target.value)}
          className="min-h-11 min-w-0 flex-1 rounded-full border border-edge bg-transparent px-4 text-small placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label="Envoyer"
          aria-disabled={draft.trim() === '' || sending.pending}
          className="grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-wash hover:text-ink aria-disabled:opacity-45"
        >
          <SendHorizontal aria-hidden="true" className="size-5" />
        </button>
      </div>
    </form>
  );
}

/**
 * The chat of a room as the server keeps it, live.
 * @param participantId null while one is not in the room: nothing is loaded
 */
export function useChat(roomId: string, participantId: string | null): RoomChat {
  const inside = participantId !== null;
  const messages = messagesQuery(roomId);
  const { data = null, isError, refetch } = useQuery({ ...messages, enabled: inside });
  useLive([{ table: 'session_messages', filter: `session_id=eq.${roomId}` }], messages.queryKey, inside);
  const saying = useCommand(sendChatMessage, { changes: [messages.queryKey] });
  return {
    messages: data,
    failed: isError,
    reload: () => void refetch(),
    send: async (body) => (inside ? saying.run({ roomId, participantId, body }) : undefined),
  };
}

/**
 * How many messages of others came while the chat was not shown. The messages that were there when
 * one joined count as read.
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
