import type { ReactNode } from 'react';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { Button } from '#web/ui/button.tsx';
import { TimeNews } from './header/time-left.tsx';
import { DoorBell } from './host/door-bell.tsx';
import type { Host } from './host/use-host.ts';
import { Announcer } from './news/announcer.tsx';
import { useOrders } from './use-orders.ts';

interface NotesProps {
  room: RoomSnapshot;
  host: Host;
  sharing: boolean;
  onStopShare: () => void;
  onSeeLobby: () => void;
  /** The list with who waits lies open. */
  lobbySeen: boolean;
  /** Why an admin is there, where nothing else says it. */
  adminReason: string | null;
  /** Whom one waits for, when nobody else is there. */
  alone: ReactNode;
}

/** What is said over the pictures: who waits, what one shares, what broke, what just happened. */
export function Notes({
  room,
  host,
  sharing,
  onStopShare,
  onSeeLobby,
  lobbySeen,
  adminReason,
  alone,
}: NotesProps) {
  const order = useOrders(room);
  const adminInside = room.peers.some(({ side }) => side === 'admin');
  return (
    <div className="room-notes">
      {room.times && <TimeNews times={room.times} ahead={room.ahead} />}
      {!lobbySeen && <DoorBell lobby={room.lobby} host={host} onSeeAll={onSeeLobby} />}
      {room.server === 'lost' && (
        <p className="room-note">
          La loge ne répond plus. L’image et le son continuent ; le chat et les nouvelles reprendront tout
          seuls.
        </p>
      )}
      {room.server !== 'lost' && room.sending === 'recovering' && (
        <p className="room-note">Les autres ne vous reçoivent plus. La connexion se rétablit toute seule.</p>
      )}
      {sharing && (
        <div className="room-note flex items-center gap-3 py-1 pr-1">
          Vous partagez votre écran
          <Button size="sm" tone="danger-outline" onClick={onStopShare}>
            Arrêter
          </Button>
        </div>
      )}
      {adminInside && adminReason !== null && (
        <p className="room-note">L’équipe Loge est dans la loge : {adminReason}</p>
      )}
      {alone}
      <p role="status" className={order === '' ? 'sr-only' : 'room-note'}>
        {order}
      </p>
      <Announcer room={room} />
    </div>
  );
}
