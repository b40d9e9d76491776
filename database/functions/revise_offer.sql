-- An offer's revision rises when what a viewer agrees to changes, no matter who changes it.
create or replace function private.revise_offer() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  new.revision := old.revision + case when
    (new.title, new.duration_minutes, new.price_cents, new.seats, new.confirmation, new.policy, new.questions)
    is distinct from
    (old.title, old.duration_minutes, old.price_cents, old.seats, old.confirmation, old.policy, old.questions)
    then 1 else 0 end;
  return new;
end
$$;
revoke execute on function private.revise_offer() from public;

create or replace trigger revise_offer before update on public.offers
for each row execute function private.revise_offer();

comment on function private.revise_offer() is 'Raises an offer''s revision when what a viewer agrees to changes.';
