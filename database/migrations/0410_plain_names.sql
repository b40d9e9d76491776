-- A name that others see has no character that takes no place, none that turns the direction of text, and nothing that a mail program makes a
-- link of (domain/account/names.ts says the same): a first name was an advertisement with a link, and was mailed to whoever was named as guardian.
-- Names that had one lose it; where nothing is left, the person gives a new one.
create function pg_temp.cleaned(name text) returns text language sql as $$
  select case when char_length(trim(n)) >= 2 then left(n, 80) end from (select regexp_replace(regexp_replace(
    regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]', '', 'g'), '://', ' ', 'g'), '([^ .．。｡])[.．。｡](?=[^ .．。｡]{2})', '\1 ', 'g') as n) as c
$$;
update public.profiles set first_name = pg_temp.cleaned(first_name), last_name = pg_temp.cleaned(last_name)
where first_name is distinct from pg_temp.cleaned(first_name) or last_name is distinct from pg_temp.cleaned(last_name);
update public.streamers set display_name = left(coalesce(pg_temp.cleaned(display_name), 'Streamer'), 60)
where display_name is distinct from pg_temp.cleaned(display_name);
drop function pg_temp.cleaned(text);

alter table public.profiles
  add constraint profiles_first_name_plain_check check (first_name !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]' and first_name !~ '://|[^ .．。｡][.．。｡][^ .．。｡]{2}'),
  add constraint profiles_last_name_plain_check check (last_name !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]' and last_name !~ '://|[^ .．。｡][.．。｡][^ .．。｡]{2}');
alter table public.streamers
  add constraint streamers_display_name_plain_check check (display_name !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]' and display_name !~ '://|[^ .．。｡][.．。｡][^ .．。｡]{2}');
