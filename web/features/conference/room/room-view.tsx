import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { EnterOptions } from '#web/conference-core/controller/ports.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import type { LocalMedia } from '#web/conference-core/media/local-state.ts';
import { focusTitle } from '#web/ui/focus-title.ts';
import { AfterScreen } from '../after/after-screen.tsx';
import type { SeenRoom } from '../queries.ts';
import { DoorScreen, WaitingScreen } from './join-screens.tsx';
import { OutScreen } from './out-screen.tsx';
import { arrivalText, screenOf } from './screen-of.ts';
import { Stage, type StageProps } from './stage.tsx';

interface RoomViewProps extends StageProps {
  onJoin: (options: EnterOptions) => void;
}

/** Everything that a room can show, from its state alone: the door, the wait, the stage, why one is out, and what comes after. */
export function RoomView({ onJoin, ...props }: RoomViewProps) {
  const { look, room, media, onLeave } = props;
  switch (screenOf(look, room)) {
    case 'waiting':
      return <WaitingScreen look={look} media={media} onLeave={onLeave} />;
    case 'stage':
      return <Stage {...props} />;
    case 'after':
      return <AfterScreen look={look} {...(look.state === 'open' ? { onReturn: () => onJoin({}) } : {})} />;
    case 'out':
      return (
        room.out && (
          <OutScreen look={look} out={room.out} entering={room.phase === 'entering'} onJoin={onJoin} />
        )
      );
    default:
      return <DoorScreen look={look} room={room} onJoin={onJoin} />;
  }
}

interface ArrivalProps {
  look: SeenRoom;
  room: RoomSnapshot;
  media: LocalMedia;
}

/** The screens of a room follow each other within one page: each is announced as a page would be, and the stage with what is on. */
export function Arrival({ look, room, media }: ArrivalProps) {
  const screen = screenOf(look, room);
  const { phase } = useSyncExternalStore(media.subscribe, media.state);
  const onStage = screen === 'stage';
  /** The devices are as they will be until somebody presses something. */
  const settled = phase === 'ready' || phase === 'explaining';
  const before = useRef(screen);
  const [text, setText] = useState('');

  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    focusTitle();
  }, [screen]);

  const { mayShowCamera } = room;
  const told = useRef(false);
  useEffect(() => {
    if (told.current === onStage || (onStage && !settled)) return;
    told.current = onStage;
    const { mic, camera } = media.flags();
    setText(onStage ? arrivalText({ mic, camera: camera && mayShowCamera }) : '');
  }, [onStage, settled, media, mayShowCamera]);

  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
