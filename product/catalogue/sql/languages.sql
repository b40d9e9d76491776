comment on table public.languages is 'Languages that streamers may say they speak, in the order in which they are offered.';
comment on column public.languages.id is 'Its ISO 639-1 code.';
comment on column public.languages.label is 'Its French name, as pages show it.';
comment on column public.languages.position is 'Its place among the others.';
comment on column public.languages.retired_at is 'Since when no further profile takes it; null: it is offered.';
comment on column public.languages.merged_into is 'The language that stands for it since a merge; null: it stands for itself.';

alter table public.languages enable row level security;
revoke all on public.languages from public, anon, authenticated, service_role;
grant select (id, label, position, retired_at, merged_into) on public.languages to anon, authenticated;
grant select on public.languages to service_role;
drop policy if exists languages_read on public.languages;
create policy languages_read on public.languages for select to anon, authenticated
using (retired_at is null or (select private.is_admin()));

comment on table private.streamer_languages is 'The languages of profiles once more, with a foreign key. Kept by a trigger.';
comment on column private.streamer_languages.streamer_id is 'The streamer.';
comment on column private.streamer_languages.language is 'One of their languages.';

revoke all on private.streamer_languages from public, anon, authenticated, service_role;

create or replace function private.language_label(code text) returns text
language sql stable security definer set search_path = '' as $$
  select label from public.languages where id = code
$$;
revoke execute on function private.language_label(text) from public;
comment on function private.language_label(text) is 'The French name of a language.';

create or replace trigger keep_label_searches after update of label on public.languages
for each row when (new.label <> old.label) execute function private.keep_label_searches();
comment on trigger keep_label_searches on public.languages is 'The search follows the names of categories and languages.';
