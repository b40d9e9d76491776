import type pg from 'pg';
import type { Row } from '#server/postgres/typed-query.ts';
import type { RoomSide } from './contract.ts';
import type { LineQuality } from './rules/lines.ts';
import { SILENCE } from './rules/presence.ts';

/** An active admission: one connection of one person to a room. */
export interface Admission {
  id: string;
  personId: string;
  side: RoomSide;
  /** Rises with each admission. */
  number: number;
  attendanceId: string;
  lastSeenAt: Date;
  /** Since when its media can be subscribed to; null where nothing is published, or not yet. */
  publishedAt: Date | null;
  wantsCamera: boolean;
  /** In the lobby, and so not in the room. */
  waiting: boolean;
  /** The last orders of the streamer. */
  mutedAt: Date | null;
  shareStoppedAt: Date | null;
}

const COLUMNS = `id, person_id, side, number, attendance_id, last_seen_at, published_at, wants_camera, waiting, muted_at,
  share_stopped_at`;
const LIVE =
  `select ${COLUMNS} from private.admissions where session_id = $1 and ended_at is null order by number` as const;
const admissionOf = (row: Row<typeof LIVE>): Admission => ({
  id: row.id,
  personId: row.person_id,
  side: row.side,
  number: Number(row.number),
  attendanceId: row.attendance_id,
  lastSeenAt: row.last_seen_at,
  publishedAt: row.published_at,
  wantsCamera: row.wants_camera,
  waiting: row.waiting,
  mutedAt: row.muted_at,
  shareStoppedAt: row.share_stopped_at,
});

export const isThere = ({ lastSeenAt }: Admission, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() < SILENCE;

/** In the room itself: neither silent nor in the lobby. */
export const isInside = (admission: Admission, now: Date): boolean =>
  !admission.waiting && isThere(admission, now);

/**
 * Admissions of a room that have not ended; some of these people may have fallen silent, or still
 * be in the lobby.
 */
export async function liveAdmissions(db: pg.ClientBase, sessionId: string): Promise<Admission[]> {
  const { rows } = await db.query(LIVE, [sessionId]);
  return rows.map(admissionOf);
}

/**
 * Whether streamer and viewer are both there: past its end, a room stays open for them as long as
 * they stay.
 */
export const bothThere = (admissions: readonly Admission[], now: Date): boolean =>
  (['streamer', 'viewer'] as const).every((side) =>
    admissions.some((admission) => admission.side === side && isInside(admission, now)),
  );

interface Attending {
  sessionId: string;
  personId: string;
  side: RoomSide;
  /** In the lobby. */
  waiting: boolean;
}

/**
 * Records that a person is in the room from now on, never before anything already recorded there,
 * since another process's clock may be ahead. The settlement reads from that order who came back.
 */
async function beginAttendance(
  db: pg.ClientBase,
  { sessionId, personId, side, waiting }: Attending,
  now: Date,
): Promise<Begun> {
  const { rows } = await db.query(
    `insert into public.attendances (session_id, person_id, side, place, joined_at, last_seen_at)
     select $1, $2, $3, $4, began, began from (
       select greatest($5::timestamptz, max(at) + interval '1 ms') as began from public.room_acts where session_id = $1) t
     returning id, joined_at as at`,
    [sessionId, personId, side, waiting ? 'lobby' : 'room', now],
  );
  const [begun] = rows;
  if (!begun) throw new Error('an insert returns its row');
  return begun;
}

/** An attendance, and when it began. */
interface Begun {
  id: string;
  at: Date;
}

/** Lets somebody in, or into the lobby: from now on they attend. */
export async function admit(db: pg.ClientBase, who: Attending, now: Date): Promise<Admission> {
  const attendance = await beginAttendance(db, who, now);
  const { rows } = await db.query(
    `insert into private.admissions (session_id, person_id, side, waiting, attendance_id, admitted_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning ${COLUMNS}`,
    [who.sessionId, who.personId, who.side, who.waiting, attendance.id, attendance.at],
  );
  const [row] = rows;
  if (!row) throw new Error('an insert returns its row');
  return admissionOf(row);
}

/** Admits somebody from the lobby to the room: another attendance begins. */
export async function letIn(
  db: pg.ClientBase,
  sessionId: string,
  admission: Admission,
  now: Date,
): Promise<void> {
  const { id, personId, side, attendanceId } = admission;
  await db.query('update public.attendances set left_at = $2, last_seen_at = $2 where id = $1', [
    attendanceId,
    lastMoment(admission, now),
  ]);
  const inside = await beginAttendance(db, { sessionId, personId, side, waiting: false }, now);
  await db.query(
    `update private.admissions set waiting = false, attendance_id = $2, last_seen_at = greatest(last_seen_at, $3) where id = $1`,
    [id, inside.id, inside.at],
  );
}

/** When a person who has left was last present: for one who fell silent, the last heartbeat. */
const lastMoment = (admission: Admission, now: Date): Date =>
  isThere(admission, now) && now > admission.lastSeenAt ? now : admission.lastSeenAt;

/**
 * `removed` by the streamer, `barred` by an admin, `refused` from the lobby, `ended` together with
 * everybody, `closed` because the session's time is over.
 */
export type EndCause = 'left' | 'replaced' | 'silent' | 'closed' | 'removed' | 'barred' | 'refused' | 'ended';

/** Ends an admission and its attendance. */
export async function endAdmission(
  db: pg.ClientBase,
  admission: Admission,
  cause: EndCause,
  now: Date,
): Promise<void> {
  await db.query('update private.admissions set ended_at = $2, end_cause = $3 where id = $1', [
    admission.id,
    now,
    cause,
  ]);
  await db.query('update public.attendances set left_at = $2, last_seen_at = $2 where id = $1', [
    admission.attendanceId,
    lastMoment(admission, now),
  ]);
}

export interface Beat extends Omit<Attending, 'waiting'> {
  /** To how many others media flow, as the browser reports it. */
  connected: number;
  /** It has a camera to show. */
  camera: boolean;
  /** How good its lines are; null: not measured. */
  line: LineQuality | null;
  engine: string;
}

/**
 * Records a heartbeat. After a silence a new attendance begins, since the time between was absence.
 * @returns the attendance
 */
export async function recordBeat(
  db: pg.ClientBase,
  admission: Admission,
  beat: Beat,
  now: Date,
): Promise<string> {
  let attendance: Begun = { id: admission.attendanceId, at: now };
  if (!isThere(admission, now)) {
    await db.query('update public.attendances set left_at = last_seen_at where id = $1', [attendance.id]);
    attendance = await beginAttendance(db, { ...beat, waiting: admission.waiting }, now);
  }
  await db.query(
    `update private.admissions set last_seen_at = greatest(last_seen_at, $2), attendance_id = $3, wants_camera = $4,
       line_quality = $5
     where id = $1`,
    [admission.id, attendance.at, attendance.id, beat.camera, beat.line],
  );
  await db.query(
    `update public.attendances set last_seen_at = greatest(last_seen_at, $2), evidence = evidence || jsonb_build_object(
       'engine', $4::text,
       'beats', coalesce((evidence ->> 'beats')::int, 0) + 1,
       'connectedBeats', coalesce((evidence ->> 'connectedBeats')::int, 0) + $3::int)
     where id = $1`,
    [attendance.id, now, beat.connected > 0 ? 1 : 0, beat.engine],
  );
  return attendance.id;
}

/**
 * Counts a heartbeat since which media arrived from the person, where a server carries them.
 * @param packets that the engine has received from it since it was admitted
 */
export async function recordMedia(db: pg.ClientBase, attendanceId: string, packets: number): Promise<void> {
  await db.query(
    `update public.attendances set evidence = evidence || jsonb_build_object(
       'mediaBeats', coalesce((evidence ->> 'mediaBeats')::int, 0) + ($2 <> coalesce((evidence ->> 'packets')::bigint, 0))::int,
       'packets', $2::bigint)
     where id = $1`,
    [attendanceId, packets],
  );
}

interface Named {
  sessionId: string;
  personId: string | null;
  participantId: string;
}

/**
 * An admission of a room, ended or not, of that person or, with null, of anybody; null when there
 * is none.
 */
export async function findAdmission(
  db: pg.ClientBase,
  { sessionId, personId, participantId }: Named,
  lock: 'for update' | '' = 'for update',
): Promise<{ admission: Admission; endCause: EndCause | null } | null> {
  const { rows } = await db.query(
    `select ${COLUMNS}, end_cause from private.admissions
     where id = $1 and session_id = $2 and ($3::uuid is null or person_id = $3) ${lock}`,
    [participantId, sessionId, personId],
  );
  const [row] = rows;
  return row ? { admission: admissionOf(row), endCause: row.end_cause } : null;
}

/**
 * The id of a person's last admission to a room, whether it ended or not; null for one who never
 * came.
 */
export async function newestAdmission(
  db: pg.ClientBase,
  sessionId: string,
  personId: string,
): Promise<string | null> {
  const { rows } = await db.query(
    'select id from private.admissions where session_id = $1 and person_id = $2 order by number desc limit 1',
    [sessionId, personId],
  );
  return rows[0]?.id ?? null;
}
