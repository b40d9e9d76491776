import type pg from 'pg';
import type { Call } from '#platform/functions/command.ts';
import type { Person } from '#product/command/access.ts';
import { type Intention, once } from '#product/command/idempotency.ts';
import { AppError } from '#product/shared/errors.ts';
import { formatInstant } from '#product/shared/time/instant.ts';
import { advanceBooking } from './advance-booking.ts';
import { lockBooking, refundOf, type StoredBooking, type StoredExtras } from './booking-row.ts';
import type { BookingStanding } from './contract.ts';
import type { People } from './lock-time.ts';
import type { Booking } from './rules/booking.ts';
import { holdEndsAt } from './rules/deadlines.ts';
import type { BookingEvent } from './rules/events.ts';

export type Side = 'viewer' | 'streamer';

export interface OwnBooking extends StoredBooking {
  /** On which side of it the person is. */
  side: Side;
}

export interface OwnOptions {
  /** The sides that may use it: the booking's viewer, its streamer, or both. */
  sides: readonly Side[];
  /** Takes the locks that must come before the row's lock: see lock-time.ts. */
  beforeLock?: (people: People) => Promise<unknown>;
}

/**
 * A booking of one's own, locked. Other people's bookings, and those on the wrong side, are
 * answered as not found.
 * @throws AppError booking_not_found
 */
export async function lockOwn(
  db: pg.ClientBase,
  person: Person,
  bookingId: string,
  { sides, beforeLock }: OwnOptions,
): Promise<OwnBooking> {
  if (beforeLock) {
    const { rows } = await db.query(
      'select streamer_id, viewer_id from public.bookings where id = $1 and $2 in (viewer_id, streamer_id)',
      [bookingId, person.id],
    );
    const { streamer_id: streamerId, viewer_id: viewerId } = rows[0] ?? {};
    if (streamerId && viewerId) await beforeLock({ streamerId, viewerId });
  }
  const { booking, row } = await lockBooking(db, bookingId);
  const side = sides.find((each) => person.id === (each === 'viewer' ? row.viewer_id : row.streamer_id));
  if (!side) throw new AppError('booking_not_found');
  return { booking, row, side };
}

/** Applies an event to one's own booking. */
type AdvanceOwn = (event: BookingEvent, extras?: StoredExtras) => Promise<BookingStanding>;

/**
 * The steps of every command about a booking of one's own: once for each key, on the locked
 * booking, answered with its state afterwards.
 */
export function onOwnBooking<Answer extends BookingStanding>(
  { db, person, input, now }: Call<Person, { key: string; bookingId: string }>,
  { contract, ...options }: OwnOptions & { contract: Intention<Answer>['contract'] },
  work: (own: OwnBooking, advance: AdvanceOwn) => Promise<Answer>,
): Promise<Answer> {
  return once(db, { personId: person.id, key: input.key, contract, input }, async () => {
    const own = await lockOwn(db, person, input.bookingId, options);
    return work(own, async (event, extras = {}) => {
      const by = { bookingId: own.booking.id, locked: own, actorId: person.id, now };
      const { after } = await advanceBooking(db, { ...by, event, ...extras });
      return standingOf(after, extras.place?.sessionId ?? own.row.session_id, now);
    });
  });
}

/** The state of a booking, as every command about one returns it. */
export const standingOf = (booking: Booking, sessionId: string, now: Date): BookingStanding => ({
  bookingId: booking.id,
  sessionId,
  status: booking.status,
  revision: booking.revision,
  start: formatInstant(booking.start),
  holdEndsAt: booking.status === 'held' ? formatInstant(holdEndsAt(booking)) : null,
  answerBy: booking.status === 'requested' ? formatInstant(booking.answerBy) : null,
  refundCents: refundOf(booking),
  now: now.toISOString(),
});
