-- Whatever names a category names the one that stands for it now, and nothing new names one that is retired. A merge and a retirement lock
-- the category's row for update: these triggers lock it for key share, as a foreign key does, so they wait for one under way and then read what
-- it decided, and it waits for those who came first.
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
  -- What was booked stays what it was.
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

-- Who searches by a name finds whom it names today.
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

create or replace trigger take_category before insert or update of category on public.offers
for each row execute function private.take_category();
create or replace trigger take_category before insert or update of category on public.bookings
for each row execute function private.take_category();
create or replace trigger take_catalogue before insert or update of categories, languages on public.streamers
for each row execute function private.take_catalogue();
create or replace trigger keep_streamer_lists after insert or update of categories, languages on public.streamers
for each row execute function private.keep_streamer_lists();
create or replace trigger keep_label_searches after update of label on public.categories
for each row when (new.label <> old.label) execute function private.keep_label_searches();
create or replace trigger keep_label_searches after update of label on public.languages
for each row when (new.label <> old.label) execute function private.keep_label_searches();

comment on function private.take_category() is 'Names the category that stands for the one given, and refuses a retired one to an offer.';
comment on function private.take_catalogue() is 'Names the categories and languages that stand for those given, each list without repetition, and refuses to take up what is retired.';
comment on function private.keep_streamer_lists() is 'Keeps private.streamer_categories and private.streamer_languages in step with the profile''s lists.';
comment on function private.keep_label_searches() is 'Streamers are found by the new name of their category or language.';
