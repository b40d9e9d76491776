import type pg from 'pg';
import type { RoomSide } from '#contracts/conference.ts';
import { AppError } from '#contracts/errors.ts';
import type { Seat } from '#domain/booking/conversation.ts';
import { type Instant, instantOf } from '#domain/time/instant.ts';
import type { Person } from '#server/product/access.ts';

/** A conversation as one of its people has it. */
export interface OwnConversation {
  side: 'viewer' | 'streamer';
  /** Of a viewer their own seats, of the streamer all. */
  seats: Seat[];
}

interface Row {
  viewer_id: string | null;
  streamer_id: string | null;
  confirmed_at: Date | null;
  start_at: Date;
  end_at: Date;
  ended_at: Date | null;
}

const COLUMNS = 'viewer_id, streamer_id, confirmed_at, start_at, end_at, ended_at';
const instant = (date: Date | null): Instant | null => (date === null ? null : instantOf(date.getTime()));

/** @throws AppError conversation_not_found, also when it is other people's: an admin reads it, and writes from within the room alone */
export async function ownConversation(
  db: pg.ClientBase,
  person: Person,
  sessionId: string,
): Promise<OwnConversation> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from public.bookings
     where session_id = $1 and (viewer_id = $2 or streamer_id = $2)`,
    [sessionId, person.id],
  );
  const [first] = rows;
  if (!first) throw new AppError('conversation_not_found');
  return { side: first.streamer_id === person.id ? 'streamer' : 'viewer', seats: rows.map(seatOf) };
}

/** The seats that decide for somebody who is in the room of a session: for an admin, all. */
export async function seatsInRoom(
  db: pg.ClientBase,
  person: Person,
  { sessionId, side }: { sessionId: string; side: RoomSide },
): Promise<Seat[]> {
  if (side !== 'admin') return (await ownConversation(db, person, sessionId)).seats;
  const { rows } = await db.query<Row>(`select ${COLUMNS} from public.bookings where session_id = $1`, [
    sessionId,
  ]);
  return rows.map(seatOf);
}

const seatOf = (row: Row): Seat => ({
  confirmedAt: instant(row.confirmed_at),
  start: instantOf(row.start_at.getTime()),
  end: instantOf(row.end_at.getTime()),
  endedAt: instant(row.ended_at),
});
