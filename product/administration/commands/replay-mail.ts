import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { replayMail as replay } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { replayMail as contract } from '../contract.ts';

/** Starts another round of attempts for a mail that was given up. */
export const replayMail = serve({
  contract,
  async run({ db, person, input: { mailId, reason }, now }) {
    if (!(await replay(db, mailId))) throw new AppError('mail_not_found');
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'mail.messages', id: mailId },
      before: { state: 'failed' },
      after: { state: 'pending' },
      reason,
    });
    return { mailId };
  },
});
