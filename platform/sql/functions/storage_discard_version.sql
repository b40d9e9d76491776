-- Bytes that a row let go of, because it is gone or has others, are noted in the same transaction;
-- the server removes them afterwards.
create or replace function storage.discard_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.discarded_versions (version) values (old.version) on conflict do nothing;
  return null;
end
$$;
revoke execute on function storage.discard_version() from public;

create or replace trigger discard_deleted_version after delete on storage.objects
for each row when (old.version is not null) execute function storage.discard_version();
create or replace trigger discard_replaced_version after update of version on storage.objects
for each row when (old.version is not null and old.version is distinct from new.version)
execute function storage.discard_version();
create or replace trigger discard_upload_part after delete on storage.upload_parts
for each row execute function storage.discard_version();

comment on function storage.discard_version() is 'Notes the bytes that an object no longer has.';
comment on trigger discard_deleted_version on storage.objects is 'The bytes of a deleted object go.';
comment on trigger discard_replaced_version on storage.objects is 'The bytes that an object had before go.';
comment on trigger discard_upload_part on storage.upload_parts is 'The pieces of a file that came whole, or never will, go.';
