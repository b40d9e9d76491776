import type pg from 'pg';
import type { RoomSide } from '#contracts/conference.ts';

/** Without a heartbeat for so long somebody is not there: three of them did not come. Milliseconds. */
export const SILENCE = 30_000;

/** One connection of one person, let in and not yet ended. */
export interface Admission {
  id: string;
  personId: string;
  side: RoomSide;
  /** Rises with each admission. */
  number: number;
  attendanceId: string;
  lastSeenAt: Date;
}

interface Row {
  id: string;
  person_id: string;
  side: RoomSide;
  number: string;
  attendance_id: string;
  last_seen_at: Date;
}

const COLUMNS = 'id, person_id, side, number, attendance_id, last_seen_at';
const admissionOf = (row: Row): Admission => ({
  id: row.id,
  personId: row.person_id,
  side: row.side,
  number: Number(row.number),
  attendanceId: row.attendance_id,
  lastSeenAt: row.last_seen_at,
});

export const isThere = ({ lastSeenAt }: Admission, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() < SILENCE;

/** Admissions of a room that nobody ended; some of them may have fallen silent. */
export async function liveAdmissions(db: pg.ClientBase, sessionId: string): Promise<Admission[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from private.admissions where session_id = $1 and ended_at is null order by number`,
    [sessionId],
  );
  return rows.map(admissionOf);
}

/** Whether streamer and viewer are both there: past its end, a room stays open for them as long as they stay. */
export const bothThere = (admissions: readonly Admission[], now: Date): boolean =>
  (['streamer', 'viewer'] as const).every((side) =>
    admissions.some((admission) => admission.side === side && isThere(admission, now)),
  );

/** Opens a room that was never open, and keeps everybody else at its door until the transaction ends. */
export async function lockRoom(
  db: pg.ClientBase,
  sessionId: string,
  engine: string,
  now: Date,
): Promise<{ epoch: number }> {
  await db.query(
    'insert into private.rooms (session_id, engine, opened_at) values ($1, $2, $3) on conflict do nothing',
    [sessionId, engine, now],
  );
  const { rows } = await db.query<{ epoch: number }>(
    'select epoch from private.rooms where session_id = $1 for update',
    [sessionId],
  );
  const [room] = rows;
  if (!room) throw new Error(`room ${sessionId} vanished`);
  return room;
}

interface Attending {
  sessionId: string;
  personId: string;
  side: RoomSide;
}

async function beginAttendance(
  db: pg.ClientBase,
  { sessionId, personId, side }: Attending,
  now: Date,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.attendances (session_id, person_id, side, joined_at, last_seen_at)
     values ($1, $2, $3, $4, $4) returning id`,
    [sessionId, personId, side, now],
  );
  return rows[0]?.id ?? '';
}

/** Lets somebody in: from now on they attend. */
export async function admit(db: pg.ClientBase, who: Attending, now: Date): Promise<Admission> {
  const attendanceId = await beginAttendance(db, who, now);
  const { rows } = await db.query<Row>(
    `insert into private.admissions (session_id, person_id, side, attendance_id, admitted_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS}`,
    [who.sessionId, who.personId, who.side, attendanceId, now],
  );
  const [row] = rows;
  if (!row) throw new Error('an insert returns its row');
  return admissionOf(row);
}

export type EndCause = 'left' | 'replaced' | 'silent' | 'closed';

/** Ends an admission and its attendance; somebody who had fallen silent was last there when last heard. */
export async function endAdmission(
  db: pg.ClientBase,
  admission: Admission,
  cause: EndCause,
  now: Date,
): Promise<void> {
  const until = isThere(admission, now) && now > admission.lastSeenAt ? now : admission.lastSeenAt;
  await db.query('update private.admissions set ended_at = $2, end_cause = $3 where id = $1', [
    admission.id,
    now,
    cause,
  ]);
  await db.query('update public.attendances set left_at = $2, last_seen_at = $2 where id = $1', [
    admission.attendanceId,
    until,
  ]);
}

export interface Beat extends Attending {
  /** With how many others the browser says that its media flow. */
  connected: number;
}

/** Somebody is there. After a silence a new attendance begins: what lay between was absence. */
export async function recordBeat(
  db: pg.ClientBase,
  admission: Admission,
  beat: Beat,
  now: Date,
): Promise<void> {
  let { attendanceId } = admission;
  if (!isThere(admission, now)) {
    await db.query('update public.attendances set left_at = last_seen_at where id = $1', [attendanceId]);
    attendanceId = await beginAttendance(db, beat, now);
  }
  await db.query(
    `update private.admissions set last_seen_at = greatest(last_seen_at, $2), attendance_id = $3 where id = $1`,
    [admission.id, now, attendanceId],
  );
  await db.query(
    `update public.attendances set last_seen_at = greatest(last_seen_at, $2), evidence = jsonb_build_object('engine', 'p2p',
       'beats', coalesce((evidence ->> 'beats')::int, 0) + 1,
       'connectedBeats', coalesce((evidence ->> 'connectedBeats')::int, 0) + $3::int)
     where id = $1`,
    [attendanceId, now, beat.connected > 0 ? 1 : 0],
  );
}

/** One's own admission, locked, whether it ended or not; null for one that never was. */
export async function lockAdmission(
  db: pg.ClientBase,
  { sessionId, personId, participantId }: { sessionId: string; personId: string; participantId: string },
): Promise<{ admission: Admission; endCause: EndCause | null } | null> {
  const { rows } = await db.query<Row & { end_cause: EndCause | null }>(
    `select ${COLUMNS}, end_cause from private.admissions where id = $1 and session_id = $2 and person_id = $3 for update`,
    [participantId, sessionId, personId],
  );
  const [row] = rows;
  return row ? { admission: admissionOf(row), endCause: row.end_cause } : null;
}
