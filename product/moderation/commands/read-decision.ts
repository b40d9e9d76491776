import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { lockCase } from '../case-row.ts';
import { readDecision as contract } from '../contract.ts';
import { decisionBehind, decisionFrom } from '../decision-row.ts';
import { removalOf } from '../removed-content.ts';

/**
 * The statement of reasons, to whom its address was sent: somebody suspended cannot sign in to read
 * it.
 */
export const readDecision = serve({
  contract,
  async run({ db, person, input: { token }, now }) {
    const decision = await decisionBehind(db, token, person.id);
    if (!decision) throw new AppError('decision_not_found');
    const { number, title, kind, signal } = await lockCase(db, decision.case_id);
    const removal = await removalOf(db, decision.id);
    return {
      ...decisionFrom(decision),
      number,
      subjectTitle: title,
      subjectKind: kind,
      detected: signal !== null,
      mayAppeal: decision.appealed_at === null && decision.appeal_until >= now && decision.measure !== 'none',
      removal: removal && {
        restoredAt: removal.restored_at?.toISOString() ?? null,
        erasedAt: removal.erased_at?.toISOString() ?? null,
      },
    };
  },
});
