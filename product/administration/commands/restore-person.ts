import { holdForTeam } from '#product/accounts/subject.ts';
import { restoreAccount } from '#product/booking/suspension.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { restorePerson as contract } from '../contract.ts';
import { restored } from '../mails/restored.ts';

/** Ends a suspension before its time; the person signs in again. */
export const restorePerson = serve({
  contract,
  async run({ db, person, input: { personId, reason }, now }) {
    const subject = await holdForTeam(db, person, personId, 'moderation');
    if (subject.bannedUntil === null || subject.bannedUntil <= now) throw new AppError('not_suspended');
    const until = await restoreAccount(db, { personId, actorId: person.id, now });
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'profiles', id: personId },
      before: { state: 'suspended', until: until?.toISOString() ?? null },
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
