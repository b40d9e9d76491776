-- How much was written in each session's conversation, and until when the caller has it open: never what was written. Guarded as admin_people is.
create or replace view public.admin_conversations with (security_barrier) as
select m.session_id, count(*)::int as messages, max(m.sent_at) as last_sent_at,
  (select max(o.ends_at) from public.conversation_openings o
    where o.session_id = m.session_id and o.admin_id = (select auth.uid()) and o.ends_at > now()) as opened_until
from public.session_messages m
where (select private.is_of_team('{support,moderation}')) or current_user = 'service_role'
group by m.session_id;

comment on view public.admin_conversations is 'How many messages each conversation has, without the messages, and until when the caller opened it, for the admin.';
