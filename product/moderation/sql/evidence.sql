-- Those of the team who moderate see pictures that are kept as evidence. They come there by a
-- trigger and go by a task.
drop policy if exists evidence_read_as_moderator on storage.objects;
create policy evidence_read_as_moderator on storage.objects for select to authenticated
using (bucket_id = 'evidence' and (select private.is_of_team('{moderation}')));

-- Returns the files of a profile that a report keeps: the addresses of pictures, and of the film
-- with its captions.
create or replace function private.pictures_of(evidence jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(evidence -> 'pictures', '[]') || coalesce(evidence -> 'films', '[]')
$$;
revoke execute on function private.pictures_of(jsonb) from public;

-- Whether a picture or film is what an open case, or a decision that can still be appealed, was
-- reported with. `person` is whose it is.
create or replace function private.is_evidence(person text, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.moderation_cases c join public.moderation_reports r on r.case_id = c.id
      left join public.moderation_decisions d on d.case_id = c.id
    where c.person_id::text = person and private.pictures_of(r.evidence) ? address
      and (c.state in ('open', 'appealed') or (d.measure <> 'none' and d.appeal_until > now() and c.state <> 'closed')))
$$;
revoke execute on function private.is_evidence(text, text) from public;

comment on function private.is_evidence(text, text) is 'Says whether a picture or film of a person is evidence in a case that is not over.';
comment on function private.pictures_of(jsonb) is 'Lists the addresses of pictures and films that a report keeps.';

-- A picture that somebody deletes or replaces while it is reported leaves its public place, and is
-- kept apart for the team: bucket evidence, under the name <bucket>/<owner's id>/<picture>, and
-- with .<version> behind it where that name is taken. Its bytes stay where they are, under the
-- version of its row.

-- The name under which a picture is kept now; null: nobody reported it, or what was reported is
-- kept already.
create or replace function private.name_of_evidence(bucket text, picture text, version text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant text := bucket || '/' || picture;
  address constant text := '/storage/v1/object/public/' || place;
  person constant text := split_part(picture, '/', 1);
  kept_at timestamptz;
begin
  if not private.is_evidence(person, address) then
    return null;
  end if;
  select max(o.updated_at) into kept_at from storage.objects o
  where o.bucket_id = 'evidence' and o.name in (place, place || '.' || o.version);
  if kept_at is null then
    return place;
  end if;
  -- A file that came to the same address afterwards is evidence once somebody has reported it too.
  if exists (select from public.moderation_reports r join public.moderation_cases c on c.id = r.case_id
      where c.person_id::text = person and private.pictures_of(r.evidence) ? address and r.created_at > kept_at) then
    return place || '.' || version;
  end if;
  return null;
end
$$;
revoke execute on function private.name_of_evidence(text, text, text) from public;

create or replace function private.keep_reported_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text := private.name_of_evidence(old.bucket_id, old.name, old.version);
begin
  if kept is null then
    return old;
  end if;
  update storage.objects set bucket_id = 'evidence', name = kept, owner = null, owner_id = null, updated_at = now()
  where id = old.id;
  return null;
end
$$;
revoke execute on function private.keep_reported_picture() from public;

-- The bytes before get a row of their own, and are no longer among those that the server removes:
-- the trigger that noted them ran before, since triggers run in the order of their names.
create or replace function private.keep_replaced_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text := private.name_of_evidence(old.bucket_id, old.name, old.version);
begin
  if kept is not null then
    insert into storage.objects (bucket_id, name, metadata, user_metadata, version)
    values ('evidence', kept, old.metadata, old.user_metadata, old.version);
    delete from storage.discarded_versions v where v.version = old.version;
  end if;
  return null;
end
$$;
revoke execute on function private.keep_replaced_picture() from public;

-- Under another name nobody would find it.
create or replace function private.refuse_moved_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_evidence(split_part(old.name, '/', 1), '/storage/v1/object/public/' || old.bucket_id || '/' || old.name) then
    raise exception 'this picture cannot be moved' using errcode = '42501';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_moved_picture() from public;

create or replace trigger keep_reported_picture before delete on storage.objects
for each row when (old.bucket_id in ('avatars', 'covers', 'gallery', 'clips')) execute function private.keep_reported_picture();
create or replace trigger keep_replaced_picture after update on storage.objects
for each row when (old.bucket_id in ('avatars', 'covers', 'gallery', 'clips') and old.version is distinct from new.version)
execute function private.keep_replaced_picture();
create or replace trigger refuse_moved_picture before update on storage.objects
for each row when (old.bucket_id in ('avatars', 'covers', 'gallery', 'clips') and new.bucket_id <> 'evidence'
  and (old.bucket_id, old.name) is distinct from (new.bucket_id, new.name))
execute function private.refuse_moved_picture();

comment on function private.name_of_evidence(text, text, text) is 'Names the place in bucket evidence where a reported picture is to be kept; null when it is not.';
comment on function private.keep_reported_picture() is 'Keeps a reported picture that is deleted, for the team alone.';
comment on function private.keep_replaced_picture() is 'Keeps the bytes of a reported picture that is replaced, for the team alone.';
comment on function private.refuse_moved_picture() is 'Refuses another name or bucket for a reported picture.';
comment on trigger keep_reported_picture on storage.objects is 'Reported pictures are kept for the team until the case is over.';
comment on trigger keep_replaced_picture on storage.objects is 'Reported pictures that are replaced are kept for the team until the case is over.';
comment on trigger refuse_moved_picture on storage.objects is 'Reported pictures stay where the team finds them.';
