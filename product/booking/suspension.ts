import type pg from 'pg';
import { holdOther, type Subject } from '#product/accounts/subject.ts';
import { type Person, requireAnAdmin } from '#product/command/access.ts';
import { AppError } from '#product/shared/errors.ts';
import { advanceBooking } from './advance-booking.ts';
import { lockBooking } from './booking-row.ts';
import { withdrawExtension } from './extension-row.ts';
import { endedBySuspension } from './rules/suspension.ts';

/** Means 'until an admin restores the account': auth's ban needs an end. */
const FAR_AWAY = new Date('9999-12-31T00:00:00Z');

/**
 * Ends a person's access at once, everywhere: their sessions are deleted, and the ban refuses
 * tokens that are still valid. Their open requests and holds end; agreed sessions stay, for the
 * team to decide about.
 * @param until null: until an admin restores the account
 * @returns the account, and how many bookings were called off or proposals taken back
 * @throws AppError suspension_in_past, person_not_found, cannot_act_on_self, already_suspended or
 *   last_admin, and forbidden for a moderator upon another admin
 */
export async function suspendAccount(
  db: pg.ClientBase,
  actor: Person,
  { personId, until, reason, now }: { personId: string; until: Date | null; reason: string; now: Date },
): Promise<{ subject: Subject; ended: number }> {
  if (until !== null && until <= now) throw new AppError('suspension_in_past');
  const subject = await holdOther(db, actor, personId, 'moderation');
  if (subject.bannedUntil !== null && subject.bannedUntil > now) throw new AppError('already_suspended');
  await db.query(
    // A suspension still recorded as open has in fact ended: it ran out, or the ban was removed
    // with the service key.
    `update public.suspensions set lifted_at = least(coalesce(until, $2), $2)
       where person_id = $1 and lifted_at is null`,
    [subject.id, now],
  );
  await db.query(
    `insert into public.suspensions (person_id, reason, until, created_at, created_by)
       values ($1, $2, $3, $4, $5)`,
    [subject.id, reason, until, now, actor.id],
  );
  await db.query('update auth.users set banned_until = $2, updated_at = $3 where id = $1', [
    subject.id,
    until ?? FAR_AWAY,
    now,
  ]);
  await db.query('delete from auth.sessions where user_id = $1', [subject.id]);
  if (subject.role === 'admin') await requireAnAdmin(db);
  const ended = await endWhatIsOpen(db, subject.id, { adminId: actor.id, now });
  return { subject, ended };
}

/**
 * Ends a suspension before its time.
 * @returns until when it was to last; null: until now
 */
export async function restoreAccount(
  db: pg.ClientBase,
  { personId, actorId, now }: { personId: string; actorId: string; now: Date },
): Promise<Date | null> {
  const { rows } = await db.query(
    `update public.suspensions set lifted_at = $2, lifted_by = $3
       where person_id = $1 and lifted_at is null returning until`,
    [personId, now, actorId],
  );
  await db.query('update auth.users set banned_until = null, updated_at = $2 where id = $1', [personId, now]);
  return rows[0]?.until ?? null;
}

/** Read by the other side, who need not know why. */
export const UNAVAILABLE = 'La session ne peut pas avoir lieu : un des deux comptes n’est plus disponible.';

/**
 * Cancels holds and requests, with what their payments reserved, and withdraws proposals and offers
 * to prolong. The suspension is written before: a command that reaches one of these bookings
 * afterwards finds it, and for one that came first this waits here.
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
    // A group moves or stays as a whole: a suspended viewer's proposal lapses like one without an
    // answer.
    if (end === null || (end === 'proposal' && locked.row.seats > 1 && locked.row.viewer_id === personId))
      continue;
    if (end === 'extension') {
      if (await withdrawExtension(db, bookingId, now)) ended += 1;
      continue;
    }
    const about = { bookingId, locked, now, detail: { cause: 'suspended' } };
    if (end === 'booking') {
      const event = { type: 'cancel', by: 'admin' } as const;
      await advanceBooking(db, { ...about, event, actorId: adminId, reason: UNAVAILABLE });
    } else {
      // Loge takes the proposal back on behalf of its streamer.
      const event = { type: 'withdraw_proposal', by: 'streamer' } as const;
      await advanceBooking(db, { ...about, event, actorId: null });
    }
    ended += 1;
  }
  return ended;
}
