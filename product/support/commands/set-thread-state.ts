import { audit, WORK_REASON } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { setThreadState as contract } from '../contract.ts';
import { lockThread } from '../thread-row.ts';

/**
 * Settles a thread without an answer, lets it wait for the person, or takes it up again: then it
 * waits since the first of their messages that nobody answered, or else since now.
 */
export const setThreadState = serve({
  contract,
  async run({ db, person, input: { threadId, state, reason = WORK_REASON }, now }) {
    const thread = await lockThread(db, threadId);
    await db.query(
      `update public.support_threads set state = $2,
         resolved_at = case when $2 = 'resolved' then coalesce(resolved_at, $3::timestamptz) end,
         waiting_since = case when $2 = 'open' then coalesce(waiting_since, (
           select min(m.sent_at) from public.support_messages m where m.thread_id = $1 and m.side = 'person' and m.id > coalesce((
             select max(a.id) from public.support_messages a where a.thread_id = $1 and a.side = 'team'), 0)), $3::timestamptz) end
       where id = $1`,
      [threadId, state, now],
    );
    if (thread.state !== state)
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'support_threads', id: threadId },
        before: { state: thread.state },
        after: { state },
        reason,
      });
    return { threadId, state };
  },
});
