import { setThreadState as contract } from '#contracts/support.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { lockThread } from './thread-row.ts';

/** Settles a thread without an answer, lets it wait for the person, or takes it up again, in which case it waits since now. */
export const setThreadState = defineCommand({
  contract,
  access: team('support'),
  async run({ db, input: { threadId, state }, now }) {
    await lockThread(db, threadId);
    await db.query(
      `update public.support_threads set state = $2,
         resolved_at = case when $2 = 'resolved' then coalesce(resolved_at, $3::timestamptz) end,
         waiting_since = case when $2 = 'open' then coalesce(waiting_since, $3::timestamptz) end
       where id = $1`,
      [threadId, state, now],
    );
    return { threadId, state };
  },
});
