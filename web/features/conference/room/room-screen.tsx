import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { EnterOptions } from '#web/conference-core/controller/ports.ts';
import { localMedia } from '#web/conference-core/media/local-media.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useLive } from '#web/lib/use-live.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useLocalMedia } from '../media/use-local-media.ts';
import { CONFERENCE_KEY, lookQuery } from '../queries.ts';
import { Arrival } from './arrival.tsx';
import { NotYours } from './closed-screen.tsx';
import { RoomView } from './room-view.tsx';
import type { RoomChat } from './side/chat.ts';
import { useChat } from './side/use-chat.ts';
import { useRoom } from './use-room.ts';

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
