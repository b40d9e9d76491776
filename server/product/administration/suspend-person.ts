import { suspendPerson as contract } from '#contracts/administration.ts';
import { AppError } from '#contracts/errors.ts';
import { instantOf } from '#domain/time/instant.ts';
import { suspended } from '#server/mail/account/suspended.ts';
import { postMail } from '#server/mail/outbox.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { admin as access, requireAnAdmin } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { holdOther } from './subject.ts';

/** Stands for 'until an admin restores the account': auth's ban needs an end. */
const FAR_AWAY = new Date('9999-12-31T00:00:00Z');

/** Ends a person's access at once, everywhere: their sessions are deleted, and the ban refuses tokens that are still valid. */
export const suspendPerson = defineCommand({
  contract,
  access,
  async run({ db, person, input, now }) {
    const until = input.until === null ? null : new Date(input.until);
    if (until !== null && until <= now) throw new AppError('suspension_in_past');
    const subject = await holdOther(db, person, input.personId);
    if (subject.bannedUntil !== null && subject.bannedUntil > now) throw new AppError('already_suspended');
    await db.query(
      // A suspension that is still recorded as open has ended: it ran out, or the ban was removed with the service key.
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
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'profiles', id: subject.id },
      before: { state: 'active' },
      after: { state: 'suspended', until: until?.toISOString() ?? null },
      reason: input.reason,
    });
    if (subject.email !== '') {
      const { id: userId, email: to, firstName } = subject;
      const told = { reason: input.reason, until: until && instantOf(until.getTime()) };
      await postMail(db, suspended, { to, userId, firstName }, told);
    }
    return { personId: subject.id, until: until?.toISOString() ?? null };
  },
});
