import type pg from 'pg';
import { BOOKING_COLUMNS, type BookingRow, bookingOf } from '#product/booking/booking-row.ts';
import type { Booking } from '#product/booking/rules/booking.ts';
import { roomDoor, roomTimes } from '#product/booking/rules/room.ts';
import { type Person, requireDuty, requireFactor } from '#product/command/access.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { RoomSide, RoomState } from './contract.ts';

/** A room as the person at its door sees it. */
export interface Room {
  sessionId: string;
  side: RoomSide;
  /**
   * The person's own booking; for the streamer and an admin of a group session, the booking that is
   * furthest on.
   */
  row: BookingRow;
  booking: Booking;
  /** All bookings of the session, those cancelled or expired included. */
  rows: BookingRow[];
  times: ReturnType<typeof roomTimes>;
}

/** When a person has several bookings in a session, the first in this order counts. */
const ORDER: readonly BookingRow['status'][] = [
  'in_progress',
  'confirmed',
  'completed',
  'viewer_no_show',
  'streamer_no_show',
  'requested',
  'held',
];
const rank = ({ status }: BookingRow): number =>
  (ORDER.indexOf(status) + ORDER.length + 1) % (ORDER.length + 1);

/**
 * Finds the room by its own id or by that of a booking in it. A single booking gives its id to its
 * room; if it has moved to another session since, the id could name two rooms, and the person's own
 * is taken.
 * @throws AppError room_not_found, also for other people's rooms: anybody who is not in it learns
 * nothing; second_factor_required for an admin, who is there for the team
 */
export async function loadRoom(db: pg.ClientBase, id: string, person: Person): Promise<Room> {
  const room = await findRoom(db, id, person);
  if (!room) throw new AppError('room_not_found');
  if (room.side === 'admin') {
    await requireFactor(db, person, true);
    await requireDuty(db, person.id, 'support', 'moderation');
  }
  return room;
}

/** The same; null where the person has no room. */
export async function findRoom(
  db: pg.ClientBase,
  id: string,
  person: Pick<Person, 'id' | 'role'>,
): Promise<Room | null> {
  const { rows } = await db.query(
    `select ${BOOKING_COLUMNS} from public.bookings
     where session_id = $1 or session_id = (select session_id from public.bookings where id = $1) order by seat`,
    [id],
  );
  const named = rows.filter((row) => row.session_id === id);
  const moved = rows.filter((row) => row.session_id !== id);
  const [session, found] =
    [named, moved].map((each) => [each, sideOf(each, person)] as const).find(([, side]) => side !== null) ??
    [];
  if (!session || !found) return null;
  const { side, own } = found;
  const [row] = own.toSorted((a, b) => rank(a) - rank(b));
  if (!row) return null;
  const booking = bookingOf(row);
  return { sessionId: row.session_id, side, row, booking, rows: session, times: roomTimes(booking) };
}

function sideOf(
  rows: readonly BookingRow[],
  person: Pick<Person, 'id' | 'role'>,
): { side: RoomSide; own: readonly BookingRow[] } | null {
  const hosted = rows.filter((row) => row.streamer_id === person.id);
  if (hosted.length > 0) return { side: 'streamer', own: hosted };
  const booked = rows.filter((row) => row.viewer_id === person.id);
  if (booked.length > 0) return { side: 'viewer', own: booked };
  return person.role === 'admin' && rows.length > 0 ? { side: 'admin', own: rows } : null;
}

/** The state that the person finds on entering. `bothGoOn`: see roomDoor. */
export function stateOf(booking: Booking, now: Date, bothGoOn: boolean): RoomState {
  switch (booking.status) {
    case 'held':
      return 'unpaid';
    case 'requested':
      return 'unanswered';
    case 'viewer_no_show':
    case 'streamer_no_show':
      return 'over';
  }
  const door = roomDoor(booking, instantOf(now.getTime()), bothGoOn);
  return door === 'none' ? 'cancelled' : door;
}

/** @returns the refusal for a closed room; null when it is open */
export function refusalOf(state: RoomState, { times }: Room): AppError | null {
  switch (state) {
    case 'open':
      return null;
    case 'early':
    case 'setup':
      return new AppError('room_too_early', undefined, {
        details: { opensAt: new Date(times.opensAt).toISOString() },
      });
    case 'over':
      return new AppError('room_over');
    case 'cancelled':
      return new AppError('room_cancelled');
    case 'unpaid':
      return new AppError('room_unpaid');
    case 'unanswered':
      return new AppError('room_unanswered');
  }
}
