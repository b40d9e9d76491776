import type pg from 'pg';
import { type Booking, isLive } from '#domain/booking/booking.ts';
import type { BookingEvent } from '#domain/booking/events.ts';
import { paymentEffect } from '#domain/booking/payment-effect.ts';
import { transition } from '#domain/booking/transition.ts';
import { instantOf } from '#domain/time/instant.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { eventDetail } from './event-detail.ts';
import { endOpenExtension } from './extension-row.ts';
import { notifyBooking } from './notify-booking.ts';
import { orderPayment } from './payment-orders.ts';
import { refusalError } from './refuse.ts';
import { lockBooking, type StoredExtras, storeBooking } from './store-booking.ts';
import { tellStarts } from './tell-starts.ts';
import { wishToMove } from './wish-to-move.ts';
import { writeInFreeTime, writeLonger } from './write-in-free-time.ts';

export interface Advance extends StoredExtras {
  bookingId: string;
  event: BookingEvent;
  /** Whoever sends the command; null when Loge itself acts. That they are this booking's viewer or streamer is checked before. */
  actorId: string | null;
  now: Date;
  /** More for the history. Ids, instants and amounts only: the history is never changed, so people's words do not belong in it. */
  detail?: Record<string, unknown>;
}

export interface Advanced {
  before: Booking;
  after: Booking;
}

/**
 * Lets an event happen to a booking: the only writer of a status after the hold. In the caller's transaction it locks the row, asks
 * domain/booking, stores, writes the history, orders what the payment must follow, and tells both sides.
 * @throws AppError booking_not_found, or the code of the domain's refusal (refuse.ts); slot_not_free or viewer_busy when a new
 *   start was taken meanwhile, extension_time_taken when more time was. Nothing was written then.
 */
export async function advanceBooking(
  db: pg.ClientBase,
  deps: ProductDeps,
  { bookingId, event, actorId, now, detail, ...extras }: Advance,
): Promise<Advanced> {
  const { booking: before, row } = await lockBooking(db, bookingId);
  const result = transition(before, event, instantOf(now.getTime()));
  if (!result.ok) throw refusalError(result.refusal);
  const after = result.value;
  const write = () => storeBooking(db, after, instantOf(now.getTime()), extras);
  if (after.start !== before.start) await writeInFreeTime(db, wishToMove(row, after.start, now), write);
  else if (after.durationMinutes > before.durationMinutes) await writeLonger(db, write);
  else await write();
  await db.query(
    `insert into public.booking_events (booking_id, revision, at, actor, actor_id, type, from_status, to_status, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      bookingId,
      after.revision,
      now,
      event.by,
      actorId,
      event.type,
      before.status,
      after.status,
      JSON.stringify({ ...eventDetail(before, after), ...detail }),
    ],
  );
  const sameTime = after.start === before.start && after.durationMinutes === before.durationMinutes;
  if (row.streamer_id !== null && !(sameTime && isLive(after))) await tellStarts(db, row.streamer_id);
  if (before.status === 'in_progress' && !isLive(after)) await endOpenExtension(db, bookingId, now);
  await orderPayment(db, {
    bookingId,
    effect: paymentEffect(before, after),
    postingKind: event.type === 'settle' ? 'settlement' : 'refund',
    now,
  });
  await notifyBooking(db, deps, {
    bookingId,
    event,
    before,
    after,
    actorId,
    now,
    reason: extras.reason || null,
    detail: detail ?? {},
  });
  return { before, after };
}
