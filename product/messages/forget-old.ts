import { CONVERSATION_DAYS } from '#product/booking/rules/conversation.ts';
import type { Run } from '#server/jobs/runner.ts';

/**
 * Deletes conversations 30 days after their sessions, together with how far people have read, which
 * is kept for nothing else. A reported message stays, with its files, until its case is over and
 * can no longer be appealed.
 */
export const forgetOldMessages = ({ pool, now }: Run) =>
  pool.query(
    `with gone as (
         delete from public.session_messages m where not exists (select from public.bookings b where b.session_id = m.session_id
             and b.end_at > $1::timestamptz - make_interval(days => $2)) and not private.is_reported_message(m.id, $1)
         returning m.session_id
       )
       delete from public.message_reads r where r.session_id in (select session_id from gone)
         and not exists (select from public.session_messages m where m.session_id = r.session_id and private.is_reported_message(m.id, $1))`,
    [now, CONVERSATION_DAYS],
  );
