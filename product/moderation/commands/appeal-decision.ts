import { holdSubject } from '#product/accounts/subject.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { lockCase } from '../case-row.ts';
import { appealDecision as contract } from '../contract.ts';
import { decisionBehind } from '../decision-row.ts';
import { appealReceived } from '../mails/appeal-received.ts';

/**
 * A person says why a decision about them is to be looked at again; its case waits for another
 * admin.
 */
export const appealDecision = serve({
  contract,
  async run({ db, person, input: { token, body }, now }) {
    const seen = await decisionBehind(db, token, person.id);
    if (!seen) throw new AppError('decision_not_found');
    const { id: caseId, number, state } = await lockCase(db, seen.case_id);
    if (state !== 'decided' || seen.measure === 'none') throw new AppError('already_done');
    if (seen.appeal_until < now) throw new AppError('deadline_passed');
    await db.query(
      'update public.moderation_decisions set appealed_at = $2, appeal_body = $3 where id = $1',
      [seen.id, now, body],
    );
    await db.query(`update public.moderation_cases set state = 'appealed' where id = $1`, [caseId]);
    if (seen.person_id !== null) {
      const { email: to, id: userId, firstName } = await holdSubject(db, seen.person_id);
      if (to !== '') await postMail(db, appealReceived, { to, userId, firstName }, { number });
    }
    return {};
  },
});
