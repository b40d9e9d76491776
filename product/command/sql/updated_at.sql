-- `updated_at` follows every change, no matter who makes it; clients have no grant on the column.
create or replace function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
revoke execute on function private.touch_updated_at() from public;

comment on function private.touch_updated_at() is 'Sets updated_at on every change.';
