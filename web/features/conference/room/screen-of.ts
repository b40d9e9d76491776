import type { RoomState } from '#product/conference/contract.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import type { Flags } from '#web/conference-core/controller/signaling.ts';
import type { LoadedRoom } from '../queries.ts';
import { hasOutText } from './out-screen.tsx';

/** The screens of a room. A room that one cannot enter is named by its reason. */
export type ScreenName =
  | 'join'
  | 'waiting'
  | 'stage'
  | 'out'
  | 'after'
  | Exclude<RoomState, 'setup' | 'open'>;

/** The screen that belongs to what the server said of a room and to how one stands to it. */
export function screenOf(details: LoadedRoom, room: RoomSnapshot): ScreenName {
  if (room.phase === 'inside') return room.waiting ? 'waiting' : 'stage';
  if (details.state === 'over' || ['left', 'room_over'].includes(room.out?.code ?? '')) return 'after';
  if (hasOutText(room, details)) return 'out';
  // The session is settled and the room still open: a link in a mail leads to the settlement, and
  // people who stay longer find the way back in.
  if (details.booking.status === 'completed' && room.phase === 'outside') return 'after';
  return details.state === 'setup' || details.state === 'open' ? 'join' : details.state;
}

/**
 * The announcement on entering: whether one is seen and heard. People who do not see the room must
 * know it too.
 */
export function arrivalText({ mic, camera }: Pick<Flags, 'mic' | 'camera'>): string {
  const text = 'Vous êtes dans la loge :';
  if (mic && camera) return `${text} on vous voit et on vous entend.`;
  if (mic) return `${text} on vous entend, votre caméra est coupée.`;
  if (camera) return `${text} on vous voit, votre micro est coupé.`;
  return `${text} votre micro et votre caméra sont coupés.`;
}
