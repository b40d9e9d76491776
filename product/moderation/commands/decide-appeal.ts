import type pg from 'pg';
import { holdForTeam, holdSubject } from '#product/accounts/subject.ts';
import { restoreAccount } from '#product/booking/suspension.ts';
import type { Person } from '#product/command/access.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { type CaseRow, lockCase, requireTaken } from '../case-row.ts';
import { decideAppeal as contract } from '../contract.ts';
import { type DecisionRow, decisionOf } from '../decision-row.ts';
import { showAgain } from '../hidden-content.ts';
import { appealDecided } from '../mails/appeal-decided.ts';
import { giveBack } from '../removed-content.ts';

/**
 * Another admin upholds a decision or overturns it. Sessions that were called off stay so: their
 * viewers have their money back.
 */
export const decideAppeal = serve({
  contract,
  async run({ db, person, input: { caseId, outcome, reason }, now }) {
    const found = await lockCase(db, caseId);
    const decision = await decisionOf(db, caseId);
    if (found.state !== 'appealed' || decision === null) throw new AppError('already_done');
    if (decision.decided_by === person.id) throw new AppError('appeal_needs_another');
    requireTaken(found, person.id, now);
    if (found.personId === person.id) throw new AppError('cannot_act_on_self');
    await db.query(
      `update public.moderation_decisions set appeal_outcome = $2, appeal_reason = $3, appeal_decided_by = $4, appeal_decided_at = $5
       where id = $1`,
      [decision.id, outcome, reason, person.id, now],
    );
    await db.query(
      `update public.moderation_cases set state = 'closed', taken_by = null, taken_until = null where id = $1`,
      [caseId],
    );
    if (outcome === 'overturned') await restore(db, { found, decision, actor: person, now });
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'moderation_cases', id: caseId },
      before: { state: 'appealed', measure: decision.measure },
      after: { state: 'closed', outcome },
      reason,
    });
    if (found.personId !== null) {
      const { email: to, id: userId, firstName } = await holdSubject(db, found.personId);
      const told = { number: found.number, overturned: outcome === 'overturned', reason };
      if (to !== '') await postMail(db, appealDecided, { to, userId, firstName }, told);
    }
    return { caseId, outcome };
  },
});

/**
 * Undoes what the decision did and nothing else: a later suspension, of another case or by hand,
 * stays. Restrictions end with the outcome itself.
 */
async function restore(
  db: pg.ClientBase,
  { found, decision, actor, now }: { found: CaseRow; decision: DecisionRow; actor: Person; now: Date },
): Promise<void> {
  if (decision.measure === 'hide') await showAgain(db, found, decision.decided_at);
  if (decision.measure === 'remove')
    await giveBack(db, found, { decisionId: decision.id, removedAt: decision.decided_at, now });
  if ((decision.measure !== 'suspend' && decision.measure !== 'close') || found.personId === null) return;
  await holdForTeam(db, actor, found.personId, 'moderation');
  const { rowCount } = await db.query(
    'select from public.suspensions where person_id = $1 and lifted_at is null and created_at = $2',
    [found.personId, decision.decided_at],
  );
  if (rowCount !== 0) await restoreAccount(db, { personId: found.personId, actorId: actor.id, now });
}
