import type pg from 'pg';
import { advanceBooking } from '#product/booking/advance-booking.ts';
import { BOOKING_COLUMNS, type BookingRow, bookingOf, dueOf } from '#product/booking/booking-row.ts';
import { openExtension } from '#product/booking/extension-row.ts';
import { lockTime } from '#product/booking/lock-time.ts';
import { type Booking, endOf } from '#product/booking/rules/booking.ts';
import type { BookingEvent } from '#product/booking/rules/events.ts';
import { settlementWaitsUntil } from '#product/booking/rules/extension.ts';
import { transition } from '#product/booking/rules/transition.ts';
import { earliest, type Instant, instantOf, later } from '#product/shared/time/instant.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { bothThere, liveAdmissions } from './admissions.ts';
import { loadAttendance } from './attendance.ts';
import { settledFrom } from './outages.ts';

/** Bookings read at once; the task goes on until none is due. */
const BATCH = 200;
/**
 * How long a booking is postponed when its deadline could not be carried out, so that it does not
 * delay the others.
 */
const POSTPONED_SECONDS = 60;
/**
 * After how many milliseconds a waiting settlement is tried again: short, so that people who leave
 * the room soon see the outcome.
 */
const LOOK_AGAIN = 10_000;

type DueEvent = 'expire' | 'lapse_proposal' | 'begin' | 'settle';

/**
 * Carries out what the passing of time does to bookings: ends holds and requests, lets proposals
 * lapse, begins sessions and settles them. One transaction each. One that fails is logged,
 * postponed and tried again, without delaying the others.
 */
export async function carryOutDeadlines({ pool, now, signal, logger }: Run): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await pool.query(
      'select id from public.bookings where due_at <= $1 order by due_at, id limit $2',
      [now, BATCH],
    );
    let carriedOut = 0;
    for (const { id } of rows) {
      if (signal.aborted) return;
      try {
        if (await inTransaction(pool, (db) => carryOut(db, id, now))) carriedOut++;
      } catch (error) {
        logger.error({ err: error, bookingId: id }, 'a deadline could not be carried out');
        await postpone(pool, id, now);
      }
    }
    // When other processes hold a whole batch, it is left to them.
    if (rows.length < BATCH || carriedOut === 0) return;
  }
}

/** @returns false when another process works on it, or has done it */
async function carryOut(db: pg.PoolClient, bookingId: string, now: Date): Promise<boolean> {
  await lockMovingSession(db, bookingId);
  const { rows } = await db.query(
    `select ${BOOKING_COLUMNS}, due_event from public.bookings where id = $1 and due_at <= $2 and due_event is not null
     for update skip locked`,
    [bookingId, now],
  );
  const [row] = rows;
  if (!row) return false;
  const at = instantOf(now.getTime());
  const booking = bookingOf(row);
  const lookAgain = (then: Instant) =>
    db.query('update public.bookings set due_at = $2 where id = $1', [bookingId, new Date(then)]);
  const waits = row.due_event === 'settle' ? await waitsUntil(db, row, booking, now) : null;
  if (waits !== null) {
    await lookAgain(earliest(waits, later(at, LOOK_AGAIN)));
    return true;
  }
  const event = await eventFor(db, row, now);
  const result = transition(booking, event, at);
  if (result.ok || result.refusal !== 'not_due') {
    const detail = event.type === 'lapse_proposal' && event.sessionMoved ? { sessionMoved: true } : {};
    await advanceBooking(db, { bookingId, event, actorId: null, now, detail });
    return true;
  }
  // Nobody was absent so far: the session is checked again later.
  await lookAgain(dueOf(booking, at)?.at ?? at);
  return true;
}

/**
 * Until when a session is not settled yet: shortly after an outage of ours; and, for an ended
 * session for two, while somebody answers or pays an extension, or while both are still there and
 * may yet agree on one.
 */
async function waitsUntil(
  db: pg.ClientBase,
  row: BookingRow,
  booking: Booking,
  now: Date,
): Promise<Instant | null> {
  const at = instantOf(now.getTime());
  const heardBy = await settledFrom(db, booking.start, at);
  if (heardBy !== null) return heardBy;
  if (row.seats !== 1 || at < endOf(booking)) return null;
  const open = await openExtension(db, row.id);
  return settlementWaitsUntil(booking, at, {
    openUntil: open && instantOf(open.until_at.getTime()),
    bothThere: bothThere(await liveAdmissions(db, row.session_id), now),
  });
}

/**
 * Whether a group's session moves is decided by who accepts, so the last to accept and the first to
 * lapse wait for each other: answers lock the streamer's time before any row (lock-time.ts), and so
 * does this.
 */
async function lockMovingSession(db: pg.ClientBase, bookingId: string): Promise<void> {
  const { rows } = await db.query(
    `select streamer_id from public.bookings where id = $1 and due_event = 'lapse_proposal' and seats > 1`,
    [bookingId],
  );
  const streamerId = rows[0]?.streamer_id;
  if (streamerId) await lockTime(db, [streamerId]);
}

/**
 * Whether somebody else of the session is at the start that is proposed to this one: they have
 * accepted it.
 */
async function hasMoved(db: pg.ClientBase, row: BookingRow): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from public.bookings where session_id = $1 and id <> $2 and start_at = $3 and status in ('confirmed', 'in_progress')`,
    [row.session_id, row.id, row.proposed_start_at],
  );
  return rowCount !== null && rowCount > 0;
}

async function eventFor(
  db: pg.ClientBase,
  row: BookingRow & { due_event: DueEvent },
  now: Date,
): Promise<BookingEvent> {
  if (row.due_event === 'lapse_proposal')
    return { type: 'lapse_proposal', by: 'system', sessionMoved: await hasMoved(db, row) };
  if (row.due_event !== 'settle') return { type: row.due_event, by: 'system' };
  const who = { sessionId: row.session_id, viewerId: row.viewer_id, now };
  return { type: 'settle', by: 'system', attendance: await loadAttendance(db, who) };
}

async function postpone(pool: pg.Pool, bookingId: string, now: Date): Promise<void> {
  await pool.query(
    'update public.bookings set due_at = $2::timestamptz + make_interval(secs => $3) where id = $1 and due_at <= $2',
    [bookingId, now, POSTPONED_SECONDS],
  );
}
