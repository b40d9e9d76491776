-- Categories and languages.

comment on table public.categories is 'What sessions are about, in the order in which it is offered.';
comment on column public.categories.id is 'The word by which rows and addresses name it, such as echecs. It never changes.';
comment on column public.categories.label is 'Its French name, as pages show it.';
comment on column public.categories.picture_url is 'The picture on the home page and above a search in it; null: none.';
comment on column public.categories.picture_alt is 'What the picture shows, for those who do not see it; null: there is none.';
comment on column public.categories.position is 'Its place among the others.';
comment on column public.categories.retired_at is 'Since when no new offer and no further profile takes it; null: it is offered.';
comment on column public.categories.merged_into is 'The category that stands for it since a merge; null: it stands for itself.';

-- Everybody reads the categories and languages that are offered; the team reads the retired ones
-- too. Only commands of the team change them.
alter table public.categories enable row level security;
revoke all on public.categories from public, anon, authenticated, service_role;
grant select (id, label, picture_url, picture_alt, position, retired_at, merged_into) on public.categories to anon, authenticated;
grant select on public.categories to service_role;

drop policy if exists categories_read on public.categories;
create policy categories_read on public.categories for select to anon, authenticated
using (retired_at is null or (select private.is_admin()));

comment on table private.streamer_categories is 'The categories of profiles once more, with a foreign key. Kept by a trigger.';
comment on column private.streamer_categories.streamer_id is 'The streamer.';
comment on column private.streamer_categories.category is 'One of their categories.';

revoke all on private.streamer_categories from public, anon, authenticated, service_role;

-- Those of the team who write the catalogue add pictures of categories, each in a folder of their
-- own, and nobody changes or deletes one: the log names it, and taking a change back shows it
-- again.
drop policy if exists category_pictures_read on storage.objects;
create policy category_pictures_read on storage.objects for select to authenticated
using (bucket_id = 'categories' and (select private.is_of_team('{}')));

drop policy if exists category_pictures_insert on storage.objects;
create policy category_pictures_insert on storage.objects for insert to authenticated
with check (bucket_id = 'categories' and (select private.is_of_team('{}'))
  and (storage.foldername(name))[1] = (select auth.uid())::text and owner_id = (select auth.uid())::text);

-- The French names by which categories and languages are searched and shown; null for one that does
-- not exist.
create or replace function private.category_label(slug text) returns text
language sql stable security definer set search_path = '' as $$
  select label from public.categories where id = slug
$$;
revoke execute on function private.category_label(text) from public;
comment on function private.category_label(text) is 'The French name of a category.';

-- Whatever names a category names the one that stands for it now, and nothing new names one that is
-- retired. A merge and a retirement lock the category's row for update: these triggers lock it for
-- key share, as a foreign key does, so they wait for one under way and then read what it decided,
-- and it waits for those who came first.
create or replace function private.take_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found record;
begin
  if tg_op = 'UPDATE' and new.category = old.category then
    return new;
  end if;
  select c.merged_into, c.retired_at into found from public.categories c where c.id = new.category for key share;
  if found.merged_into is not null then
    new.category := found.merged_into;
    select c.merged_into, c.retired_at into found from public.categories c where c.id = new.category for key share;
  end if;
  -- A booking keeps its category.
  if tg_table_name = 'offers' and found.retired_at is not null then
    raise exception 'category % violates constraint "catalogue_retired"', new.category using errcode = 'LG005';
  end if;
  return new;
end
$$;
revoke execute on function private.take_category() from public;

create or replace function private.take_catalogue() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  had_categories text[] := '{}';
  had_languages text[] := '{}';
begin
  if tg_op = 'UPDATE' then
    had_categories := old.categories;
    had_languages := old.languages;
  end if;
  -- In a fixed order, so that two of these never wait for each other.
  perform from public.categories c where c.id = any(new.categories) and c.id <> all(had_categories) order by c.id for key share;
  perform from public.languages l where l.id = any(new.languages) and l.id <> all(had_languages) order by l.id for key share;
  new.categories := coalesce((select array_agg(w.id order by w.place) from (
    select coalesce(c.merged_into, n.id) as id, min(n.place) as place
    from unnest(new.categories) with ordinality n (id, place) left join public.categories c on c.id = n.id group by 1) w), '{}');
  new.languages := coalesce((select array_agg(w.id order by w.place) from (
    select coalesce(l.merged_into, n.id) as id, min(n.place) as place
    from unnest(new.languages) with ordinality n (id, place) left join public.languages l on l.id = n.id group by 1) w), '{}');
  -- A page begins with what stands in the table's defaults; only what a person takes up is refused.
  if tg_op = 'UPDATE' and (exists (select from public.categories c
      where c.id = any(new.categories) and c.id <> all(had_categories) and c.retired_at is not null)
    or exists (select from public.languages l
      where l.id = any(new.languages) and l.id <> all(had_languages) and l.retired_at is not null)) then
    raise exception 'a category or a language violates constraint "catalogue_retired"' using errcode = 'LG005';
  end if;
  return new;
end
$$;
revoke execute on function private.take_catalogue() from public;

create or replace function private.keep_streamer_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.streamer_categories c where c.streamer_id = new.id and c.category <> all(new.categories);
  insert into private.streamer_categories (streamer_id, category) select new.id, c.id from unnest(new.categories) c (id)
  order by 2 on conflict do nothing;
  delete from private.streamer_languages l where l.streamer_id = new.id and l.language <> all(new.languages);
  insert into private.streamer_languages (streamer_id, language) select new.id, l.id from unnest(new.languages) l (id)
  order by 2 on conflict do nothing;
  return null;
end
$$;
revoke execute on function private.keep_streamer_lists() from public;

-- A search by a name finds whom it names today.
create or replace function private.keep_label_searches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'categories' then
    perform private.refresh_streamer_search(s.id) from public.streamers s
    where s.id in (select c.streamer_id from private.streamer_categories c where c.category = new.id
      union select o.streamer_id from public.offers o where o.category = new.id);
  else
    perform private.refresh_streamer_search(l.streamer_id) from private.streamer_languages l where l.language = new.id;
  end if;
  return null;
end
$$;
revoke execute on function private.keep_label_searches() from public;
create or replace trigger keep_label_searches after update of label on public.categories
for each row when (new.label <> old.label) execute function private.keep_label_searches();
comment on trigger keep_label_searches on public.categories is 'The search follows the names of categories and languages.';

comment on function private.take_category() is 'Names the category that stands for the one given, and refuses a retired one to an offer.';
comment on function private.take_catalogue() is 'Names the categories and languages that stand for those given, each list without repetition, and refuses to take up what is retired.';
comment on function private.keep_streamer_lists() is 'Keeps private.streamer_categories and private.streamer_languages in step with the profile''s lists.';
comment on function private.keep_label_searches() is 'Streamers are found by the new name of their category or language.';
