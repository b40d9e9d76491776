comment on table public.favourites is 'A viewer keeps a streamer.';
comment on column public.favourites.viewer_id is 'Who keeps.';
comment on column public.favourites.streamer_id is 'Who is kept.';
comment on column public.favourites.created_at is 'Since when.';

-- Each person reads and writes their own list.
alter table public.favourites enable row level security;
revoke all on public.favourites from public, anon, authenticated, service_role;
grant select (viewer_id, streamer_id, created_at), insert (viewer_id, streamer_id), delete
  on public.favourites to authenticated;
grant select, insert, update, delete on public.favourites to service_role;

drop policy if exists favourites_read_own on public.favourites;
create policy favourites_read_own on public.favourites for select to authenticated
using (viewer_id = (select auth.uid()));

drop policy if exists favourites_insert_own on public.favourites;
create policy favourites_insert_own on public.favourites for insert to authenticated
with check (viewer_id = (select auth.uid()) and private.is_visible_streamer(streamer_id));

drop policy if exists favourites_delete_own on public.favourites;
create policy favourites_delete_own on public.favourites for delete to authenticated
using (viewer_id = (select auth.uid()));
