import { useEffect, useState } from 'react';
import type { ChatMessage } from '../queries.ts';
import type { RoomChat } from '../room/side/chat.ts';
import { person } from './people.ts';

const said = (id: number, author: number, body: string): ChatMessage => ({
  id,
  author_id: person(author).personId,
  side: person(author).side,
  body,
  sent_at: new Date().toISOString(),
});

/** As a server that is near. Milliseconds. */
const LOADS = 50;

/** A chat with some words in it already, which come a moment later; what is written comes back at once. */
export function useFakeChat(myId: string): RoomChat {
  const [messages, setMessages] = useState<readonly ChatMessage[] | null>(null);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setMessages([
          said(1, 0, 'Bonsoir. On reprend la partie d’hier ?'),
          said(2, 1, 'Avec plaisir, j’ai revu l’ouverture.'),
          said(3, 0, 'Regarde la diagonale avant de roquer.'),
          said(4, 1, 'Ah oui, le fou en g7.'),
        ]),
      LOADS,
    );
    return () => clearTimeout(timer);
  }, []);
  return {
    messages,
    failed: false,
    reload: () => undefined,
    async send(body) {
      setMessages((before) => [
        ...(before ?? []),
        { ...said((before?.length ?? 0) + 1, 1, body), author_id: myId },
      ]);
    },
  };
}
