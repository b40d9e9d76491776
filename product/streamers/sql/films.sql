comment on table public.films is 'The film with which a streamer introduces themself: one a streamer, sixty seconds at most.';
comment on column public.films.streamer_id is 'Whose film.';
comment on column public.films.title is 'What it is called; may be empty.';
comment on column public.films.film_url is 'Address of the film.';
comment on column public.films.poster_url is 'Address of the picture that stands for it until it plays; null: none.';
comment on column public.films.captions_url is 'Address of its captions, WebVTT; null: none.';
comment on column public.films.width is 'In pixels, as it is seen.';
comment on column public.films.height is 'In pixels, as it is seen.';
comment on column public.films.seconds is 'How long it lasts.';
comment on column public.films.created_at is 'When the streamer first had a film.';
comment on column public.films.updated_at is 'When it was last changed.';

-- As visible as the streamer; written by them. Size and length are those of the file
-- (private.measure_film).
alter table public.films enable row level security;
revoke all on public.films from public, anon, authenticated, service_role;
grant select (streamer_id, title, film_url, poster_url, captions_url, width, height, seconds, updated_at)
  on public.films to anon, authenticated;
grant insert (streamer_id, title, film_url, poster_url, captions_url), update (title, film_url, poster_url, captions_url), delete
  on public.films to authenticated;
grant select, insert, update, delete on public.films to service_role;

drop policy if exists films_read on public.films;
create policy films_read on public.films for select to anon, authenticated
using (private.is_visible_streamer(streamer_id) or streamer_id = (select auth.uid()) or (select private.is_admin()));

drop policy if exists films_write_own on public.films;
create policy films_write_own on public.films for all to authenticated
using (streamer_id = (select auth.uid())) with check (streamer_id = (select auth.uid()));

-- A film, its poster and its captions: one writes, lists and removes those in the folder of one's
-- id. Everybody sees them through the public URLs.
drop policy if exists clips_read_own on storage.objects;
create policy clips_read_own on storage.objects for select to authenticated
using (bucket_id = 'clips' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists clips_insert_own on storage.objects;
create policy clips_insert_own on storage.objects for insert to authenticated
with check (bucket_id = 'clips' and (storage.foldername(name))[1] = (select auth.uid())::text and owner_id = (select auth.uid())::text);

drop policy if exists clips_delete_own on storage.objects;
create policy clips_delete_own on storage.objects for delete to authenticated
using (bucket_id = 'clips' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- A film's row names files that are there: of the right kind, and as long and as large as they are.
-- The row of a file waits for a change of the film that names it.
create or replace function private.facts_of_clip(address text) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select o.metadata from storage.objects o
  where o.bucket_id = 'clips' and address = '/storage/v1/object/public/clips/' || o.name
  for share
$$;
revoke execute on function private.facts_of_clip(text) from public;

create or replace function private.measure_film() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_film jsonb;
begin
  new.updated_at := now();
  if new.film_url like '/storage/%' then
    found_film := private.facts_of_clip(new.film_url) -> 'film';
    if found_film is null then
      raise exception 'there is no film at %', new.film_url using errcode = '23514', constraint = 'films_film_url_check';
    end if;
    new.width := (found_film ->> 'width')::integer;
    new.height := (found_film ->> 'height')::integer;
    new.seconds := (found_film ->> 'seconds')::real;
  end if;
  if new.poster_url like '/storage/%' and coalesce(private.facts_of_clip(new.poster_url) ->> 'mimetype', '') not like 'image/%' then
    raise exception 'there is no picture at %', new.poster_url using errcode = '23514', constraint = 'films_poster_url_check';
  end if;
  if new.captions_url like '/storage/%' and private.facts_of_clip(new.captions_url) ->> 'mimetype' is distinct from 'text/vtt' then
    raise exception 'there are no captions at %', new.captions_url using errcode = '23514', constraint = 'films_captions_url_check';
  end if;
  return new;
end
$$;
revoke execute on function private.measure_film() from public;

create or replace trigger measure_film before insert or update on public.films
for each row execute function private.measure_film();

-- Anybody who takes a file away, takes it out of the film: no page names what is not there.
create or replace function private.forget_film() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := '/storage/v1/object/public/clips/' || old.name;
begin
  delete from public.films f where f.film_url = address;
  update public.films f set poster_url = nullif(f.poster_url, address), captions_url = nullif(f.captions_url, address)
  where address in (f.poster_url, f.captions_url);
  return null;
end
$$;
revoke execute on function private.forget_film() from public;

create or replace trigger forget_film_of_deleted after delete on storage.objects
for each row when (old.bucket_id = 'clips') execute function private.forget_film();
create or replace trigger forget_film_of_moved after update on storage.objects
for each row when (old.bucket_id = 'clips' and (old.bucket_id, old.name) is distinct from (new.bucket_id, new.name))
execute function private.forget_film();

-- A file stored in the place of a shown film may be of any kind and length.
create or replace function private.refuse_replaced_clip() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'a film is not replaced under its name' using errcode = '42501';
end
$$;
revoke execute on function private.refuse_replaced_clip() from public;

create or replace trigger refuse_replaced_clip before update on storage.objects
for each row when (old.bucket_id = 'clips' and new.bucket_id = 'clips' and old.version is distinct from new.version)
execute function private.refuse_replaced_clip();

comment on function private.facts_of_clip(text) is 'What storing the file of a film found, by its address; null: it is not there. The row stays until the transaction ends.';
comment on function private.measure_film() is 'Takes size and length of a film from its file, and refuses addresses where no such file is.';
comment on function private.forget_film() is 'Takes a file that is gone out of the film that named it.';
comment on function private.refuse_replaced_clip() is 'Refuses other bytes under the name of a stored film, poster or captions.';
comment on trigger measure_film on public.films is 'Size and length are those of the file.';
comment on trigger forget_film_of_deleted on storage.objects is 'No film names a file that is gone.';
comment on trigger forget_film_of_moved on storage.objects is 'No film names a file that is elsewhere.';
comment on trigger refuse_replaced_clip on storage.objects is 'What was checked stays what it is.';
