-- As visible as the streamer; written by them. Size and length are those of the file (functions/keep_films.sql).
alter table public.films enable row level security;
revoke all on public.films from public, anon, authenticated, service_role;
grant select (streamer_id, title, film_url, poster_url, captions_url, width, height, seconds, updated_at)
  on public.films to anon, authenticated;
grant insert (streamer_id, title, film_url, poster_url, captions_url), update (title, film_url, poster_url, captions_url), delete
  on public.films to authenticated;
grant select, insert, update, delete on public.films to service_role;

drop policy if exists films_read on public.films;
create policy films_read on public.films for select to anon, authenticated
using (private.is_visible_streamer(streamer_id) or streamer_id = (select auth.uid()) or (select private.is_admin()));

drop policy if exists films_write_own on public.films;
create policy films_write_own on public.films for all to authenticated
using (streamer_id = (select auth.uid())) with check (streamer_id = (select auth.uid()));
