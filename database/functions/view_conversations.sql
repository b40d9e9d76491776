-- One's own conversations and how many unread messages of others each has. It reads with its owner's rights, because it starts from the
-- caller's bookings, which a policy evaluated for each message could not do. A viewer whose seat was cancelled before the start keeps the
-- conversation up to then (private.messages_readable_until). What the team hid waits for nobody.
create or replace view public.conversations with (security_barrier) as
with own as (
  select b.session_id,
    max(case when b.streamer_id = (select auth.uid()) or b.ended_at is null or b.ended_at > b.start_at then 'infinity' else b.ended_at end) as until
  from public.bookings b
  where b.confirmed_at is not null and (b.streamer_id = (select auth.uid()) or b.viewer_id = (select auth.uid()))
    and not (select private.another_looks())
  group by b.session_id
)
select m.session_id,
  count(*) filter (where m.author_id is distinct from (select auth.uid()) and m.id > coalesce(r.last_read_id, 0) and m.hidden_at is null)::integer as unread,
  max(m.id) as last_message_id,
  max(m.sent_at) as last_sent_at
from own
join public.session_messages m on m.session_id = own.session_id and m.sent_at <= own.until
left join public.message_reads r on r.session_id = m.session_id and r.person_id = (select auth.uid())
group by m.session_id;

comment on view public.conversations is 'The caller''s own conversations and how many messages wait in each.';
