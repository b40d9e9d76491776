-- Each of the team keeps their own, and nobody else has any.
alter table public.list_views enable row level security;
revoke all on public.list_views from public, anon, authenticated, service_role;
grant select (id, person_id, list, name, address, created_at), insert (person_id, list, name, address),
  update (name, address), delete on public.list_views to authenticated;
grant select, insert, update, delete on public.list_views to service_role;

drop policy if exists list_views_own on public.list_views;
create policy list_views_own on public.list_views for all to authenticated
using (person_id = (select auth.uid()) and (select private.is_admin())) with check (person_id = (select auth.uid()) and (select private.is_admin()));

-- How many views somebody of the team may keep of one list: a menu shows them all. One insert at a
-- time, so that two at once are counted both.
create or replace function private.limit_list_views() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.person_id || ' list_views', 0));
  if (select count(*) >= 30 from public.list_views v where v.person_id = new.person_id and v.list = new.list) then
    raise exception 'thirty views of one list are enough' using errcode = '23514', constraint = 'list_views_most_check';
  end if;
  return new;
end
$$;
revoke execute on function private.limit_list_views() from public;

create or replace trigger limit_list_views before insert or update of person_id, list on public.list_views
for each row execute function private.limit_list_views();

comment on function private.limit_list_views() is 'Refuses a thirty-first view of one list of the team’s.';
comment on trigger limit_list_views on public.list_views is 'A person keeps thirty views of a list at most.';
