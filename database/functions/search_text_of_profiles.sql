-- Keeps private.profile_searches in step with the names and the address, and folds all of them again whenever this file runs.
create or replace function private.keep_profile_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.profile_searches (person_id, names, sort_names, email) values (
    new.id,
    private.search_text(concat_ws(' ', new.first_name, new.last_name)),
    private.search_text(concat_ws(' ', new.last_name, new.first_name)),
    coalesce((select lower(u.email) from auth.users u where u.id = new.id), '')
  )
  on conflict (person_id) do update set names = excluded.names, sort_names = excluded.sort_names;
  return null;
end
$$;
revoke execute on function private.keep_profile_search() from public;

create or replace trigger keep_profile_search after insert or update of first_name, last_name on public.profiles
for each row execute function private.keep_profile_search();

create or replace function private.keep_searched_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.profile_searches set email = lower(coalesce(new.email, '')) where person_id = new.id;
  return null;
end
$$;
revoke execute on function private.keep_searched_address() from public;

create or replace trigger keep_searched_address after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.keep_searched_address();

insert into private.profile_searches (person_id, names, sort_names, email)
select p.id, private.search_text(concat_ws(' ', p.first_name, p.last_name)),
  private.search_text(concat_ws(' ', p.last_name, p.first_name)), lower(coalesce(u.email, ''))
from public.profiles p join auth.users u on u.id = p.id
on conflict (person_id) do update set names = excluded.names, sort_names = excluded.sort_names, email = excluded.email;

comment on function private.keep_profile_search() is 'Keeps private.profile_searches in step with the names.';
comment on function private.keep_searched_address() is 'Keeps private.profile_searches in step with the address of the account.';
