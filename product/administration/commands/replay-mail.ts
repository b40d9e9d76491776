import { defineCommand } from '#platform/functions/command.ts';
import { team } from '#product/command/access.ts';
import { audit } from '#product/command/audit.ts';
import { replayMail as replay } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { replayMail as contract } from '../contract.ts';

/** Starts another round of attempts for a mail that was given up. */
export const replayMail = defineCommand({
  contract,
  access: team('support'),
  async run({ db, person, input: { mailId, reason }, now }) {
    if (!(await replay(db, mailId))) throw new AppError('mail_not_found');
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'mail.messages', id: mailId },
      before: { state: 'failed' },
      after: { state: 'pending' },
      reason,
    });
    return { mailId };
  },
});
