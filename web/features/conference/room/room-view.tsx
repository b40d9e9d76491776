import { useEffect, useRef, useState } from 'react';
import { focusTitle } from '#web/ui/focus-title.ts';
import { AfterScreen } from '../after/after-screen.tsx';
import { JoinScreen, WaitingScreen } from './join-screens.tsx';
import { OutScreen } from './out-screen.tsx';
import { useRoom } from './room-context.tsx';
import { arrivalText, screenOf } from './screen-of.ts';
import { Stage } from './stage.tsx';

/**
 * Everything that a room can show, from its state alone: before one joins, the lobby, the stage,
 * why one is out, and what comes after.
 */
export function RoomView() {
  return (
    <>
      <ScreenAnnouncer />
      <Screen />
    </>
  );
}

function Screen() {
  const { details, room } = useRoom();
  switch (screenOf(details, room)) {
    case 'waiting':
      return <WaitingScreen />;
    case 'stage':
      return <Stage />;
    case 'after':
      return <AfterScreen />;
    case 'out':
      return <OutScreen />;
    default:
      return <JoinScreen />;
  }
}

/**
 * The screens of a room follow each other within one page: each is announced as a page would be,
 * and the stage with what of oneself is on.
 */
function ScreenAnnouncer() {
  const { details, room, media, local } = useRoom();
  const screen = screenOf(details, room);
  const onStage = screen === 'stage';
  /** The devices stay as they are until somebody presses something. */
  const settled = local.phase === 'ready' || local.phase === 'explaining';
  const before = useRef(screen);
  const [text, setText] = useState('');

  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    focusTitle();
  }, [screen]);

  const { mayShowCamera } = room;
  const announced = useRef(false);
  useEffect(() => {
    if (announced.current === onStage || (onStage && !settled)) return;
    announced.current = onStage;
    const { mic, camera } = media.flags();
    setText(onStage ? arrivalText({ mic, camera: camera && mayShowCamera }) : '');
  }, [onStage, settled, media, mayShowCamera]);

  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
