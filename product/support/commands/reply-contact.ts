import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { lockKey } from '../contact.ts';
import { replyContact as contract } from '../contract.ts';
import { lockThread, writeAsPerson } from '../thread-row.ts';

const REPLIES_AN_HOUR = 10;

/** A person who cannot sign in writes again, from the address of one of their mails. */
export const replyContact = serve({
  contract,
  async run({ db, input: { token, body }, now }) {
    const { threadId } = await lockKey(db, token, now);
    if (threadId === null) throw new AppError('thread_not_found');
    const thread = await lockThread(db, threadId);
    await spend(db, { key: `support-replies:${threadId}`, allowed: REPLIES_AN_HOUR, within: 3600 }, now);
    await writeAsPerson(db, thread, { authorId: null, body, via: 'page', now });
    return {};
  },
});
