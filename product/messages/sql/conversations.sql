-- Until when the caller reads the messages of a session. Its streamer and its participants read
-- them without an end (infinity). A viewer whose seat was cancelled before the start reads what was
-- written until then, since the others of a group go on without them. Everybody else reads nothing
-- (null). It runs with its owner's rights, because the policy that calls it may not read other
-- people's bookings.
create or replace function private.messages_readable_until(session uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(case when b.streamer_id = auth.uid() or b.ended_at is null or b.ended_at > b.start_at then 'infinity' else b.ended_at end)
  from public.bookings b
  where b.session_id = session and b.confirmed_at is not null and (b.streamer_id = auth.uid() or b.viewer_id = auth.uid())
$$;
revoke execute on function private.messages_readable_until(uuid) from public;
grant execute on function private.messages_readable_until(uuid) to authenticated, service_role;

comment on function private.messages_readable_until(uuid) is 'Until when the caller reads the messages of a session; null for who has no part in it.';

-- The private conversations that the caller may read as one of the team at this moment: those that
-- they opened with a reason, and that of a room in which they are, which they entered with a
-- reason. The policy of the messages asks it, once a statement.
create or replace function private.opened_conversations() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.session_id from public.conversation_openings o
  where o.admin_id = auth.uid() and o.ends_at > now() and private.is_of_team('{support,moderation}')
  union
  select a.session_id from private.admissions a
  where a.person_id = auth.uid() and a.side = 'admin' and a.ended_at is null and not a.waiting and private.is_of_team('{support,moderation}')
$$;
revoke execute on function private.opened_conversations() from public;
grant execute on function private.opened_conversations() to authenticated, service_role;

comment on function private.opened_conversations() is 'The sessions whose private messages the caller reads as one of the team: opened with a reason, for a time.';

-- One's own conversations and how many unread messages of others each has. It reads with its
-- owner's rights, because it starts from the caller's bookings, which a policy evaluated for each
-- message could not do. A viewer whose seat was cancelled before the start keeps the conversation
-- up to then (private.messages_readable_until). Hidden messages count as unread for nobody.
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

-- The view conversations checks the caller itself.
revoke all on public.conversations from public, anon, authenticated, service_role;
grant select on public.conversations to authenticated;

-- How much was written in each session's conversation, and until when the caller has it open: never
-- what was written. Guarded as admin_people is.
create or replace view public.admin_conversations with (security_barrier) as
select m.session_id, count(*)::int as messages, max(m.sent_at) as last_sent_at,
  (select max(o.ends_at) from public.conversation_openings o
    where o.session_id = m.session_id and o.admin_id = (select auth.uid()) and o.ends_at > now()) as opened_until
from public.session_messages m
where (select private.is_of_team('{support,moderation}')) or current_user = 'service_role'
group by m.session_id;

comment on view public.admin_conversations is 'How many messages each conversation has, without the messages, and until when the caller opened it, for the admin.';

revoke all on public.admin_conversations from public, anon, authenticated, service_role;
grant select on public.admin_conversations to authenticated, service_role;
