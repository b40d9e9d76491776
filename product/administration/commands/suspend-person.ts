import { suspendAccount } from '#product/booking/suspension.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { suspendPerson as contract } from '../contract.ts';
import { suspended } from '../mails/suspended.ts';

/**
 * Ends a person's access at once, everywhere; sessions that were agreed on stay, for the team to
 * decide about one by one.
 */
export const suspendPerson = serve({
  contract,
  async run({ db, person, input, now }) {
    const until = input.until === null ? null : new Date(input.until);
    const { personId, reason } = input;
    const { subject, ended } = await suspendAccount(db, person, { personId, until, reason, now });
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
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
