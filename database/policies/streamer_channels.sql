-- As visible as the streamer. Written by what the provider says, never by a client.
alter table public.streamer_channels enable row level security;
revoke all on public.streamer_channels from public, anon, authenticated, service_role;
grant select (streamer_id, provider, channel_id, login, name, verified_at, live_since) on public.streamer_channels to anon, authenticated;
grant select, insert, update, delete on public.streamer_channels to service_role;

drop policy if exists streamer_channels_read on public.streamer_channels;
create policy streamer_channels_read on public.streamer_channels for select to anon, authenticated
using (private.is_visible_streamer(streamer_id) or streamer_id = (select auth.uid()) or (select private.is_admin()));
