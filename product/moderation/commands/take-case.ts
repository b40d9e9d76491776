import { audit, WORK_REASON } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { takeCase as contract } from '../contract.ts';
import { LEASE_MINUTES } from '../rules/moderation.ts';

/**
 * Keeps a case for an admin for half an hour, again with each time. The row is locked first: of
 * several who ask at once one gets it.
 */
export const takeCase = serve({
  contract,
  async run({ db, person, input: { caseId }, now }) {
    const { rows } = await db.query(
      `select case when taken_until > $2 then taken_by end as "takenBy" from public.moderation_cases where id = $1 for update`,
      [caseId, now],
    );
    const [row] = rows;
    if (!row) throw new AppError('case_not_found');
    const { takenBy } = row;
    if (takenBy !== null && takenBy !== person.id) throw new AppError('case_taken');
    const takenUntil = new Date(now.getTime() + LEASE_MINUTES * 60_000);
    await db.query('update public.moderation_cases set taken_by = $2, taken_until = $3 where id = $1', [
      caseId,
      person.id,
      takenUntil,
    ]);
    // Taken again it only lasts longer, which is no entry of the log.
    if (takenBy === null)
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'moderation_cases', id: caseId },
        before: { takenBy },
        after: { takenBy: person.id },
        reason: WORK_REASON,
      });
    return { takenUntil: takenUntil.toISOString() };
  },
});
