import { attachFiles } from '#product/attachments/attach-files.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { once } from '#product/command/idempotency.ts';
import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { replyThread as contract } from '../contract.ts';
import { lockThread, writeAsPerson } from '../thread-row.ts';

const REPLIES_AN_HOUR = 30;

/** A person writes again in their thread. */
export const replyThread = ({ scansFiles }: Pick<ProductDeps, 'scansFiles'>) =>
  serve({
    contract,
    run: ({ db, person, input, now }) =>
      once(db, { personId: person.id, key: input.key, contract, input }, async () => {
        const thread = await lockThread(db, input.threadId);
        if (thread.personId !== person.id) throw new AppError('thread_not_found');
        await spend(db, { key: `support-replies:${person.id}`, allowed: REPLIES_AN_HOUR, within: 3600 }, now);
        const { body, files } = input;
        const messageId = await writeAsPerson(db, thread, { authorId: person.id, body, via: 'page', now });
        await attachFiles(db, {
          ownerId: person.id,
          files,
          place: { kind: 'support_message', id: messageId },
          scansFiles,
          now,
        });
        return { messageId, sentAt: now.toISOString() };
      }),
  });
