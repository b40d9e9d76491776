import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { openRoom } from '#web/conference-core/controller/open-room.ts';
import type { EnterOptions } from '#web/conference-core/controller/ports.ts';
import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { localMedia } from '#web/conference-core/media/local-media.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useLive } from '#web/lib/use-live.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useLocalMedia } from '../media/use-local-media.ts';
import { CONFERENCE_KEY, lookQuery } from '../queries.ts';
import { NotYours } from './join-screens.tsx';
import { Arrival, RoomView } from './room-view.tsx';
import { type RoomChat, useChat } from './side/chat.tsx';

/** `/conference/room/{roomId}`: the door, the room, and what comes after. */
export function RoomScreen({ roomId }: { roomId: string }) {
  const { data: look, error, refetch, isFetching } = useQuery(lookQuery(roomId));
  if (error && !look) {
    if (error instanceof CommandError && ['room_not_found', 'invalid_input'].includes(error.code))
      return <NotYours />;
    return (
      <div className="wrap grid flex-1 content-center py-10">
        <ErrorState
          title="La loge n’a pas pu être chargée"
          description={errorText(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </div>
    );
  }
  if (!look) {
    return (
      <div className="grid flex-1 place-items-center">
        <Spinner size="lg" label="Ouverture de la loge" />
      </div>
    );
  }
  return <KnownRoom key={look.roomId} roomId={look.roomId} />;
}

function KnownRoom({ roomId }: { roomId: string }) {
  const client = useQueryClient();
  const { data: look } = useQuery(lookQuery(roomId));
  const { controller, room, resume } = useRoom(roomId);
  const location = useLocation();
  useLive([{ table: 'bookings', filter: `session_id=eq.${roomId}` }], [...CONFERENCE_KEY, 'look', roomId]);

  const wantsIn = resume !== null || (location.state as { join?: boolean } | null)?.join === true;
  const tried = useRef(false);
  const isOpen = look?.state === 'open';
  useEffect(() => {
    if (!wantsIn || !isOpen || tried.current || look?.side === 'admin') return;
    tried.current = true;
    void controller.enter({ resume });
  }, [wantsIn, isOpen, look?.side, controller, resume]);

  // The socket is opened while the person looks at themself: one wait less behind the button.
  useEffect(() => {
    if (isOpen) void loadClient().then(({ supabase }) => supabase.realtime.connect());
  }, [isOpen]);

  const outCode = room.out?.code ?? null;
  useEffect(() => {
    if (outCode !== null) void client.invalidateQueries({ queryKey: [...CONFERENCE_KEY, 'look', roomId] });
  }, [outCode, client, roomId]);

  if (!look) return null;
  const join = (options: EnterOptions) => void controller.enter(options);
  const leave = () =>
    void controller.leave().catch((failure: unknown) => console.warn('Leaving was not told', failure));
  const props = { look, room, controller, onJoin: join, onLeave: leave };
  return (
    <>
      <Arrival look={look} room={room} media={localMedia()} />
      {room.phase === 'inside' ? (
        <Inside {...props} />
      ) : (
        <RoomView {...props} media={localMedia()} chat={NO_CHAT} />
      )}
    </>
  );
}

/** In the room: the devices are on and the chat is read as long as one is there. */
function Inside(props: Omit<ComponentProps<typeof RoomView>, 'media' | 'chat'>) {
  const { media } = useLocalMedia();
  const chat = useChat(props.look.roomId, props.room.participantId);
  return <RoomView {...props} media={media} chat={chat} />;
}

const NO_CHAT: RoomChat = {
  messages: null,
  failed: false,
  reload: () => undefined,
  send: async () => undefined,
};

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
