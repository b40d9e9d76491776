-- Keeps private.profile_searches in step with the names, and folds all of them again whenever this file runs.
create or replace function private.keep_profile_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.profile_searches (person_id, names, sort_names) values (
    new.id,
    private.search_text(concat_ws(' ', new.first_name, new.last_name)),
    private.search_text(concat_ws(' ', new.last_name, new.first_name))
  )
  on conflict (person_id) do update set names = excluded.names, sort_names = excluded.sort_names;
  return null;
end
$$;
revoke execute on function private.keep_profile_search() from public;

create or replace trigger keep_profile_search after insert or update of first_name, last_name on public.profiles
for each row execute function private.keep_profile_search();

insert into private.profile_searches (person_id, names, sort_names)
select id, private.search_text(concat_ws(' ', first_name, last_name)),
  private.search_text(concat_ws(' ', last_name, first_name))
from public.profiles
on conflict (person_id) do update set names = excluded.names, sort_names = excluded.sort_names;

comment on function private.keep_profile_search() is 'Keeps private.profile_searches in step with the names.';
