import { useState } from 'react';
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

/** A chat with some words in it already; what is written comes back at once. */
export function useFakeChat(myId: string): RoomChat {
  const [messages, setMessages] = useState<readonly ChatMessage[]>(() => [
    said(1, 0, 'Bonsoir. On reprend la partie d’hier ?'),
    said(2, 1, 'Avec plaisir, j’ai revu l’ouverture.'),
    said(3, 0, 'Regarde la diagonale avant de roquer.'),
    said(4, 1, 'Ah oui, le fou en g7.'),
  ]);
  return {
    messages,
    failed: false,
    reload: () => undefined,
    async send(body) {
      setMessages((before) => [...before, { ...said(before.length + 1, 1, body), author_id: myId }]);
    },
  };
}
