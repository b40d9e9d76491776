import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '#web/lib/use-live.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import type { RoomController } from '../controller/room-controller.ts';
import type { RoomSnapshot } from '../controller/room-state.ts';
import { TrackVideo } from '../media/media-element.tsx';
import { useLocalMedia } from '../media/use-local-media.ts';
import { CONFERENCE_KEY, messagesQuery, type SeenRoom } from '../queries.ts';
import { AdminEntries } from '../setup/session-facts.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { Controls, toggleShare } from './controls.tsx';
import { QUALITY_TEXT, qualityOf } from './line-quality.ts';
import { type RoomWindow, RoomWindows } from './room-windows.tsx';
import { Caption, HandNews, PeerTile, ScreenTile } from './tile.tsx';
import { TimeLeft } from './time-left.tsx';
import { useLine } from './use-line.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useWide } from './use-wide.ts';

interface StageProps {
  roomId: string;
  look: SeenRoom;
  room: RoomSnapshot;
  controller: RoomController;
  onLeave: () => void;
}

/** The room itself: nothing in it that its people do not need. */
export function Stage({ roomId, look, room, controller, onLeave }: StageProps) {
  const { media, local } = useLocalMedia();
  const [open, setOpen] = useState<RoomWindow>(null);
  const [chatOpen, setChatOpen] = useState(false);
  const [volumes, setVolumes] = useState<Record<string, number>>({});
  const wide = useWide();
  const unread = useUnread(roomId, look.me.personId, wide || chatOpen);
  useLive(
    [{ table: 'session_messages', filter: `session_id=eq.${roomId}` }],
    [...CONFERENCE_KEY, 'messages', roomId],
  );
  const { peers } = room;
  const line = useLine(controller, peers[0]?.participantId ?? null);
  const shortcuts = useShortcuts({
    m: () => void media.setMic(!(local.tracks.audio && local.choices.mic)),
    v: () => void media.setCamera(!local.tracks.camera),
    e: () => toggleShare(media),
    l: () => media.setHand(!local.hand),
    c: () => setChatOpen(true),
    r: () => setOpen('devices'),
    s: () => setOpen('line'),
    '?': () => setOpen('keys'),
  });
  const chat = (
    <ChatPanel
      roomId={roomId}
      participantId={room.participantId ?? ''}
      myId={look.me.personId}
      people={[...look.others, look.me]}
    />
  );
  const shared = peers.find(({ flags, screen }) => flags?.screen && screen);
  const names = look.others.map(({ name }) => name).join(', ');
  return (
    <div className="flex h-dvh min-h-0 flex-col gap-3 p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:p-4">
      <header className="flex min-h-10 items-center justify-between gap-4">
        <div className="flex min-w-0 items-baseline gap-x-3">
          <h1 className="truncate text-base font-semibold">{look.booking.title}</h1>
          <p className="truncate text-small text-soft max-sm:hidden">avec {names}</p>
          <Signal room={room} line={line} />
        </div>
        {room.times && <TimeLeft times={room.times} ahead={room.ahead} />}
      </header>
      <HandNews peers={peers} />
      <div className="grid min-h-0 flex-1 gap-3 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
        <div className="relative grid min-h-0 auto-rows-fr gap-3">
          {shared?.screen && <ScreenTile track={shared.screen} name={shared.name} />}
          <div
            className={classNames(
              'min-h-0 gap-3',
              shared ? 'absolute top-3 left-3 grid h-28 w-44' : 'grid auto-rows-fr',
              !shared && peers.length > 1 && 'sm:grid-cols-2',
            )}
          >
            {peers.map((peer) => (
              <PeerTile
                key={peer.participantId}
                peer={peer}
                speakerId={local.choices.speakerId}
                volume={volumes[peer.personId] ?? 1}
                small={shared !== undefined}
              />
            ))}
            {peers.length === 0 && <Alone look={look} />}
          </div>
          <div className="absolute right-3 bottom-3 aspect-[3/4] w-24 overflow-hidden rounded-lg border border-line-strong bg-raised shadow-lg lg:hidden">
            <Self track={local.tracks.camera} screen={local.tracks.screen !== null} />
          </div>
        </div>
        <aside aria-label="Vous et le chat" className="hidden min-h-0 flex-col gap-3 lg:flex">
          <div className="relative aspect-[5/3] overflow-hidden rounded-xl bg-raised">
            <Self track={local.tracks.camera} screen={local.tracks.screen !== null} />
          </div>
          <AdminEntries entries={look.adminEntries} />
          {wide && <div className="flex min-h-0 flex-1 flex-col rounded-xl bg-stage p-4">{chat}</div>}
        </aside>
      </div>
      <Controls
        media={media}
        local={local}
        unread={unread}
        onChat={() => setChatOpen(true)}
        onOpen={setOpen}
        onLeave={onLeave}
      />
      {!wide && (
        <Sheet open={chatOpen} onOpenChange={setChatOpen} title="Chat">
          <div className="flex h-[60dvh] flex-col">{chat}</div>
        </Sheet>
      )}
      <RoomWindows
        open={open}
        onClose={() => setOpen(null)}
        media={media}
        local={local}
        peers={peers}
        volumes={volumes}
        onVolume={(personId, volume) => setVolumes((current) => ({ ...current, [personId]: volume }))}
        line={line}
        shortcuts={shortcuts}
      />
    </div>
  );
}

/** How the line is, in words. */
function Signal({ room, line }: { room: RoomSnapshot; line: ReturnType<typeof useLine> }) {
  if (room.server === 'lost') return <StateDot tone="live">Connexion perdue, reprise…</StateDot>;
  if (!line) return null;
  const quality = qualityOf(line);
  const calm = quality === 'good';
  const tone = calm ? 'settled' : quality === 'fair' ? 'spot' : 'live';
  return (
    <StateDot tone={tone} className={classNames(calm && 'max-sm:hidden')}>
      {QUALITY_TEXT[quality]}
    </StateDot>
  );
}

function Alone({ look }: { look: SeenRoom }) {
  const names = look.others.map(({ name }) => name).join(', ');
  return (
    <div className="grid place-items-center rounded-xl border-2 border-dashed border-line px-6 text-center">
      <p role="status" className="max-w-[36ch] text-soft">
        {names === ''
          ? 'Personne d’autre n’est encore là.'
          : `${names} n’est pas encore là. Cela se fera tout seul.`}
      </p>
    </div>
  );
}

function Self({ track, screen }: { track: MediaStreamTrack | null; screen: boolean }) {
  return (
    <>
      {track && <TrackVideo track={track} mirrored label="Votre caméra" />}
      <Caption name={screen ? 'Vous partagez' : 'Vous'} />
    </>
  );
}

/** Messages of others that came while the chat was out of sight. */
function useUnread(roomId: string, myId: string, visible: boolean): number {
  const { data: messages = [] } = useQuery(messagesQuery(roomId));
  const others = messages.filter((message) => message.author_id !== myId).length;
  const read = useRef<number | null>(null);
  useEffect(() => {
    if (visible || read.current === null) read.current = others;
  }, [visible, others]);
  return visible || read.current === null ? 0 : Math.max(0, others - read.current);
}
