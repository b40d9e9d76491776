import { useEffect, useRef, useState } from 'react';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { orderHands } from './hands.ts';
import { newsOf, type Told, tellReactions } from './room-news.ts';

/** How long a word stays on the screen, in milliseconds. */
const SHOWN = 5_000;

/** What just happened in the room, for a while; what was so when one came in is no news. */
export function useNews({ peers, lobby }: Told): string {
  const before = useRef<Told>({ peers, lobby });
  const [text, setText] = useState('');
  useEffect(() => {
    const news = newsOf(before.current, { peers, lobby });
    before.current = { peers, lobby };
    if (news.length > 0) setText(news.join(' '));
  }, [peers, lobby]);
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => setText(''), SHOWN);
    return () => clearTimeout(timer);
  }, [text]);
  return text;
}

/** The signs that were just given by others, told once. */
export function useReactionNews({ reactions, peers }: Pick<RoomSnapshot, 'reactions' | 'peers'>): string {
  const told = useRef<Set<string>>(new Set());
  const [text, setText] = useState('');
  useEffect(() => {
    const sentence = tellReactions(
      reactions,
      told.current,
      (id) => peers.find(({ participantId }) => participantId === id)?.name ?? null,
    );
    told.current = new Set(reactions.map(({ id }) => id));
    if (sentence !== '') setText(sentence);
  }, [reactions, peers]);
  return text;
}

/** Whose turn it is among the raised hands: from 1, by participant. */
export function useHands(raised: readonly string[]): ReadonlyMap<string, number> {
  const order = useRef<readonly string[]>([]);
  order.current = orderHands(order.current, raised);
  return new Map(order.current.map((id, index) => [id, index + 1]));
}
