-- Everybody reads the categories and languages that are offered; the team reads the retired ones too. Only commands of the team change them.
alter table public.categories enable row level security;
alter table public.languages enable row level security;
revoke all on public.categories, public.languages, private.streamer_categories, private.streamer_languages
  from public, anon, authenticated, service_role;
grant select (id, label, picture_url, picture_alt, position, retired_at, merged_into) on public.categories to anon, authenticated;
grant select (id, label, position, retired_at, merged_into) on public.languages to anon, authenticated;
grant select on public.categories, public.languages to service_role;

drop policy if exists categories_read on public.categories;
create policy categories_read on public.categories for select to anon, authenticated
using (retired_at is null or (select private.is_admin()));
drop policy if exists languages_read on public.languages;
create policy languages_read on public.languages for select to anon, authenticated
using (retired_at is null or (select private.is_admin()));
