-- Whether the caller may see a file that was sent along: its sender, unless the team took it away; of a message those who read it; of an answer to the team its person and
-- the team; of a booking its two people. The team sees what people send each other once it was reported, or while
-- they have the conversation open with a reason, and not before. It runs with its
-- owner's rights, since the policy that calls it may not read cases.
create or replace function private.sees_attachment(owner uuid, message bigint, support_message bigint, booking uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (owner = auth.uid() and not exists (select from public.session_messages m where m.id = message and m.removed_at is not null))
    or exists (select from public.session_messages m where m.id = message and m.hidden_at is null
      and m.sent_at <= private.messages_readable_until(m.session_id))
    or exists (select from public.session_messages m where m.id = message and m.session_id in (select private.opened_conversations()))
    or exists (select from public.support_messages s join public.support_threads t on t.id = s.thread_id
      where s.id = support_message and (t.person_id = auth.uid() or private.is_of_team('{support}')))
    or exists (select from public.bookings b where b.id = booking and (b.viewer_id = auth.uid() or b.streamer_id = auth.uid()))
    or (private.is_of_team('{moderation}') and exists (select from public.moderation_cases c
      where (c.subject_kind = 'message' and c.subject_id = message::text)
        or (c.subject_kind = 'session' and c.subject_id = booking::text))), false)
$$;
revoke execute on function private.sees_attachment(uuid, bigint, bigint, uuid) from public;
grant execute on function private.sees_attachment(uuid, bigint, bigint, uuid) to authenticated, service_role;

comment on function private.sees_attachment(uuid, bigint, bigint, uuid) is 'Says whether the caller may see a file that was sent along with a message or a booking.';
