-- A film's row names files that are there: of the right kind, and as long and as large as they are. The row of a file waits for a change of
-- the film that names it.
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

-- What was stored in the place of a film that is shown may be of any kind and length.
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
