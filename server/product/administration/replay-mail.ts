import { replayMail as contract } from '#contracts/administration.ts';
import { AppError } from '#contracts/errors.ts';
import { replayMail as replay } from '#server/mail/outbox.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';

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
