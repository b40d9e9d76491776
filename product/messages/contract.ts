import { z } from 'zod';
import { filesSent } from '#product/attachments/contract.ts';
import { sendChatMessage } from '#product/conference/contract.ts';
import { person } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';

/**
 * The messages between the people of a session: before it, in its room
 * (`conference/send-chat-message`), and until 30 days after. They are read as rows of
 * `session_messages` under row-level security, and told of as they come.
 */

/**
 * Writes to the other people of a session. Refuses with `conversation_not_found` when it is nobody
 * of the caller's, `conversation_closed` before it is agreed on, when it was called off, and 30
 * days after its end, and with `too_many_messages` or `file_not_found`.
 */
export const sendMessage = contract(
  'messages/send-message',
  z.strictObject({
    sessionId: z.uuid(),
    key: z.uuid(),
    body: sendChatMessage.request.shape.body,
    files: filesSent,
  }),
  z.object({ messageId: z.string(), sentAt: z.iso.datetime() }),
  { access: person },
);

/**
 * The caller has seen the conversation up to a message. Never goes back. Refuses with
 * `conversation_not_found`.
 */
export const markMessagesRead = contract(
  'messages/mark-messages-read',
  z.strictObject({ sessionId: z.uuid(), messageId: z.int().positive() }),
  z.object({}),
  { access: person },
);
