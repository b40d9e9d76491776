import type pg from 'pg';
import { holdEndsAt } from '#domain/booking/deadlines.ts';
import { type Cents, NOTHING } from '#domain/money/cents.ts';
import { instantOf } from '#domain/time/instant.ts';
import type { BookingMailEvent } from '#server/mail/booking-kinds.ts';
import { tell } from '#server/product/lifecycle/notify-booking.ts';

type Cause = Extract<BookingMailEvent, { kind: 'payment_failed' }>['cause'];

interface HoldRow {
  status: string;
  held_at: Date;
  paying: boolean;
  extended: boolean;
  told: boolean;
}

/**
 * Tells the viewer that their payment did not go through, and until when the slot waits for another try. Once a booking: whoever tries
 * three cards in a row has seen it on the page.
 */
export async function tellPaymentFailed(
  db: pg.ClientBase,
  { bookingId, cause, now }: { bookingId: string; cause: Cause; now: Date },
): Promise<void> {
  const { rows } = await db.query<HoldRow>(
    `select status, held_at, paying, extended, exists (
       select from public.notifications n where n.booking_id = b.id and n.kind = 'payment_failed') as told
     from public.bookings b where id = $1`,
    [bookingId],
  );
  const [row] = rows;
  if (!row || row.told) return;
  const { paying, extended } = row;
  const until = holdEndsAt({ heldAt: instantOf(row.held_at.getTime()), paying, extended });
  const retryUntil = row.status === 'held' && until > now.getTime() ? until : null;
  await tell(db, {
    bookingId,
    kind: 'payment_failed',
    mail: { kind: 'payment_failed', cause, retryUntil },
    sides: ['viewer'],
    now,
  });
}

/** Tells the viewer that money is on its way back. */
export async function tellRefunded(
  db: pg.ClientBase,
  { bookingId, amount, now }: { bookingId: string; amount: Cents; now: Date },
): Promise<void> {
  if (amount <= NOTHING) return;
  const mail = { kind: 'refunded', amount } as const;
  await tell(db, { bookingId, kind: 'refunded', mail, sides: ['viewer'], now });
}
