-- One's own conversations and how many messages of others wait in each. It reads with its owner's rights, for it starts from one's
-- bookings, which a policy asked message by message could not; whose seat was called off before the start has none (private.is_of_session).
create or replace view public.conversations with (security_barrier) as
with own as (
  select distinct b.session_id from public.bookings b
  where b.confirmed_at is not null and (b.streamer_id = (select auth.uid())
    or b.viewer_id = (select auth.uid()) and (b.ended_at is null or b.ended_at > b.start_at))
)
select m.session_id,
  count(*) filter (where m.author_id is distinct from (select auth.uid()) and m.id > coalesce(r.last_read_id, 0))::integer as unread,
  max(m.id) as last_message_id,
  max(m.sent_at) as last_sent_at
from own
join public.session_messages m on m.session_id = own.session_id
left join public.message_reads r on r.session_id = m.session_id and r.person_id = (select auth.uid())
group by m.session_id;

comment on view public.conversations is 'The caller''s own conversations and how many messages wait in each.';
