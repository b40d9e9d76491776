-- A person's files that are on their way and not sent yet are few, and what was sent is never uploaded again, no matter who writes the row: a signed
-- address uploads with the server's rights, past every policy. Of two uploads at the same time the second waits for the first.
create or replace function private.refuse_added_attachment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.attachments a where a.id = private.id_of_attachment(new.name)) then
    raise exception 'this file was sent and cannot be uploaded again' using errcode = '23505';
  end if;
  if new.owner_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('attachments of ' || new.owner_id, 0));
    if (select count(*) from storage.objects o where o.bucket_id = 'attachments' and o.owner_id = new.owner_id
        and not exists (select from public.attachments a where a.id = private.id_of_attachment(o.name))) >= 12 then
      raise exception 'too many files were uploaded and not sent' using errcode = '42501';
    end if;
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_added_attachment() from public;

create or replace trigger refuse_added_attachment before insert on storage.objects
for each row when (new.bucket_id = 'attachments') execute function private.refuse_added_attachment();

comment on function private.refuse_added_attachment() is 'Refuses one more file to send along when a dozen wait already, and one that was sent.';
comment on trigger refuse_added_attachment on storage.objects is 'A person has few files that are not sent, and what was sent stays what it was.';
