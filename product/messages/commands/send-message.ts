import { attachFiles } from '#product/attachments/attach-files.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { ownConversation, postMessage, requireMayWrite } from '#product/conference/conversation.ts';
import { sendMessage as contract } from '../contract.ts';

/** Writes to the other people of a session, from outside its room. */
export const sendMessage = ({ scansFiles }: Pick<ProductDeps, 'scansFiles'>) =>
  serve({
    contract,
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
