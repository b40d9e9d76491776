-- The private conversations that the caller may read as one of the team at this moment: those that they opened with a reason, and that of a
-- room in which they are, which they entered with a reason. The policy of the messages asks it, once a statement.
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
