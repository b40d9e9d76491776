-- Everybody reads the visible streamers; a streamer always reads their own row; admins read all. A streamer edits the texts of the page;
-- the zone and the rules are written with the hours, and publishing and featuring are commands.
alter table public.streamers enable row level security;
revoke all on public.streamers from public, anon, authenticated, service_role;
grant select (id, handle, display_name, headline, bio, categories, languages, banner_url, gallery_urls, avatar_url, placeholders, zone,
  buffer_before_minutes, buffer_after_minutes, notice_minutes, horizon_days, window_kind, window_first,
  window_last, max_per_day, max_per_week, max_per_month, closed_on_holidays, published_at, withheld_at, featured_at, away_until, rating_average, rating_count, created_at,
  updated_at) on public.streamers to anon, authenticated;
grant update (handle, display_name, headline, bio, categories, languages, banner_url, gallery_urls) on public.streamers to authenticated;
grant select, insert, update, delete on public.streamers to service_role;

drop policy if exists streamers_read_visible on public.streamers;
create policy streamers_read_visible on public.streamers for select to anon, authenticated
using (published_at is not null and withheld_at is null and (away_until is null or away_until <= now()));

drop policy if exists streamers_read_own on public.streamers;
create policy streamers_read_own on public.streamers for select to authenticated
using (id = (select auth.uid()) or (select private.is_admin()));

drop policy if exists streamers_update_own on public.streamers;
create policy streamers_update_own on public.streamers for update to authenticated
using (id = (select auth.uid())) with check (id = (select auth.uid()));
