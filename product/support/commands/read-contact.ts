import { serve } from '#product/command/serve.ts';
import { lockKey } from '../contact.ts';
import { readContact as contract } from '../contract.ts';
import { lockThread } from '../thread-row.ts';

/**
 * A letter that waits for its address, or a thread with both sides, for whom its mails were sent
 * to.
 */
export const readContact = serve({
  contract,
  async run({ db, input: { token }, now }) {
    const { subject, body, threadId } = await lockKey(db, token, now);
    if (threadId === null)
      return { number: null, subject: subject ?? '', state: null, messages: [], draft: body ?? '' };
    const thread = await lockThread(db, threadId);
    const { rows } = await db.query(
      'select id, side, body, sent_at from public.support_messages where thread_id = $1 order by id',
      [threadId],
    );
    return {
      number: thread.number,
      subject: thread.subject,
      state: thread.state,
      messages: rows.map(({ sent_at: at, ...message }) => ({ ...message, at: at.toISOString() })),
      draft: null,
    };
  },
});
