import { sendMessage as contract } from '#contracts/messages.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { once } from '#server/product/idempotency.ts';
import { attachFiles } from '#server/product/lifecycle/attach-files.ts';
import { ownConversation, postMessage, requireMayWrite } from '#server/product/lifecycle/conversation.ts';

/** Writes to the other people of a session, from outside its room. */
export const sendMessage = ({ scansFiles }: Pick<ProductDeps, 'scansFiles'>) =>
  defineCommand({
    contract,
    access,
    run: ({ db, person, input, now }) =>
      once(db, { personId: person.id, key: input.key, contract, input }, async () => {
        const { sessionId, body, files } = input;
        const { side, seats } = await ownConversation(db, person, sessionId);
        await requireMayWrite(db, { personId: person.id, seats, now });
        const messageId = await postMessage(db, { sessionId, authorId: person.id, side, body, now });
        await attachFiles(db, {
          ownerId: person.id,
          files,
          place: { kind: 'message', id: messageId },
          scansFiles,
          now,
        });
        return { messageId, sentAt: now.toISOString() };
      }),
  });
