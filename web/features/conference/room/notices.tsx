import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { sayNext } from '#web/conference-core/controller/session-moments.ts';
import type { LocalState } from '#web/conference-core/media/local-state.ts';
import { Button } from '#web/ui/button.tsx';
import { deviceNote } from '../media/device-text.ts';
import { useSound } from '../media/use-local-media.ts';
import {
  type Announced,
  aloneText,
  announcementsOf,
  orderHands,
  reactionAnnouncement,
} from './announcements.ts';
import { LobbyNotice } from './host/lobby.tsx';
import { useRoom, useStage } from './room-context.tsx';
import { useSessionMoment } from './room-header.tsx';

/** Notices over the pictures: the lobby, one's shared screen, broken connections, recent events. */
export function Notices() {
  const { details, room, media, local } = useRoom();
  const { panel, wide, openDialog } = useStage();
  const hostAction = useHostAction(room);
  const announcement = useAnnouncement(room);
  const reactions = useReactionAnnouncement(room);
  const adminInside = room.peers.some(({ side }) => side === 'admin');
  // When the panel is beside the pictures, it explains why an admin is there.
  const adminReason = panel === null || !wide ? details.adminEntries.at(-1)?.reason : undefined;
  return (
    <div className="room-notes">
      {room.times && <TimeNotice times={room.times} ahead={room.ahead} />}
      {panel !== 'people' && <LobbyNotice />}
      {room.server === 'lost' && (
        <p className="room-note">
          La loge ne répond plus. L’image et le son continuent ; le chat et les nouvelles reprendront tout
          seuls.
        </p>
      )}
      {room.server !== 'lost' && room.sending === 'recovering' && (
        <p className="room-note">Les autres ne vous reçoivent plus. La connexion se rétablit toute seule.</p>
      )}
      {local.tracks.screen !== null && (
        <div className="room-note flex items-center gap-3 py-1 pr-1">
          Vous partagez votre écran
          <Button size="sm" tone="danger-outline" onClick={() => media.stopScreen()}>
            Arrêter
          </Button>
        </div>
      )}
      {adminInside && adminReason !== undefined && (
        <p className="room-note">L’équipe Loge est dans la loge : {adminReason}</p>
      )}
      <AloneNotice names={details.others.map(({ name }) => name)} alone={room.peers.length === 0} />
      <DeviceNotice local={local} onOpen={() => openDialog('devices')} className="room-note" />
      <Notice text={hostAction} />
      <Notice text={announcement} />
      <p role="status" className="sr-only">
        {reactions}
      </p>
    </div>
  );
}

/** Shown while there is something to say, and read aloud. */
const Notice = ({ text, className = '' }: { text: string; className?: string }) => (
  <p role="status" className={text === '' ? 'sr-only' : `room-note ${className}`}>
    {text}
  </p>
);

/** @returns a text that goes away by itself, and how to set it */
function usePassingText(milliseconds: number): [string, (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => setText(''), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return [text, setText];
}

/** Recent events of the room. States from before one joined are not announced. */
function useAnnouncement({ peers, lobby }: Announced): string {
  const before = useRef<Announced>({ peers, lobby });
  const [text, setText] = usePassingText(5_000);
  useEffect(() => {
    const announcements = announcementsOf(before.current, { peers, lobby });
    before.current = { peers, lobby };
    if (announcements.length > 0) setText(announcements.join(' '));
  }, [peers, lobby, setText]);
  return text;
}

/** The reactions that others just gave, each announced once. */
function useReactionAnnouncement({ reactions, peers }: Pick<RoomSnapshot, 'reactions' | 'peers'>): string {
  const announced = useRef<Set<string>>(new Set());
  const [text, setText] = useState('');
  useEffect(() => {
    const sentence = reactionAnnouncement(
      reactions,
      announced.current,
      (id) => peers.find(({ participantId }) => participantId === id)?.name ?? null,
    );
    announced.current = new Set(reactions.map(({ id }) => id));
    if (sentence !== '') setText(sentence);
  }, [reactions, peers]);
  return text;
}

/** The order of the raised hands: from 1, by participant. */
export function useHands(raised: readonly string[]): ReadonlyMap<string, number> {
  const order = useRef<readonly string[]>([]);
  order.current = orderHands(order.current, raised);
  return new Map(order.current.map((id, index) => [id, index + 1]));
}

/**
 * The streamer's latest order about one's microphone or screen. Orders from before one joined are
 * not announced.
 */
function useHostAction({ notice, peers }: Pick<RoomSnapshot, 'notice' | 'peers'>): string {
  const at = notice?.at ?? null;
  const announced = useRef(at);
  const [text, setText] = usePassingText(8_000);
  const host = peers.find(({ side }) => side === 'streamer')?.name ?? 'Le streamer';
  const kind = notice?.kind;
  useEffect(() => {
    if (at === null || announced.current === at) return;
    announced.current = at;
    setText(
      kind === 'muted'
        ? `${host} a coupé votre micro. Réactivez-le quand vous voulez parler.`
        : `${host} a arrêté votre partage d’écran.`,
    );
  }, [at, kind, host, setText]);
  return text;
}

/** How long the time that is left is shown as a notice. Milliseconds. */
const TIME_SHOWN = 12_000;

/**
 * The announcements of the session's moments. Those that were over before one joined are not
 * announced.
 */
function TimeNotice(props: { times: NonNullable<RoomSnapshot['times']>; ahead: number }) {
  const { moment } = useSessionMoment(props);
  const before = useRef(moment);
  const [text, setText] = useState('');
  useEffect(() => {
    if (before.current === moment) return;
    setText(sayNext(before.current, moment));
    before.current = moment;
    const timer = setTimeout(() => setText(''), TIME_SHOWN);
    return () => clearTimeout(timer);
  }, [moment]);
  return <Notice text={text} className="bg-ink text-ground" />;
}

interface AloneNoticeProps {
  /** Of everybody whom the session is with. */
  names: readonly string[];
  alone: boolean;
}

/** The people whom one waits for while nobody else is there. */
function AloneNotice({ names, alone }: AloneNoticeProps) {
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

interface DeviceNoticeProps {
  local: LocalState;
  /** Opens the panel of devices. */
  onOpen: () => void;
  className?: string;
}

/** In the room: the fault of one's own devices, until it is gone or the notice is closed. */
function DeviceNotice({ local, onOpen, className }: DeviceNoticeProps) {
  const { sound } = useSound(local.choices.mic ? local.tracks.audio : null);
  const [seen, setSeen] = useState<string | null>(null);
  const note = deviceNote(local, sound, navigator.userAgent);
  return (
    <div role="status" className="contents">
      {note !== null && note !== seen && (
        <div className={className}>
          <p>{note}</p>
          <div className="mt-1 flex items-center justify-center gap-2">
            <button type="button" onClick={onOpen} className="min-h-11 px-3 underline underline-offset-4">
              Mes appareils
            </button>
            <button
              type="button"
              aria-label="Masquer ce message"
              onClick={() => setSeen(note)}
              className="grid size-11 place-items-center rounded-full hover:bg-hover"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
