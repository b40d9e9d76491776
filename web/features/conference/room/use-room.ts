import { useEffect, useState, useSyncExternalStore } from 'react';
import { openRoom } from '#web/conference-core/controller/open-room.ts';
import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { localMedia } from '#web/conference-core/media/local-media.ts';

const keyOf = (roomId: string) => `loge-room-${roomId}`;

/** Who this tab was in the room before it was reloaded; told once. A duplicated tab never hears it, and asks before it takes over. */
function takeResume(roomId: string): string | null {
  const found = sessionStorage.getItem(keyOf(roomId));
  sessionStorage.removeItem(keyOf(roomId));
  return found;
}

/** The room of a page, left when the page is. */
export function useRoom(roomId: string): {
  controller: RoomController;
  room: RoomSnapshot;
  /** The participant to come back as, after a reload. */
  resume: string | null;
} {
  const [controller] = useState(() => openRoom(roomId, localMedia()));
  const [resume] = useState(() => takeResume(roomId));
  const room = useSyncExternalStore(controller.subscribe, controller.state);

  useEffect(() => {
    const goAway = () => {
      const { participantId } = controller.state();
      if (participantId !== null) sessionStorage.setItem(keyOf(roomId), participantId);
    };
    const { wake } = controller;
    const seen = () => {
      if (document.visibilityState === 'visible') wake();
    };
    window.addEventListener('pagehide', goAway);
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', seen);
    // The browser had put the whole page to sleep, timers of workers included (Page Lifecycle).
    document.addEventListener('resume', wake);
    return () => {
      window.removeEventListener('pagehide', goAway);
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', seen);
      document.removeEventListener('resume', wake);
      if (controller.state().phase === 'outside') return;
      controller.leave().catch((error: unknown) => {
        // The server notices by itself within half a minute.
        console.warn('Leaving the room was not told', error);
      });
    };
  }, [controller, roomId]);

  return { controller, room, resume };
}
