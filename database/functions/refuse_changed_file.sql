-- What was scanned, and what the team decides about, are these bytes: a row in these buckets keeps its bytes, its name and its place until it
-- is deleted, no matter who writes. Policies alone would not do: a signed address uploads with the server's rights.
create or replace function private.refuse_changed_file() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'a file of bucket % is never replaced', old.bucket_id using errcode = '42501';
end
$$;
revoke execute on function private.refuse_changed_file() from public;

create or replace trigger refuse_changed_file before update on storage.objects
for each row when (old.bucket_id in ('attachments', 'evidence')
  and (old.bucket_id, old.name, old.version) is distinct from (new.bucket_id, new.name, new.version))
execute function private.refuse_changed_file();

comment on function private.refuse_changed_file() is 'Refuses other bytes, another name or another bucket for a file that was sent along or is evidence.';
comment on trigger refuse_changed_file on storage.objects is 'What was scanned or reported stays what it was.';
