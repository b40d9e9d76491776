import { useParams, useSearchParams } from 'react-router';
import { cameBack, ExtensionReturn } from '#web/features/conference/extension/extension-return.tsx';
import { NotYours } from '#web/features/conference/room/join-screens.tsx';
import { RoomScreen } from '#web/features/conference/room/room-screen.tsx';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * `/conference/room/{roomId}`; `?extension=done` or `left`: back from paying an extension, in a tab
 * beside the room's.
 */
export function Component() {
  const { roomId = '' } = useParams();
  const how = cameBack(useSearchParams()[0]);
  if (!UUID.test(roomId)) return <NotYours />;
  if (how) return <ExtensionReturn how={how} roomId={roomId.toLowerCase()} />;
  return <RoomScreen key={roomId} roomId={roomId.toLowerCase()} />;
}
