import type pg from 'pg';
import { suspendPerson as contract } from '#contracts/administration.ts';
import { AppError } from '#contracts/errors.ts';
import { endedBySuspension } from '#domain/booking/suspension.ts';
import { instantOf } from '#domain/time/instant.ts';
import { suspended } from '#server/mail/account/suspended.ts';
import { postMail } from '#server/mail/outbox.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { admin as access, requireAnAdmin } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { advanceBooking } from '#server/product/lifecycle/advance-booking.ts';
import { lockBooking } from '#server/product/lifecycle/booking-row.ts';
import { withdrawExtension } from '#server/product/lifecycle/extension-row.ts';
import { holdOther } from './subject.ts';

/** Means 'until an admin restores the account': auth's ban needs an end. */
const FAR_AWAY = new Date('9999-12-31T00:00:00Z');

/**
 * Ends a person's access at once, everywhere: their sessions are deleted, and the ban refuses tokens that are still valid. Their open
 * requests and holds end; agreed sessions stay, for the team to decide about one by one.
 */
export const suspendPerson = defineCommand({
  contract,
  access,
  async run({ db, person, input, now }) {
    const until = input.until === null ? null : new Date(input.until);
    if (until !== null && until <= now) throw new AppError('suspension_in_past');
    const subject = await holdOther(db, person, input.personId);
    if (subject.bannedUntil !== null && subject.bannedUntil > now) throw new AppError('already_suspended');
    await db.query(
      // A suspension still recorded as open has in fact ended: it ran out, or the ban was removed with the service key.
      `update public.suspensions set lifted_at = least(coalesce(until, $2), $2)
         where person_id = $1 and lifted_at is null`,
      [subject.id, now],
    );
    await db.query(
      `insert into public.suspensions (person_id, reason, until, created_at, created_by)
         values ($1, $2, $3, $4, $5)`,
      [subject.id, input.reason, until, now, person.id],
    );
    await db.query('update auth.users set banned_until = $2, updated_at = $3 where id = $1', [
      subject.id,
      until ?? FAR_AWAY,
      now,
    ]);
    await db.query('delete from auth.sessions where user_id = $1', [subject.id]);
    if (subject.role === 'admin') await requireAnAdmin(db);
    const ended = await endWhatIsOpen(db, subject.id, { adminId: person.id, now });
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'profiles', id: subject.id },
      before: { state: 'active' },
      after: { state: 'suspended', until: until?.toISOString() ?? null, ended },
      reason: input.reason,
    });
    if (subject.email !== '') {
      const { id: userId, email: to, firstName } = subject;
      const told = { reason: input.reason, until: until && instantOf(until.getTime()) };
      await postMail(db, suspended, { to, userId, firstName }, told);
    }
    return { personId: subject.id, until: until?.toISOString() ?? null, ended };
  },
});

/** Read by the other side, who need not know why. */
const WORDS = 'La session ne peut pas avoir lieu : un des deux comptes n’est plus disponible.';

/**
 * Cancels holds and requests, with what their payments reserved, and withdraws proposals and offers to prolong. The suspension is written
 * before: a command that reaches one of these bookings afterwards finds it, and for one that came first this waits here.
 * @returns how many ended
 */
async function endWhatIsOpen(
  db: pg.ClientBase,
  personId: string,
  { adminId, now }: { adminId: string; now: Date },
): Promise<number> {
  const { rows } = await db.query(
    `select id from public.bookings where (streamer_id = $1 or viewer_id = $1) and status in ('held', 'requested', 'confirmed', 'in_progress') order by id`,
    [personId],
  );
  let ended = 0;
  for (const { id: bookingId } of rows) {
    const locked = await lockBooking(db, bookingId);
    const end = endedBySuspension(locked.booking);
    if (end === null) continue;
    if (end === 'extension') {
      if (await withdrawExtension(db, bookingId, now)) ended += 1;
      continue;
    }
    const about = { bookingId, locked, now, detail: { cause: 'suspended' } };
    if (end === 'booking') {
      const event = { type: 'cancel', by: 'admin' } as const;
      await advanceBooking(db, { ...about, event, actorId: adminId, reason: WORDS });
    } else {
      // Loge takes the proposal back on behalf of its streamer.
      const event = { type: 'withdraw_proposal', by: 'streamer' } as const;
      await advanceBooking(db, { ...about, event, actorId: null });
    }
    ended += 1;
  }
  return ended;
}
