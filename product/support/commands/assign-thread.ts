import { audit, WORK_REASON } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { assignThread as contract } from '../contract.ts';
import { lockThread } from '../thread-row.ts';

/** Gives a thread to one of the team who may open it, unless somebody else took it meanwhile. */
export const assignThread = serve({
  contract,
  async run({ db, person, input: { threadId, assigneeId, before, reason = WORK_REASON }, now }) {
    const thread = await lockThread(db, threadId);
    if (thread.assigneeId !== before) throw new AppError('thread_changed');
    if (assigneeId !== null) {
      // Held first, so that anybody who changes their role within the team meanwhile is waited for,
      // and read then.
      await db.query('select from public.profiles where id = $1 for key share', [assigneeId]);
      const { rowCount } = await db.query(
        "select from public.team_roles where person_id = $1 and role in ('all', 'support')",
        [assigneeId],
      );
      if (rowCount === 0) throw new AppError('assignee_not_admin');
    }
    await db.query('update public.support_threads set assignee_id = $2 where id = $1', [
      threadId,
      assigneeId,
    ]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'support_threads', id: threadId },
      before: { assigneeId: before },
      after: { assigneeId },
      reason,
    });
    return { threadId, assigneeId };
  },
});
