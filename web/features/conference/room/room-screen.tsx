import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { openRoom } from '#web/conference-core/controller/open-room.ts';
import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import { localMedia } from '#web/conference-core/media/local-media.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useLive } from '#web/lib/use-live.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { focusTitle } from '#web/ui/focus-title.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { AfterScreen } from '../after/after-screen.tsx';
import { useLocalMedia } from '../media/use-local-media.ts';
import { type LoadedRoom, ROOM_KEY, roomQuery } from '../queries.ts';
import { JoinScreen, NotYours, WaitingScreen } from './join-screens.tsx';
import { OutScreen } from './out-screen.tsx';
import { RoomProvider, useRoom } from './room-context.tsx';
import { arrivalText, screenOf } from './screen-of.ts';
import { useChat } from './side/chat.tsx';
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

/** `/conference/room/{roomId}`: before one joins, the room, and what comes after. */
export function RoomScreen({ roomId }: { roomId: string }) {
  const { data: details, error, refetch, isFetching } = useQuery(roomQuery(roomId));
  if (error && !details) {
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
  if (!details) {
    return (
      <div className="grid flex-1 place-items-center">
        <Spinner size="lg" label="Ouverture de la loge" />
      </div>
    );
  }
  return <Room key={details.roomId} details={details} />;
}

function Room({ details }: { details: LoadedRoom }) {
  const { roomId, side } = details;
  const client = useQueryClient();
  const { controller, resume } = useRoomController(roomId);
  const { phase, out, participantId } = useSyncExternalStore(controller.subscribe, controller.state);
  const inside = phase === 'inside';
  const chat = useChat(roomId, inside ? participantId : null);
  const location = useLocation();
  useLive([{ table: 'bookings', filter: `session_id=eq.${roomId}` }], [...ROOM_KEY, roomId]);

  const wantsIn = resume !== null || (location.state as { join?: boolean } | null)?.join === true;
  const tried = useRef(false);
  const isOpen = details.state === 'open';
  useEffect(() => {
    if (!wantsIn || !isOpen || tried.current || side === 'admin') return;
    tried.current = true;
    void controller.enter({ resume });
  }, [wantsIn, isOpen, side, controller, resume]);

  // The socket is opened while people look at themselves: pressing the button has one thing less to
  // wait for.
  useEffect(() => {
    if (isOpen) void loadClient().then(({ supabase }) => supabase.realtime.connect());
  }, [isOpen]);

  const outCode = out?.code ?? null;
  useEffect(() => {
    if (outCode !== null) void client.invalidateQueries({ queryKey: [...ROOM_KEY, roomId] });
  }, [outCode, client, roomId]);

  return (
    <RoomProvider details={details} controller={controller} media={localMedia()} chat={chat}>
      {inside && <DevicesOn />}
      <RoomView />
    </RoomProvider>
  );
}

/** Keeps the devices on. */
function DevicesOn() {
  useLocalMedia();
  return null;
}

const keyOf = (roomId: string) => `loge-room-${roomId}`;

/**
 * The participant that this tab was before it was reloaded. It can be read once, so that a
 * duplicate of the tab does not get it too and asks before it takes over.
 */
function takeResume(roomId: string): string | null {
  const found = sessionStorage.getItem(keyOf(roomId));
  sessionStorage.removeItem(keyOf(roomId));
  return found;
}

/** The room of a page; it is left when the page is. */
function useRoomController(roomId: string): {
  controller: RoomController;
  /** The participant to come back as, after a reload. */
  resume: string | null;
} {
  const [controller] = useState(() => openRoom(roomId, localMedia()));
  const [resume] = useState(() => takeResume(roomId));

  useEffect(() => {
    const keepResume = () => {
      const { participantId } = controller.state();
      if (participantId !== null) sessionStorage.setItem(keyOf(roomId), participantId);
    };
    const { wake } = controller;
    const onVisibility = () => {
      if (document.visibilityState === 'visible') wake();
    };
    window.addEventListener('pagehide', keepResume);
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', onVisibility);
    // The browser had put the whole page to sleep, timers of workers included (Page Lifecycle).
    document.addEventListener('resume', wake);
    return () => {
      window.removeEventListener('pagehide', keepResume);
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', onVisibility);
      document.removeEventListener('resume', wake);
      if (controller.state().phase === 'outside') return;
      controller.leave().catch((error: unknown) => {
        // The server notices by itself within half a minute.
        console.warn('The server was not told that one left', error);
      });
    };
  }, [controller, roomId]);

  return { controller, resume };
}
