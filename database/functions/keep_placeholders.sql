-- Keeps, for each picture that a streamer's page shows, what stands in its place until it has come. The server makes that when a picture is
-- stored, and notes it in the object's metadata, which no client writes; those of pictures that are files of the page come with the demonstration.
create or replace function private.keep_placeholders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select coalesce(jsonb_object_agg(shown.url, coalesce(stored.placeholder, new.placeholders ->> shown.url))
    filter (where coalesce(stored.placeholder, new.placeholders ->> shown.url) is not null), '{}') into new.placeholders
  from (select distinct u as url from unnest(array[new.avatar_url, new.banner_url] || new.gallery_urls) u where u is not null) shown
  left join lateral (
    select o.metadata ->> 'placeholder' as placeholder from storage.objects o
    where shown.url like '/storage/v1/object/public/%'
      and o.bucket_id = split_part(shown.url, '/', 6)
      and o.name = substr(shown.url, length('/storage/v1/object/public/') + length(o.bucket_id) + 2)
      and char_length(o.metadata ->> 'placeholder') <= 1000
      and o.metadata ->> 'placeholder' ~ '^data:image/webp;base64,[A-Za-z0-9+/=]+$') stored on true;
  return new;
end
$$;
revoke execute on function private.keep_placeholders() from public;

create or replace trigger keep_placeholders before insert or update of avatar_url, banner_url, gallery_urls, placeholders on public.streamers
for each row execute function private.keep_placeholders();

comment on function private.keep_placeholders() is 'Keeps what stands in the place of each picture of a page until it has come.';
comment on trigger keep_placeholders on public.streamers is 'A page names no picture without what stands in its place, where that is known.';
