import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import { type Cents, sum } from '#product/shared/money/cents.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';
import { advanceBooking, refusalError } from './advance-booking.ts';
import { BOOKING_COLUMNS, bookingOf, type StoredBooking } from './booking-row.ts';
import { requireFreeStart, wishToMove } from './free-time.ts';
import { endLapsed, lockTime } from './lock-time.ts';
import type { Booking, LiveBooking } from './rules/booking.ts';
import { isLive } from './rules/booking.ts';
import { quoteCancellation } from './rules/refund.ts';
import { transition } from './rules/transition.ts';

/**
 * A session with all its seats: what its streamer, or the team, cancels and moves whole. One
 * transaction changes every seat, so that all of them are changed or none (docs/decisions/0248).
 */
export interface WholeSession {
  /** Its live seats, locked, those that are only held first. */
  seats: readonly LiveSeat[];
}
type LiveSeat = StoredBooking & { booking: LiveBooking };

/** The actor, and the side in whose name they act. */
export interface By {
  by: 'streamer' | 'admin';
  actorId: string;
  now: Date;
}

/** How often it begins again because somebody sat down meanwhile. */
const ATTEMPTS = 5;

/**
 * Keeps everybody else from sitting down in a session, leaving it or changing a seat of it until
 * the transaction ends.
 * @param moving whether its seats will take other time of their viewers, whose time is then locked
 *   too
 * @throws AppError booking_not_found, or try_again when people kept sitting down
 */
export async function lockSession(
  db: pg.ClientBase,
  sessionId: string,
  { moving, now }: { moving: boolean; now: Date },
): Promise<WholeSession> {
  const people = await lockPeople(db, sessionId, moving);
  await endLapsed(db, { people, except: people.length === 2 ? await seatsOf(db, sessionId) : [], now });
  const { rows } = await db.query(
    `select ${BOOKING_COLUMNS} from public.bookings
     where session_id = $1 and status in ('held', 'requested', 'confirmed', 'in_progress') order by id for update`,
    [sessionId],
  );
  const seats = rows.flatMap((row) => {
    const booking = bookingOf(row);
    return isLive(booking) ? [{ booking, row }] : [];
  });
  return { seats: seats.toSorted((a, b) => Number(isKnown(a)) - Number(isKnown(b))) };
}

/**
 * Somebody who sits down between the reading and the lock was not locked: the locks are given back,
 * and taken anew with theirs.
 */
async function lockPeople(db: pg.ClientBase, sessionId: string, moving: boolean): Promise<string[]> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await db.query('savepoint lock_session');
    const people = await peopleOf(db, sessionId, moving);
    await lockTime(db, people);
    const now = await peopleOf(db, sessionId, moving);
    if (now.every((person) => people.includes(person))) {
      await db.query('release savepoint lock_session');
      return people;
    }
    await db.query('rollback to savepoint lock_session');
  }
  throw new AppError('try_again');
}

async function peopleOf(db: pg.ClientBase, sessionId: string, withViewers: boolean): Promise<string[]> {
  const { rows } = await db.query(
    `select streamer_id, array_agg(viewer_id) filter (where $2) as viewers from public.bookings
     where session_id = $1 and status in ('held', 'requested', 'confirmed', 'in_progress') group by streamer_id`,
    [sessionId, withViewers],
  );
  const [session] = rows;
  if (!session?.streamer_id) throw new AppError('booking_wrong_status');
  return [session.streamer_id, ...(session.viewers ?? []).filter((id) => id !== null)];
}

async function seatsOf(db: pg.ClientBase, sessionId: string): Promise<string[]> {
  const { rows } = await db.query('select id from public.bookings where session_id = $1', [sessionId]);
  return rows.map(({ id }) => id);
}

/** A seat that the streamer knows of: a hold is nobody's business until it is paid. */
const isKnown = ({ booking }: LiveSeat): boolean => booking.status !== 'held';

/** The refund of cancelling a whole session, in cents, and the number of people who get it. */
export function quoteSession(
  { seats }: WholeSession,
  by: By['by'],
  at: Instant,
): { seats: number; refundCents: Cents } {
  const known = seats.filter(isKnown);
  return {
    seats: known.length,
    refundCents: sum(known.map(({ booking }) => quoteCancellation(booking, by, at))),
  };
}

/**
 * Cancels every seat: everybody gets everything back, requests are declined, holds end. The
 * streamer is told once, after the last seat.
 * @param expected what the dialog said
 * @throws AppError booking_wrong_status, already_started, or quote_changed with the new numbers
 */
export async function cancelSession(
  db: pg.ClientBase,
  session: WholeSession,
  { by, actorId, now }: By,
  { expected, reason }: { expected: { seats: number; refundCents: number }; reason: string },
): Promise<{ bookings: Booking[]; refundCents: Cents }> {
  const at = instantOf(now.getTime());
  const quote = quoteSession(session, by, at);
  if (quote.seats === 0) throw new AppError('booking_wrong_status');
  if (by === 'streamer' && session.seats.some(({ booking }) => at >= booking.start))
    throw new AppError('already_started');
  if (quote.seats !== expected.seats || quote.refundCents !== expected.refundCents)
    throw new AppError('quote_changed', undefined, { details: quote });
  const bookings: Booking[] = [];
  for (const [index, seat] of session.seats.entries()) {
    const declines = by === 'streamer' && seat.booking.status === 'requested';
    const { after } = await advanceBooking(db, {
      bookingId: seat.booking.id,
      locked: seat,
      event: declines ? { type: 'decline', by: 'streamer' } : { type: 'cancel', by },
      actorId,
      now,
      reason,
      sides: tellingOnce(index, session),
    });
    bookings.push(after);
  }
  return { bookings, refundCents: quote.refundCents };
}

/**
 * Proposes another start to everybody in a session, which is held for all of them. Each then
 * accepts it or gets everything back. Seats that are only held end, since nobody has agreed to
 * anything there yet.
 * @returns the seats afterwards
 * @throws AppError booking_wrong_status, session_moved, slot_not_free, viewer_not_free, or the
 *   domain's refusal
 */
export async function proposeSession(
  db: pg.ClientBase,
  session: WholeSession,
  { by, actorId, now }: By,
  { start, note }: { start: Instant; note: string },
): Promise<Booking[]> {
  const known = session.seats.filter(isKnown);
  const [first] = known;
  if (!first) throw new AppError('booking_wrong_status');
  requireOneStart(known);
  const event = { type: 'propose', by, start } as const;
  for (const { booking } of known) {
    const result = transition(booking, event, instantOf(now.getTime()));
    if (!result.ok) throw refusalError(result.refusal);
  }
  const wish = wishToMove(first.row, start, now);
  // It moves as a whole, so it joins no other session there.
  const whole = { ...wish.offer, seats: 1 };
  await requireFreeStart(db, {
    ...wish,
    offer: whole,
    moving: session.seats.map(({ booking }) => booking.id),
  });
  const bookings: Booking[] = [];
  for (const [index, seat] of session.seats.entries()) {
    const { id: bookingId } = seat.booking;
    const { after } = isKnown(seat)
      ? await advanceBooking(db, {
          ...{ bookingId, locked: seat, event, actorId, now, note },
          sides: tellingOnce(index, session),
        })
      : await advanceBooking(db, {
          ...{ bookingId, locked: seat, event: { type: 'cancel', by }, actorId, now },
          reason: 'La session change d’horaire.',
        });
    bookings.push(after);
  }
  return bookings;
}

/**
 * Takes the proposal back from everybody who has it.
 * @throws AppError no_proposal, or session_moved once somebody has accepted it
 */
export async function withdrawFromSession(
  db: pg.ClientBase,
  session: WholeSession,
  { by, actorId, now }: By,
): Promise<Booking[]> {
  const asked = session.seats.filter(({ booking }) => 'proposal' in booking && booking.proposal !== null);
  if (asked.length === 0) throw new AppError('no_proposal');
  requireOneStart(session.seats.filter(isKnown));
  const bookings: Booking[] = [];
  for (const [index, seat] of asked.entries()) {
    const { after } = await advanceBooking(db, {
      bookingId: seat.booking.id,
      locked: seat,
      event: { type: 'withdraw_proposal', by },
      actorId,
      now,
      sides: tellingOnce(index, { seats: asked }),
    });
    bookings.push(after);
  }
  return bookings;
}

/**
 * Once somebody has accepted another start, the session is there: it is not proposed a third one,
 * nor taken back.
 */
function requireOneStart(seats: readonly LiveSeat[]): void {
  if (new Set(seats.map(({ booking }) => booking.start)).size > 1) throw new AppError('session_moved');
}

const tellingOnce = (index: number, { seats }: WholeSession) =>
  index === seats.length - 1 ? (['viewer', 'streamer'] as const) : (['viewer'] as const);
