-- A reader of the message or booking sees its file, once it has been scanned; its sender sees it at
-- once. Rows are written by commands alone. The object is uploaded into the folder of one's id, and
-- read where its row can be.
alter table public.attachments enable row level security;
revoke all on public.attachments from public, anon, authenticated, service_role;
grant select (id, owner_id, message_id, support_message_id, booking_id, file_name, type, size_bytes, state, sent_at)
  on public.attachments to authenticated;
grant select, insert, update, delete on public.attachments to service_role;
drop policy if exists attachments_read on public.attachments;
create policy attachments_read on public.attachments for select to authenticated
using (private.sees_attachment(owner_id, message_id, support_message_id, booking_id));

drop policy if exists attachments_not_by_another on public.attachments;
create policy attachments_not_by_another on public.attachments as restrictive for select to authenticated using (not (select private.another_looks()));

drop policy if exists attachments_read_object on storage.objects;
create policy attachments_read_object on storage.objects for select to authenticated
using (bucket_id = 'attachments' and (
  ((storage.foldername(name))[1] = (select auth.uid())::text and not private.is_removed_file(private.id_of_attachment(name)))
  or exists (select from public.attachments a where a.id = private.id_of_attachment(name) and a.state in ('clean', 'unscanned'))));

drop policy if exists attachments_insert_object on storage.objects;
create policy attachments_insert_object on storage.objects for insert to authenticated
with check (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text
  and owner_id = (select auth.uid())::text and private.id_of_attachment(name) is not null);

-- A file that was not sent can be taken back.
drop policy if exists attachments_delete_object on storage.objects;
create policy attachments_delete_object on storage.objects for delete to authenticated
using (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text
  and not exists (select from public.attachments a where a.id = private.id_of_attachment(name))
  and not private.is_removed_file(private.id_of_attachment(name)));

-- A file goes with what it was sent along with: its object here, its bytes after the commit.
create or replace function private.forget_attachment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where bucket_id = 'attachments' and name = old.owner_id || '/' || old.id;
  return null;
end
$$;
revoke execute on function private.forget_attachment() from public;

create or replace trigger forget_attachment_of_deleted after delete on public.attachments
for each row execute function private.forget_attachment();
create or replace trigger forget_attachment_of_infected after update of state on public.attachments
for each row when (new.state = 'infected') execute function private.forget_attachment();

comment on function private.forget_attachment() is 'Removes the object of a file whose row is deleted, or in which a virus was found.';
comment on trigger forget_attachment_of_deleted on public.attachments is 'A file goes with what it was sent along with.';
comment on trigger forget_attachment_of_infected on public.attachments is 'A file with a virus is not kept.';

-- The file that an object's name means, null when it is not that of one: <owner's id>/<file's id>.
create or replace function private.id_of_attachment(name text) returns uuid
language sql immutable set search_path = '' as $$
  select case when name ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(name, '/', 2)::uuid end
$$;
revoke execute on function private.id_of_attachment(text) from public;
grant execute on function private.id_of_attachment(text) to authenticated, service_role;

comment on function private.id_of_attachment(text) is 'The file that the name of an object in bucket attachments means; null when it is not that of one.';

-- A person's files that are on their way and not sent yet are few, and what was sent is never
-- uploaded again, no matter who writes the row: a signed address uploads with the server's rights,
-- past every policy. Of two uploads at the same time the second waits for the first.
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

-- The scan and the team's decisions are about these bytes: a row in these buckets keeps its bytes,
-- its name and its place until it is deleted, no matter who writes. Policies alone would not do: a
-- signed address uploads with the server's rights.
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

-- Whether the caller may see a file that was sent along: its sender, unless the team took it away;
-- of a message those who read it; of an answer to the team its person and the team; of a booking
-- its two people. The team sees what people send each other once it was reported, or while they
-- have the conversation open with a reason, and not before. It runs with its owner's rights, since
-- the policy that calls it may not read cases.
create or replace function private.sees_attachment(owner uuid, message bigint, support_message bigint, booking uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (owner = auth.uid() and not exists (select from public.session_messages m where m.id = message and m.removed_at is not null))
    or exists (select from public.session_messages m where m.id = message and m.hidden_at is null
      and m.sent_at <= private.messages_readable_until(m.session_id))
    or exists (select from public.session_messages m where m.id = message and m.session_id in (select private.opened_conversations()))
    or exists (select from public.support_messages s join public.support_threads t on t.id = s.thread_id
      where s.id = support_message and (t.person_id = auth.uid() or private.is_of_team('{support}')))
    or exists (select from public.bookings b where b.id = booking and (b.viewer_id = auth.uid() or b.streamer_id = auth.uid()))
    or (private.is_of_team('{moderation}') and exists (select from public.moderation_cases c
      where (c.subject_kind = 'message' and c.subject_id = message::text)
        or (c.subject_kind = 'session' and c.subject_id = booking::text))), false)
$$;
revoke execute on function private.sees_attachment(uuid, bigint, bigint, uuid) from public;
grant execute on function private.sees_attachment(uuid, bigint, bigint, uuid) to authenticated, service_role;

comment on function private.sees_attachment(uuid, bigint, bigint, uuid) is 'Says whether the caller may see a file that was sent along with a message or a booking.';
