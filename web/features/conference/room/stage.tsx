import { useRef, useState, useSyncExternalStore } from 'react';
import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import type { RoomSnapshot, ShownReaction } from '#web/conference-core/controller/room-state.ts';
import type { LocalMedia } from '#web/conference-core/media/local-state.ts';
import { ExtensionControl } from '../extension/extension-control.tsx';
import { DeviceNotice } from '../media/device-notice.tsx';
import type { SeenRoom } from '../queries.ts';
import { AdminEntries } from '../setup/session-facts.tsx';
import { Bar } from './bar/bar.tsx';
import { useShortcuts } from './bar/shortcuts.ts';
import { useActions } from './bar/use-actions.ts';
import { PHONE, useFilled, useMatch, WIDE } from './display.ts';
import { HostDialogs } from './host/host-dialogs.tsx';
import { useHost } from './host/use-host.ts';
import { personKey, planOf, SELF, screenKey } from './layout/plan.ts';
import { Floor } from './layout/tile-layout.tsx';
import { Alone, Notes, useHands } from './notices.tsx';
import { usePreferences, useVolumes } from './preferences.ts';
import { FloatingReactions } from './reactions.tsx';
import { useSpeaking, Voices } from './room-audio.tsx';
import { type RoomWindow, RoomWindows } from './room-dialogs.tsx';
import { RoomHeader } from './room-header.tsx';
import { ChatPanel, type RoomChat, useUnread } from './side/chat.tsx';
import { PeoplePanel } from './side/people-panel.tsx';
import { type Panel, SidePanel } from './side/side-panel.tsx';
import { FloatingSelf, SelfMenu, SelfTile, TuckedSelf } from './tiles/self-tile.tsx';
import { isSharing, stageTiles } from './tiles/stage-tiles.tsx';
import { useLines } from './use-connection-quality.ts';
import './room.css';

export interface StageProps {
  look: SeenRoom;
  room: RoomSnapshot;
  controller: RoomController;
  media: LocalMedia;
  chat: RoomChat;
  onLeave: () => void;
}

/** The room itself: nothing in it that its people do not need. */
export function Stage({ look, room, controller, media, chat, onLeave }: StageProps) {
  const local = useSyncExternalStore(media.subscribe, media.state);
  const { peers } = room;
  const [view, setView] = usePreferences();
  const [open, setOpen] = useState<RoomWindow>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const [volumes, setVolume] = useVolumes(look.roomId);
  const wide = useMatch(WIDE);
  const phone = useMatch(PHONE);
  const filled = useFilled();
  /** Null while nobody chose: the chat lies open where it has room. */
  const [chosen, setChosen] = useState<Panel | 'none' | null>(null);
  const panel = chosen === 'none' ? null : (chosen ?? (wide ? 'chat' : null));
  const floor = useRef<HTMLDivElement>(null);

  const group = (room.engine !== null && room.engine !== 'p2p') || peers.length > 1;
  const host = useHost(controller, room);
  const lines = useLines(controller, peers);
  const { speaking, speaker } = useSpeaking(peers);
  const [draft, setDraft] = useState('');
  const unread = useUnread(chat.messages, look.me.personId, panel === 'chat');
  const raised = peers.filter(({ flags }) => flags?.hand).map(({ participantId }) => participantId);
  const hands = useHands(local.hand ? [...raised, SELF] : raised);

  const toggle = (next: Panel) => setChosen(panel === next ? 'none' : next);
  const actions = useActions({
    media,
    local,
    controller,
    floor,
    group,
    view,
    setView,
    open: setOpen,
    toggle,
  });
  const shortcuts = useShortcuts(actions);

  const self = {
    name: look.me.name,
    avatarUrl: look.me.avatarUrl,
    camera: local.tracks.camera,
    muted: local.tracks.audio === null || !local.choices.mic,
    hand: hands.get(SELF) ?? 0,
    capped: !room.mayShowCamera,
  };
  const sharing = peers.filter(isSharing).map(({ participantId }) => participantId);
  const tiles = peers.length + sharing.length;
  const inPanel = wide && panel !== null && tiles === 1 && !group && !view.tucked;
  const asTile = !view.tucked && !inPanel && tiles !== 1;
  const plan = planOf({
    layout: view.layout,
    pinned,
    people: peers.map(({ participantId }) => participantId),
    sharing,
    speaker,
    withSelf: asTile,
  });
  const tuck = () => setView({ tucked: true });
  const { tile, menuOf } = stageTiles({
    peers,
    myId: room.participantId,
    self,
    reactions: room.reactions,
    speaking,
    hands,
    lines,
    host,
    pinned,
    onPin: setPinned,
    onDetails: (person) => setOpen({ person }),
    onTuck: tuck,
  });
  const nameOf = (id: string) =>
    id === room.participantId
      ? 'Vous'
      : (peers.find(({ participantId }) => participantId === id)?.name ?? '');
  const ownReactions = room.reactions.filter(({ participantId }) => participantId === room.participantId);
  /** Given by somebody whose picture is not shown now. */
  const isApart = ({ participantId }: ShownReaction, shown: ReadonlySet<string>): boolean =>
    participantId === room.participantId ? view.tucked : !shown.has(personKey(participantId));
  const [other] = look.others;
  const waiting = host.mayOpen ? room.lobby.length : 0;
  return (
    <div ref={floor} className="room">
      <RoomHeader look={look} room={room} lines={lines} group={group} />
      <Floor
        plan={plan}
        order={[...peers.flatMap(({ participantId: id }) => [personKey(id), screenKey(id)]), SELF]}
        tile={tile}
        onMore={() => setView({ layout: 'grid' })}
        empty={null}
        over={(size, shown) => (
          <>
            {tiles === 1 && !inPanel && !view.tucked && (
              <FloatingSelf
                self={self}
                reactions={ownReactions}
                floor={size}
                corner={view.corner}
                onCorner={(corner) => setView({ corner })}
                onTuck={tuck}
              />
            )}
            {view.tucked && <TuckedSelf muted={self.muted} onShow={() => setView({ tucked: false })} />}
            <FloatingReactions
              reactions={room.reactions.filter((sign) => isApart(sign, shown))}
              nameOf={nameOf}
            />
            <Notes
              room={room}
              host={host}
              sharing={local.tracks.screen !== null}
              onStopShare={() => media.stopScreen()}
              onSeeLobby={() => setChosen('people')}
              lobbySeen={panel === 'people'}
              adminReason={panel === null || !wide ? (look.adminEntries.at(-1)?.reason ?? null) : null}
              alone={
                <>
                  <Alone names={look.others.map(({ name }) => name)} alone={peers.length === 0} />
                  <DeviceNotice local={local} onOpen={() => setOpen('devices')} className="room-note" />
                </>
              }
            />
          </>
        )}
      />
      <SidePanel
        panel={panel}
        wide={wide}
        onClose={() => setChosen('none')}
        self={
          inPanel && (
            <>
              <SelfTile self={self} small={false} reactions={ownReactions} />
              <SelfMenu onTuck={tuck} />
            </>
          )
        }
        notices={<AdminEntries entries={look.adminEntries} />}
      >
        {panel === 'people' ? (
          <PeoplePanel room={room} self={self} hands={hands} host={host} group={group} menuOf={menuOf} />
        ) : (
          <ChatPanel
            chat={chat}
            myId={look.me.personId}
            people={[...look.others, look.me]}
            draft={draft}
            onDraft={setDraft}
          />
        )}
      </SidePanel>
      <Bar
        local={local}
        actions={actions}
        phone={phone}
        filled={filled}
        panel={panel}
        unread={unread}
        waiting={waiting}
        onReact={(emoji) => controller.react(emoji)}
        onEnd={host.mayEnd ? () => host.ask({ act: 'end' }) : null}
        onLeave={onLeave}
        extension={
          room.side !== null && (
            <ExtensionControl
              roomId={look.roomId}
              participantId={room.participantId ?? ''}
              side={room.side}
              extension={room.extension}
              mayExtend={room.mayExtend}
              other={other?.name ?? ''}
              ahead={room.ahead}
              ask={() => controller.ask()}
            />
          )
        }
      />
      <Voices peers={peers} speakerId={local.choices.speakerId} volumes={volumes} />
      <RoomWindows
        open={open}
        onClose={() => setOpen(null)}
        media={media}
        local={local}
        peers={peers}
        volumes={volumes}
        onVolume={setVolume}
        lines={lines}
        shortcuts={shortcuts}
        view={view}
        onView={setView}
      />
      <HostDialogs host={host} look={look} room={room} group={group} />
    </div>
  );
}
