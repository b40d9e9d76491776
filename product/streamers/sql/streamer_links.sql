comment on table public.streamer_links is 'Where else the streamer can be found.';
comment on column public.streamer_links.id is 'The link.';
comment on column public.streamer_links.streamer_id is 'Whose link.';
comment on column public.streamer_links.platform is 'twitch, youtube, kick, tiktok, instagram, x, discord or website.';
comment on column public.streamer_links.url is 'The address, https.';
comment on column public.streamer_links.position is 'Order on the page, from 0.';

-- As visible as the streamer; written by them.
alter table public.streamer_links enable row level security;
revoke all on public.streamer_links from public, anon, authenticated, service_role;
grant select (id, streamer_id, platform, url, position) on public.streamer_links to anon, authenticated;
grant insert (streamer_id, platform, url, position), update (platform, url, position), delete
  on public.streamer_links to authenticated;
grant select, insert, update, delete on public.streamer_links to service_role;

drop policy if exists streamer_links_read on public.streamer_links;
create policy streamer_links_read on public.streamer_links for select to anon, authenticated
using (private.is_visible_streamer(streamer_id) or streamer_id = (select auth.uid()) or (select private.is_admin()));

drop policy if exists streamer_links_write_own on public.streamer_links;
create policy streamer_links_write_own on public.streamer_links for all to authenticated
using (streamer_id = (select auth.uid())) with check (streamer_id = (select auth.uid()));
