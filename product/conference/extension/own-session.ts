import type pg from 'pg';
import { lockBooking, type StoredBooking } from '#product/booking/booking-row.ts';
import { beforeMoving } from '#product/booking/lock-time.ts';
import type { Person } from '#product/command/access.ts';
import { AppError } from '#product/shared/errors.ts';
import type { RoomSide } from '../contract.ts';
import { readOwnAdmission } from '../own-admission.ts';
import { loadRoom } from '../room.ts';

/** The locked booking of the session that a person is in, and their side of it. */
export interface OwnSession extends StoredBooking {
  sessionId: string;
  side: Exclude<RoomSide, 'admin'>;
}

interface Asked {
  person: Person;
  input: { roomId: string; participantId: string };
  now: Date;
}

/**
 * The session for two in whose room a person is, its booking locked.
 * @param moving whether its time may change: then the time of both is locked first (lockTime), and
 *   what lapsed in it is ended
 * @throws AppError extension_not_possible for a group or an admin; the errors for a person who is
 *   not in the room
 */
export async function lockOwnSession(
  db: pg.ClientBase,
  { person, input, now }: Asked,
  { moving }: { moving: boolean },
): Promise<OwnSession> {
  const { row, side, sessionId } = await loadRoom(db, input.roomId, person);
  await readOwnAdmission(db, person, { ...input, roomId: sessionId }, now);
  const { streamer_id: streamerId, viewer_id: viewerId } = row;
  if (side === 'admin' || row.seats !== 1 || !streamerId || !viewerId)
    throw new AppError('extension_not_possible');
  if (moving) await beforeMoving(db, row.id, now)({ streamerId, viewerId });
  return { ...(await lockBooking(db, row.id)), sessionId, side };
}
