-- Streamers are adults, and anybody who shows a page has said so. A page that is shown already stays until its streamer next publishes it.
create or replace function private.refuse_page_of_unknown_age() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_adult(new.id, now()) then
    raise exception 'a page is shown of somebody who said that they are of age' using errcode = 'check_violation', constraint = 'streamers_adult';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_page_of_unknown_age() from public;

create or replace trigger refuse_page_of_unknown_age before update of published_at on public.streamers
for each row when (old.published_at is null and new.published_at is not null) execute function private.refuse_page_of_unknown_age();

create or replace trigger refuse_inserted_page_of_unknown_age before insert on public.streamers
for each row when (new.published_at is not null) execute function private.refuse_page_of_unknown_age();

comment on function private.refuse_page_of_unknown_age() is 'Refuses to show the page of somebody who has not said that they are of age.';
comment on trigger refuse_page_of_unknown_age on public.streamers is 'A page is shown of adults only.';
comment on trigger refuse_inserted_page_of_unknown_age on public.streamers is 'A page is shown of adults only, also one that is inserted so.';
