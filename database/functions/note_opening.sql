-- The first moment at which an offer is open is written down, by whatever way it is opened: until then it is a draft.
create or replace function private.note_opening() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.is_active and new.opened_at is null then new.opened_at := now(); end if;
  return new;
end
$$;
revoke execute on function private.note_opening() from public;
comment on function private.note_opening() is 'Writes down when an offer was first open.';

create or replace trigger note_opening before insert or update of is_active on public.offers
for each row execute function private.note_opening();
