-- Up to six pictures of what one does with a streamer, on their page. All have one shape, so that the page keeps their room before they come.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, checks_content) values
  ('gallery', 'gallery', true, 12 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif}', true)
on conflict (id) do nothing;
alter table public.streamers add column gallery_urls text[] not null default '{}';
-- Pictures of their own folder and no others, so that none of them is somebody else's.
alter table public.streamers add constraint streamers_gallery_urls_check check (
  cardinality(gallery_urls) <= 6 and array_position(gallery_urls, null) is null
  and array_to_string(gallery_urls, ' ') ~ ('^(/storage/v1/object/public/gallery/' || id::text || '/[0-9a-f-]{36}( |$))*$'));
