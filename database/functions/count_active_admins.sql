-- How many people can run the platform: admins who may do all in the team and are neither suspended nor deleted nor waiting for their deletion. It takes, until the
-- end of the transaction, the lock under which that number changes: a caller that would lower the number calls this, acts, and calls it
-- again. Two admins who demote each other at once therefore act one after the other.
create or replace function private.count_active_admins() returns integer
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7506513002);
  return (
    select count(*) from public.profiles p join auth.users u on u.id = p.id
    where p.role = 'admin' and exists (select from public.team_roles r where r.person_id = p.id and r.role = 'all') and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and not exists (select from public.deletion_requests d where d.person_id = p.id)
  );
end
$$;
revoke execute on function private.count_active_admins() from public;

comment on function private.count_active_admins() is 'How many people can run the platform, under the lock that changes of that number take.';
