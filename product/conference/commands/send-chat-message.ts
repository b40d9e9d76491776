import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { sendChatMessage as contract } from '../contract.ts';
import { postMessage, requireMayWrite, seatsInRoom } from '../conversation.ts';
import { lockOwnAdmission } from '../own-admission.ts';

/** Writes in the chat of a session, from within its room. */
export const sendChatMessage = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const { side } = await lockOwnAdmission(db, person, input, now);
      const { roomId: sessionId, body } = input;
      const seats = await seatsInRoom(db, person, { sessionId, side });
      await requireMayWrite(db, { personId: person.id, seats, now });
      const messageId = await postMessage(db, { sessionId, authorId: person.id, side, body, now });
      return { messageId, sentAt: now.toISOString() };
    }),
});
