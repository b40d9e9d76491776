-- Whether a file came with a message that the team took away: it is not its sender's any more, neither to read nor to take back. It runs with its
-- owner's rights, since its sender does not see the row.
create or replace function private.is_removed_file(attachment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.attachments a join public.session_messages m on m.id = a.message_id
    where a.id = attachment and m.removed_at is not null)
$$;
revoke execute on function private.is_removed_file(uuid) from public;
grant execute on function private.is_removed_file(uuid) to authenticated, service_role;

comment on function private.is_removed_file(uuid) is 'Says whether a file came with a message that the team took away.';
