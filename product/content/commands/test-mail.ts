import { audit, WORK_REASON } from '#product/command/audit.ts';
import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { postTestMail } from '#product/mail/outbox.ts';
import { kinds } from '#product/mails.ts';
import { AppError } from '#product/shared/errors.ts';
import { testMail as contract } from '../mails-contract.ts';

const TESTS_AN_HOUR = 20;

/** Sends an example to who asks for it, and to nobody else. */
export const testMail = serve({
  contract,
  async run({ db, person, input: { kind: name, sample }, now }) {
    const kind = kinds.find((each) => each.name === name);
    const event = kind?.samples[sample];
    if (!kind || event === undefined) throw new AppError('mail_not_found');
    await spend(db, { key: `mail-tests:${person.id}`, allowed: TESTS_AN_HOUR, within: 3600 }, now);
    const recipient = { to: person.email, userId: person.id, firstName: person.firstName };
    const id = await postTestMail(db, kind, recipient, event);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'mail.messages', id },
      before: null,
      after: { kind: name, sample },
      reason: WORK_REASON,
    });
    return { to: person.email };
  },
});
