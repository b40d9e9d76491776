import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { type Dispatch, type SetStateAction, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { MESSAGE_MAX, type RoomPerson, sendChatMessage } from '#contracts/conference.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLive } from '#web/lib/use-live.ts';
import { classNames } from '#web/ui/class-names.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { type ChatMessage, CONFERENCE_KEY, messagesQuery } from '../../queries.ts';

interface ChatPanelProps {
  chat: RoomChat;
  myId: string;
  people: readonly RoomPerson[];
  /** What is being written; it outlives the panel, which comes and goes. */
  draft: string;
  onDraft: Dispatch<SetStateAction<string>>;
}

const firstNameOf = (name: string): string => name.split(' ')[0] ?? name;

/** Whose message it is, as the reader calls them. */
function authorOf(message: ChatMessage, myId: string, people: readonly RoomPerson[]): string {
  if (message.author_id === myId) return 'Vous';
  if (message.side === 'admin') return 'L’équipe Loge';
  const author = people.find(({ personId }) => personId === message.author_id);
  return author ? firstNameOf(author.name) : 'Compte supprimé';
}

/** What is written during a session, kept with the booking. */
export function ChatPanel({ chat, myId, people, draft, onDraft }: ChatPanelProps) {
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
            <li key={message.id} className="whitespace-pre-wrap">
              <span
                className={classNames(
                  'font-semibold',
                  message.author_id === myId ? 'text-soft' : 'text-spot',
                )}
              >
                {authorOf(message, myId, people)}
              </span>{' '}
              {message.body}
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
      <Writer chat={chat} draft={draft} onDraft={onDraft} />
    </div>
  );
}

function Writer({ chat, draft: text, onDraft: setText }: Pick<ChatPanelProps, 'chat' | 'draft' | 'onDraft'>) {
  const [fault, setFault] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = text.trim();
    if (body === '' || sending) return;
    setSending(true);
    setFault(null);
    try {
      await chat.send(body);
      setText((now) => (now === text ? '' : now)); // what was written meanwhile stays
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-2">
      {fault !== null && <FormError>{fault}</FormError>}
      <div className="flex items-center gap-2">
        <input
          aria-label="Écrire un message"
          placeholder="Écrire un message"
          value={text}
          maxLength={MESSAGE_MAX}
          onChange={(event) => setText(event.target.value)}
          className="min-h-11 min-w-0 flex-1 rounded-full border border-edge bg-transparent px-4 text-small placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label="Envoyer"
          aria-disabled={text.trim() === '' || sending}
          className="grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-wash hover:text-ink aria-disabled:opacity-45"
        >
          <SendHorizontal aria-hidden="true" className="size-5" />
        </button>
      </div>
    </form>
  );
}

/** What is written in a room, without where it is kept. */
export interface RoomChat {
  /** Null until they are loaded. */
  messages: readonly ChatMessage[] | null;
  /** They could not be loaded. */
  failed: boolean;
  reload(): void;
  /** @throws what the server refused it with */
  send(body: string): Promise<void>;
}

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
      await callCommand(sendChatMessage, { roomId, participantId, key: last.current.key, body });
      last.current = null;
      await client.invalidateQueries({ queryKey });
    },
  };
}

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
