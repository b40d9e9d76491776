-- A name is read with more letters and signs that stand for others (private.name_shape), and its links in Unicode's NFKC form: the indexes
-- on the shapes are made anew, and names that hide a dot lose it.
-- Served since 0510_links_and_pictures.sql
drop index if exists public.streamers_display_name_shape_idx, public.streamers_handle_shape_idx;

create function pg_temp.cleaned(name text) returns text language sql as $$
  select case when char_length(trim(n)) >= 2 then left(n, 80) end
  from (select regexp_replace(replace(normalize(name, NFKC), '://', ' '), '([^ .。])[.。](?=[^ .。]{2})', '\1 ', 'g') as n) as c
  where normalize(name, NFKC) ~ '://|[^ .。][.。][^ .。]{2}'
  union all
  select name where normalize(name, NFKC) !~ '://|[^ .。][.。][^ .。]{2}'
$$;
update public.profiles set first_name = pg_temp.cleaned(first_name), last_name = pg_temp.cleaned(last_name)
where first_name is distinct from pg_temp.cleaned(first_name) or last_name is distinct from pg_temp.cleaned(last_name);
update public.streamers set display_name = left(coalesce(pg_temp.cleaned(display_name), 'Streamer'), 60)
where display_name is distinct from pg_temp.cleaned(display_name);
drop function pg_temp.cleaned(text);

alter table public.profiles
  add constraint profiles_first_name_link_check check (normalize(first_name, NFKC) !~ '://|[^ .。][.。][^ .。]{2}'),
  add constraint profiles_last_name_link_check check (normalize(last_name, NFKC) !~ '://|[^ .。][.。][^ .。]{2}');
alter table public.streamers
  add constraint streamers_display_name_link_check check (normalize(display_name, NFKC) !~ '://|[^ .。][.。][^ .。]{2}');

-- Pages that are there already are read once more for names of others.
insert into private.unread_texts (kind, subject_id) select 'profile', s.id::text from public.streamers s;

-- What is unsure of a reply by mail is kept whole: as much as a mail brings.
alter table public.support_messages drop constraint support_messages_folded_check;
alter table public.support_messages add constraint support_messages_folded_check
  check (folded is null or (char_length(folded) between 1 and 262144 and via = 'mail' and side = 'person'));
