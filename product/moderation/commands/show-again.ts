import { holdSubject } from '#product/accounts/subject.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { lockCase } from '../case-row.ts';
import { showAgain as contract } from '../contract.ts';
import { decisionOf } from '../decision-row.ts';
import { showAgain as show } from '../hidden-content.ts';
import { shownAgain } from '../mails/shown-again.ts';

/**
 * Shows again what was hidden, since its author put it right. While an appeal waits, its answer
 * decides.
 */
export const showAgain = serve({
  contract,
  async run({ db, person, input: { caseId, reason }, now }) {
    const found = await lockCase(db, caseId);
    const decision = await decisionOf(db, caseId);
    if (decision?.measure !== 'hide') throw new AppError('measure_not_possible');
    if (
      found.state === 'appealed' ||
      decision.shown_again_at !== null ||
      decision.appeal_outcome === 'overturned'
    )
      throw new AppError('already_done');
    if (found.personId === person.id) throw new AppError('cannot_act_on_self');
    await db.query('update public.moderation_decisions set shown_again_at = $2 where id = $1', [
      decision.id,
      now,
    ]);
    await show(db, found, decision.decided_at);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'moderation_cases', id: caseId },
      before: { measure: decision.measure },
      after: { measure: 'none' },
      reason,
    });
    if (found.personId !== null) {
      const { email: to, id: userId, firstName } = await holdSubject(db, found.personId);
      const { number, title } = found;
      if (to !== '') await postMail(db, shownAgain, { to, userId, firstName }, { number, title, reason });
    }
    return { caseId };
  },
});
