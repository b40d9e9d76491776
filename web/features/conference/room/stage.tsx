import { useRef, useState } from 'react';
import type { PeerState, ShownReaction } from '#web/conference-core/controller/room-state.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { Bar, useActions } from './bar/bar.tsx';
import { useShortcuts } from './bar/shortcuts.ts';
import { PHONE, useFullscreen, WIDE } from './display.ts';
import { HostDialogs } from './host/host-dialogs.tsx';
import { useHost } from './host/use-host.ts';
import { personKey, planOf, SELF, screenKey } from './layout/plan.ts';
import { type Shape, TileLayout } from './layout/tile-layout.tsx';
import { Notices, useHands } from './notices.tsx';
import { usePreferences, useVolumes } from './preferences.ts';
import { FloatingReactions } from './reactions.tsx';
import { RoomAudio, useSpeaking } from './room-audio.tsx';
import {
  type Panel,
  type RoomDialog,
  StageContext,
  type StageContextValue,
  useRoom,
  useStage,
} from './room-context.tsx';
import { RoomDialogs } from './room-dialogs.tsx';
import { RoomHeader } from './room-header.tsx';
import { useUnread } from './side/chat.tsx';
import { SidePanel } from './side/side-panel.tsx';
import { FloatingSelf, HiddenSelf, SelfMenu, SelfTile } from './tiles/self-tile.tsx';
import { useConnectionReadings } from './use-connection-readings.ts';
import './room.css';
import { PeerTile, ScreenTile } from './tiles/peer-tile.tsx';
import { TileMenu } from './tiles/tile-menu.tsx';

/** The room itself, once one is inside. */
export function Stage() {
  const stage = useStageState();
  return (
    <StageContext value={stage}>
      <div ref={stage.frame} className="room">
        <RoomHeader />
        <Tiles />
        <SidePanel />
        <Bar />
        <RoomAudio />
        <RoomDialogs />
        <HostDialogs />
      </div>
    </StageContext>
  );
}

function useStageState(): StageContextValue {
  const { details, room, controller, local, chat } = useRoom();
  const { peers } = room;
  const frame = useRef<HTMLDivElement>(null);
  const [preferences, setPreferences] = usePreferences();
  const [volumes, setVolume] = useVolumes(details.roomId);
  const [dialog, openDialog] = useState<RoomDialog | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const [draft, setDraft] = useState('');
  const wide = useMediaQuery(WIDE);
  const phone = useMediaQuery(PHONE);
  const fullscreen = useFullscreen();
  /** Undefined until one chose: until then the chat is open where it has room. */
  const [chosen, setChosen] = useState<Panel | null>();
  const panel = chosen === undefined ? (wide ? 'chat' : null) : chosen;

  const group = (room.engine !== null && room.engine !== 'p2p') || peers.length > 1;
  const host = useHost(controller, room);
  const connections = useConnectionReadings(controller, peers);
  const { speaking, activeSpeaker } = useSpeaking(peers);
  const unread = useUnread(chat.messages, details.me.personId, panel === 'chat');
  const raised = peers.filter(({ flags }) => flags?.hand).map(({ participantId }) => participantId);
  const hands = useHands(local.hand ? [...raised, SELF] : raised);
  const actions = useActions({
    frame,
    group,
    preferences,
    setPreferences,
    openDialog,
    togglePanel: (next) => setChosen(panel === next ? null : next),
  });
  const shortcuts = useShortcuts(actions);

  const isOnlyPicture = peers.length + peers.filter(isSharing).length === 1;
  const selfPlace = () => {
    if (preferences.tucked) return 'hidden';
    if (!isOnlyPicture) return 'tile';
    return wide && panel !== null && !group ? 'panel' : 'corner';
  };
  return {
    frame,
    group,
    host,
    actions,
    shortcuts,
    preferences,
    setPreferences,
    volumes,
    setVolume,
    connections,
    speaking,
    activeSpeaker,
    hands,
    self: {
      name: details.me.name,
      avatarUrl: details.me.avatarUrl,
      camera: local.tracks.camera,
      muted: local.tracks.audio === null || !local.choices.mic,
      hand: hands.get(SELF) ?? 0,
      capped: !room.mayShowCamera,
    },
    selfPlace: selfPlace(),
    hideSelf: () => setPreferences({ tucked: true }),
    pinned,
    togglePin: (key) => setPinned(pinned === key ? null : key),
    panel,
    showPanel: setChosen,
    dialog,
    openDialog,
    draft,
    setDraft,
    unread,
    wide,
    phone,
    fullscreen,
  };
}

/** Everybody's pictures, and the notices over them. */
function Tiles() {
  const { room } = useRoom();
  const { preferences, setPreferences, pinned, activeSpeaker, selfPlace } = useStage();
  const { peers } = room;
  const plan = planOf({
    layout: preferences.layout,
    pinned,
    people: peers.map(({ participantId }) => participantId),
    sharing: peers.filter(isSharing).map(({ participantId }) => participantId),
    speaker: activeSpeaker,
    withSelf: selfPlace === 'tile',
  });
  const nameOf = (id: string) =>
    id === room.participantId
      ? 'Vous'
      : (peers.find(({ participantId }) => participantId === id)?.name ?? '');
  /** Sent by somebody whose picture is not shown now. */
  const hasNoTile = ({ participantId }: ShownReaction, shown: ReadonlySet<string>): boolean =>
    participantId === room.participantId ? selfPlace === 'hidden' : !shown.has(personKey(participantId));
  return (
    <TileLayout
      plan={plan}
      order={[...peers.flatMap(({ participantId: id }) => [personKey(id), screenKey(id)]), SELF]}
      tile={(key, shape) => <StageTile tileKey={key} {...shape} />}
      onMore={() => setPreferences({ layout: 'grid' })}
      over={(size, shown) => (
        <>
          {selfPlace === 'corner' && <FloatingSelf area={size} />}
          {selfPlace === 'hidden' && <HiddenSelf />}
          <FloatingReactions
            reactions={room.reactions.filter((reaction) => hasNoTile(reaction, shown))}
            nameOf={nameOf}
          />
          <Notices />
        </>
      )}
    />
  );
}

/** Whether somebody shows a screen now. */
const isSharing = ({ flags, screen }: PeerState): boolean => flags?.screen === true && screen !== null;

/** One tile of the layout with its menu: somebody, the screen that they share, or oneself. */
function StageTile({ tileKey, ...shape }: Shape & { tileKey: string }) {
  const { peers } = useRoom().room;
  const pinned = useStage().pinned === tileKey;
  if (tileKey === SELF) {
    return (
      <>
        <SelfTile {...shape} pinned={pinned} />
        <SelfMenu canPin={peers.length > 0} />
      </>
    );
  }
  const peer = peers.find(({ participantId: id }) => [personKey(id), screenKey(id)].includes(tileKey));
  if (!peer) return null;
  if (tileKey === personKey(peer.participantId)) {
    return (
      <>
        <PeerTile peer={peer} pinned={pinned} {...shape} />
        <TileMenu peer={peer} tileKey={tileKey} />
      </>
    );
  }
  if (!peer.screen) return null;
  return (
    <>
      <ScreenTile track={peer.screen} name={peer.name} pinned={pinned} small={shape.small} />
      <TileMenu peer={peer} tileKey={tileKey} ofScreen />
    </>
  );
}
