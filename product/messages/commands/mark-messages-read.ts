import { serve } from '#product/command/serve.ts';
import { ownConversation } from '#product/conference/conversation.ts';
import { markMessagesRead as contract } from '../contract.ts';

/**
 * Records how far the person has read, and marks their notification of the conversation as read.
 */
export const markMessagesRead = serve({
  contract,
  async run({ db, person, input, now }) {
    const { sessionId, messageId } = input;
    await ownConversation(db, person, sessionId);
    // No further than the newest message, so that later ones stay unread.
    await db.query(
      `insert into public.message_reads as held (session_id, person_id, last_read_id, read_at)
       select $1, $2, max(id), $4 from public.session_messages where session_id = $1 and id <= $3 having max(id) is not null
       on conflict (person_id, session_id) do update
         set last_read_id = excluded.last_read_id, read_at = excluded.read_at
         where held.last_read_id < excluded.last_read_id`,
      [sessionId, person.id, messageId, now],
    );
    await db.query(
      `update public.notifications set read_at = $3 where person_id = $2 and kind = 'message' and read_at is null
         and booking_id in (select id from public.bookings where session_id = $1)`,
      [sessionId, person.id, now],
    );
    return {};
  },
});
