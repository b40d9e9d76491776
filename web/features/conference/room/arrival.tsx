import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import type { LocalMedia } from '#web/conference-core/media/local-state.ts';
import { focusTitle } from '#web/ui/focus-title.ts';
import type { SeenRoom } from '../queries.ts';
import { arrivalText } from './arrival-text.ts';
import { screenOf } from './screen-of.ts';

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
