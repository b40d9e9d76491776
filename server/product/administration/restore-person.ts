import { restorePerson as contract } from '#contracts/administration.ts';
import { AppError } from '#contracts/errors.ts';
import { restored } from '#server/mail/account/restored.ts';
import { postMail } from '#server/mail/outbox.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { holdForTeam } from '#server/product/lifecycle/subject.ts';
import { restoreAccount } from '#server/product/lifecycle/suspension.ts';

/** Ends a suspension before its time; the person signs in again. */
export const restorePerson = defineCommand({
  contract,
  access: team('moderation'),
  async run({ db, person, input: { personId, reason }, now }) {
    const subject = await holdForTeam(db, person, personId, 'moderation');
    if (subject.bannedUntil === null || subject.bannedUntil <= now) throw new AppError('not_suspended');
    const until = await restoreAccount(db, { personId, actorId: person.id, now });
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
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
