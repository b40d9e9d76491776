-- Languages are merged as categories are, and a category's picture says what it shows.
alter table public.languages add column merged_into text references public.languages,
  add constraint languages_merged_check check (merged_into is null or (merged_into <> id and retired_at is not null));
create index languages_merged_into_idx on public.languages (merged_into);
drop index public.languages_label_key;
create unique index languages_label_key on public.languages (lower(label)) where merged_into is null;

alter table public.categories add column picture_alt text;
update public.categories set picture_alt = label where picture_url is not null;
alter table public.categories add constraint categories_picture_alt_check check (
  (picture_url is null) = (picture_alt is null) and char_length(trim(picture_alt)) >= 2 and char_length(picture_alt) <= 120);

-- Those of the team who write the catalogue put pictures there; what a row of the log names stays.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, checks_content) values
  ('categories', 'categories', true, 12 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif}', true)
on conflict (id) do nothing;
