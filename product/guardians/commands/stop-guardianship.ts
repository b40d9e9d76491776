import type pg from 'pg';
import { AfterCommit } from '#platform/functions/command.ts';
import { advanceBooking } from '#product/booking/advance-booking.ts';
import { lockBooking, refundOf } from '#product/booking/booking-row.ts';
import { withdrawExtension } from '#product/booking/extension-row.ts';
import type { Booking } from '#product/booking/rules/booking.ts';
import type { BookingEvent } from '#product/booking/rules/events.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { stopGuardianship as contract } from '../contract.ts';
import { type Guardianship, lockByLink, tellMinor } from '../guardianship.ts';
import { guardianTold } from '../mails/told.ts';
import { newLink } from '../notify-guardian.ts';

/**
 * The consent ends first, in a transaction of its own: whatever payment was being written is then
 * there to be ended, and none follows. A payment locks its booking and then the guardianship, so
 * bookings are locked only afterwards, one by one. Sent again after a crash, it goes on.
 */
export const stopGuardianship = serve({
  contract,
  async run({ db, input: { token, cancelSessions }, now }) {
    const found = await lockByLink(db, token, now);
    if (found.state !== 'confirmed' && found.state !== 'stopped') throw new AppError('guardianship_decided');
    const isFirst = found.state === 'confirmed';
    if (isFirst) await stop(db, found, now);
    return new AfterCommit(async (transact) => {
      const ids = await transact(async (db) => {
        const { rows } = await db.query(
          `select id from public.bookings where viewer_id = $1 and status in ('held', 'requested', 'confirmed', 'in_progress') order by id`,
          [found.person_id],
        );
        return rows.map(({ id }) => id);
      });
      let cancelled = 0;
      let refundCents = 0;
      for (const id of ids) {
        const refund = await transact((db) => endBooking(db, { id, cancelSessions, now }));
        if (refund === null) continue;
        cancelled += 1;
        refundCents += refund;
      }
      await transact((db) => tellGuardian(db, found, { cancelled, refundCents, now }));
      return { cancelled, refundCents };
    });
  },
});

async function stop(db: pg.ClientBase, { id, person_id: personId }: Guardianship, now: Date): Promise<void> {
  await db.query(`update public.guardianships set state = 'stopped', ended_at = $2 where id = $1`, [id, now]);
  await audit(db, {
    at: now,
    actorId: null,
    action: contract,
    subject: { table: 'profiles', id: personId },
    before: { state: 'confirmed' },
    after: { state: 'stopped' },
    reason: 'Par le lien d’un e-mail envoyé au parent ou représentant légal',
  });
  await tellMinor(db, personId, { answer: 'stopped' });
}

/**
 * Tells what was stopped, once, and again of what was called off later; after a crash also of what
 * was called off before it.
 */
async function tellGuardian(
  db: pg.ClientBase,
  { id, person_id: personId, email, minor_name: minorName }: Guardianship,
  { cancelled, refundCents, now }: { cancelled: number; refundCents: number; now: Date },
): Promise<void> {
  const { rows: first } = await db.query(
    'update public.guardianships set told_at = $2 where id = $1 and told_at is null returning ended_at',
    [id, now],
  );
  if (cancelled > 0)
    await audit(db, {
      at: now,
      actorId: null,
      action: contract,
      subject: { table: 'profiles', id: personId },
      before: { state: 'stopped' },
      after: { state: 'stopped', cancelled, refundCents },
      reason: 'Sessions annulées par le lien d’un e-mail envoyé au parent ou représentant légal',
    });
  if (cancelled === 0 && first.length === 0) return;
  const { rows: since } = await db.query(
    `select count(*)::integer as cancelled from public.booking_events e join public.bookings b on b.id = e.booking_id
     where b.viewer_id = $1 and e.type = 'cancel' and e.detail ->> 'cause' = 'guardian' and e.at >= $2`,
    [personId, first[0]?.ended_at ?? now],
  );
  const token = await newLink(db, id, now);
  await postMail(
    db,
    guardianTold,
    { to: email, userId: null, firstName: null },
    { event: 'stopped', minorName: minorName ?? '', token, cancelled: since[0]?.cancelled ?? cancelled },
  );
}

/**
 * The event of a stop on a booking: nothing that waits for money goes on; a paid one stays unless
 * the guardian wants it called off.
 */
const eventFor = (
  { status, price, start }: Booking,
  { cancelSessions, now }: { cancelSessions: boolean; now: Date },
): BookingEvent | null => {
  if (status === 'held') return price > 0 ? { type: 'release_hold', by: 'viewer' } : null;
  if (status === 'requested' && (price > 0 || cancelSessions)) return { type: 'cancel', by: 'viewer' };
  return status === 'confirmed' && cancelSessions && start > now.getTime()
    ? { type: 'cancel', by: 'viewer' }
    : null;
};

/** @returns what a session that was called off gives back, in cents; null where none was */
async function endBooking(
  db: pg.ClientBase,
  { id, ...how }: { id: string; cancelSessions: boolean; now: Date },
): Promise<number | null> {
  const locked = await lockBooking(db, id);
  const { booking } = locked;
  if (booking.status === 'in_progress') await withdrawExtension(db, id, how.now);
  const event = eventFor(booking, how);
  if (event === null) return null;
  const { after } = await advanceBooking(db, {
    bookingId: id,
    locked,
    event,
    actorId: null,
    now: how.now,
    detail: { cause: 'guardian' },
  });
  return event.type === 'cancel' ? (refundOf(after) ?? 0) : null;
}
