import { useParams } from 'react-router';
import { NotYours } from '#web/features/conference/room/closed-screen.tsx';
import { RoomScreen } from '#web/features/conference/room/room-screen.tsx';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** `/conference/room/{roomId}`. */
export function Component() {
  const { roomId = '' } = useParams();
  return UUID.test(roomId) ? <RoomScreen key={roomId} roomId={roomId.toLowerCase()} /> : <NotYours />;
}
