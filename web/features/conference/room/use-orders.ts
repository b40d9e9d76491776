import { useEffect, useRef, useState } from 'react';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';

const SHOWN = 8_000;

/** What the streamer just did to one's microphone or screen, for a while; what was so when one came in is no news. */
export function useOrders({ notice, peers }: Pick<RoomSnapshot, 'notice' | 'peers'>): string {
  const at = notice?.at ?? null;
  const told = useRef(at);
  const [text, setText] = useState('');
  const host = peers.find(({ side }) => side === 'streamer')?.name ?? 'Le streamer';
  const kind = notice?.kind;
  useEffect(() => {
    if (at === null || told.current === at) return;
    told.current = at;
    setText(
      kind === 'muted'
        ? `${host} a coupé votre micro. Réactivez-le quand vous voulez parler.`
        : `${host} a arrêté votre partage d’écran.`,
    );
  }, [at, kind, host]);
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => setText(''), SHOWN);
    return () => clearTimeout(timer);
  }, [text]);
  return text;
}
