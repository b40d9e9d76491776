-- Whether a message is what an open case, or a decision that can still be appealed, is about.
create or replace function private.is_reported_message(message bigint, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.moderation_cases c left join public.moderation_decisions d on d.case_id = c.id
    where c.subject_kind = 'message' and c.subject_id = message::text
      and (c.state in ('open', 'appealed') or (d.measure <> 'none' and d.appeal_until > at and c.state <> 'closed')))
$$;
revoke execute on function private.is_reported_message(bigint, timestamptz) from public;

comment on function private.is_reported_message(bigint, timestamptz) is 'Says whether a message is reported in a case that is not over.';
