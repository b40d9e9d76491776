import { AppError } from '#contracts/errors.ts';
import { replyThread as contract } from '#contracts/support.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { once } from '#server/product/idempotency.ts';
import { attachFiles } from '#server/product/lifecycle/attach-files.ts';
import { spend } from '#server/product/rate-limit.ts';
import { lockThread, writeAsPerson } from './thread-row.ts';

const REPLIES_AN_HOUR = 30;

/** A person writes again in their thread. */
export const replyThread = ({ scansFiles }: Pick<ProductDeps, 'scansFiles'>) =>
  defineCommand({
    contract,
    access,
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
