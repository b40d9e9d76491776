import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { Button } from '#web/ui/button.tsx';
import { aloneText, newsOf, orderHands, type Told, tellReactions } from './announcements.ts';
import { DoorBell } from './host/lobby.tsx';
import type { Host } from './host/use-host.ts';
import { TimeNews } from './room-header.tsx';

interface NotesProps {
  room: RoomSnapshot;
  host: Host;
  sharing: boolean;
  onStopShare: () => void;
  onSeeLobby: () => void;
  /** The list with who waits lies open. */
  lobbySeen: boolean;
  /** Why an admin is there, where nothing else says it. */
  adminReason: string | null;
  /** Whom one waits for, when nobody else is there. */
  alone: ReactNode;
}

/** What is said over the pictures: who waits, what one shares, what broke, what just happened. */
export function Notes({
  room,
  host,
  sharing,
  onStopShare,
  onSeeLobby,
  lobbySeen,
  adminReason,
  alone,
}: NotesProps) {
  const order = useOrders(room);
  const adminInside = room.peers.some(({ side }) => side === 'admin');
  return (
    <div className="room-notes">
      {room.times && <TimeNews times={room.times} ahead={room.ahead} />}
      {!lobbySeen && <DoorBell lobby={room.lobby} host={host} onSeeAll={onSeeLobby} />}
      {room.server === 'lost' && (
        <p className="room-note">
          La loge ne répond plus. L’image et le son continuent ; le chat et les nouvelles reprendront tout
          seuls.
        </p>
      )}
      {room.server !== 'lost' && room.sending === 'recovering' && (
        <p className="room-note">Les autres ne vous reçoivent plus. La connexion se rétablit toute seule.</p>
      )}
      {sharing && (
        <div className="room-note flex items-center gap-3 py-1 pr-1">
          Vous partagez votre écran
          <Button size="sm" tone="danger-outline" onClick={onStopShare}>
            Arrêter
          </Button>
        </div>
      )}
      {adminInside && adminReason !== null && (
        <p className="room-note">L’équipe Loge est dans la loge : {adminReason}</p>
      )}
      {alone}
      <p role="status" className={order === '' ? 'sr-only' : 'room-note'}>
        {order}
      </p>
      <Announcer room={room} />
    </div>
  );
}

/** What happens in the room: a word on the screen for a while, and politely aloud. */
export function Announcer({ room }: { room: RoomSnapshot }) {
  const news = useNews(room);
  const reactions = useReactionNews(room);
  return (
    <>
      <p role="status" className={news === '' ? 'sr-only' : 'room-note'}>
        {news}
      </p>
      <p role="status" className="sr-only">
        {reactions}
      </p>
    </>
  );
}

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

const ORDER_SHOWN = 8_000;

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
    const timer = setTimeout(() => setText(''), ORDER_SHOWN);
    return () => clearTimeout(timer);
  }, [text]);
  return text;
}

interface AloneProps {
  /** Of everybody whom the session is with. */
  names: readonly string[];
  alone: boolean;
}

/** Whom one waits for while nobody else is there. */
export function Alone({ names, alone }: AloneProps) {
  const [met, setMet] = useState(false);
  useEffect(() => {
    if (!alone) setMet(true);
  }, [alone]);
  if (!alone) return null;
  return (
    <p role="status" className="room-note">
      {aloneText(names, met)}
    </p>
  );
}
