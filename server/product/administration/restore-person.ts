import { restorePerson as contract } from '#contracts/administration.ts';
import { AppError } from '#contracts/errors.ts';
import { restored } from '#server/mail/account/restored.ts';
import { postMail } from '#server/mail/outbox.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { admin as access } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { holdSubject } from './subject.ts';

/** Ends a suspension before its time; the person signs in again. */
export const restorePerson = defineCommand({
  contract,
  access,
  async run({ db, person, input: { personId, reason }, now }) {
    const subject = await holdSubject(db, personId);
    if (subject.bannedUntil === null || subject.bannedUntil <= now) throw new AppError('not_suspended');
    const { rows } = await db.query(
      `update public.suspensions set lifted_at = $2, lifted_by = $3
         where person_id = $1 and lifted_at is null returning until`,
      [personId, now, person.id],
    );
    await db.query('update auth.users set banned_until = null, updated_at = $2 where id = $1', [
      personId,
      now,
    ]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'profiles', id: personId },
      before: { state: 'suspended', until: rows[0]?.until?.toISOString() ?? null },
      after: { state: 'active' },
      reason,
    });
    if (subject.email !== '') {
      const { email: to, firstName } = subject;
      await postMail(db, restored, { to, userId: personId, firstName }, {});
    }
    return { personId };
  },
});
