comment on table private.streamer_searches is
  'What people search a streamer by, folded into words between single spaces. Derived by a trigger.';
comment on column private.streamer_searches.streamer_id is 'The streamer.';
comment on column private.streamer_searches.names is 'Name and handle: a match here comes first.';
comment on column private.streamer_searches.words is 'The names and everything else: headline, categories, languages, titles of offers.';

comment on table private.search_words is 'Each word of streamer_searches, for comparing a misspelt one with. Derived.';
comment on column private.search_words.word is 'Folded.';

-- Keeps private.streamer_searches in step with what a streamer's page says, and writes all of it
-- again whenever this file runs.

-- Folded text as words between single spaces, with one before the first and one after the last: '%
-- dessin%' then finds words that begin with it.
create or replace function private.words_of(text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || btrim(regexp_replace(private.search_text($1) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g')) || ' '
$$;
revoke execute on function private.words_of(text) from public;

create or replace function private.refresh_streamer_search(streamer uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.streamer_searches (streamer_id, names, words)
  select s.id, private.words_of(concat_ws(' ', s.display_name, s.handle, c.names)), private.words_of(concat_ws(' ',
    s.display_name, s.handle, c.names, s.headline,
    (select string_agg(private.category_label(c), ' ') from unnest(s.categories) c),
    (select string_agg(private.language_label(l), ' ') from unnest(s.languages) l),
    (select string_agg(concat_ws(' ', o.title, private.category_label(o.category)), ' ' order by o.position, o.id)
     from public.offers o where o.streamer_id = s.id and o.is_active and o.archived_at is null)))
  from public.streamers s left join lateral (
    select string_agg(concat_ws(' ', c.name, c.login), ' ' order by c.provider) as names
    from public.streamer_channels c where c.streamer_id = s.id) c on true
  where s.id = streamer
  on conflict (streamer_id) do update set names = excluded.names, words = excluded.words;
  -- Rows are locked in a fixed order, so that two of these never wait for each other.
  insert into private.search_words (word)
  select distinct word from private.streamer_searches s, string_to_table(btrim(s.words), ' ') word
  where s.streamer_id = streamer and length(word) between 3 and 40 order by word
  on conflict do nothing;
end
$$;
revoke execute on function private.refresh_streamer_search(uuid) from public;

create or replace function private.keep_streamer_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'streamers' then
    perform private.refresh_streamer_search(new.id);
  elsif tg_op = 'DELETE' then
    perform private.refresh_streamer_search(old.streamer_id);
  else
    perform private.refresh_streamer_search(new.streamer_id);
  end if;
  return null;
end
$$;
revoke execute on function private.keep_streamer_search() from public;

select private.refresh_streamer_search(id) from public.streamers;

comment on function private.keep_streamer_search() is 'Keeps private.streamer_searches in step with the page, its offers and its channels.';
comment on function private.refresh_streamer_search(uuid) is 'Writes what a streamer is searched by again.';
comment on function private.words_of(text) is 'Folded text as words between single spaces.';
