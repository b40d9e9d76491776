import { AppError } from '#contracts/errors.ts';
import { send as contract } from '#contracts/messages.ts';
import { conversationState, MESSAGES_PER_MINUTE } from '#domain/booking/conversation.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { once } from '#server/product/idempotency.ts';
import { ownConversation } from './own-conversation.ts';
import { postMessage } from './post.ts';

const MINUTE_SECONDS = 60;

/** Writes to the other people of a session, from outside its room. */
export const send = defineCommand({
  contract,
  access,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, command: contract.name, input }, async () => {
      const { sessionId, body } = input;
      const { side, seats } = await ownConversation(db, person, sessionId);
      if (conversationState(seats, instantOf(now.getTime())) !== 'open')
        throw new AppError('conversation_closed');
      const { rows } = await db.query<{ wait: number }>(
        'select auth.spend_rate_limit($1, $2, $3, $4) as wait',
        [`messages:${person.id}`, MESSAGES_PER_MINUTE, MINUTE_SECONDS, now],
      );
      const retryAfter = rows[0]?.wait ?? 0;
      if (retryAfter > 0) throw new AppError('too_many_messages', undefined, { retryAfter });
      const messageId = await postMessage(db, { sessionId, authorId: person.id, side, body, now });
      return { messageId, sentAt: now.toISOString() };
    }),
});
