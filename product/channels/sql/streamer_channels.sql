-- As visible as the streamer. Written by what the provider says, never by a client.
alter table public.streamer_channels enable row level security;
revoke all on public.streamer_channels from public, anon, authenticated, service_role;
grant select (streamer_id, provider, channel_id, login, name, verified_at, live_since) on public.streamer_channels to anon, authenticated;
grant select, insert, update, delete on public.streamer_channels to service_role;

drop policy if exists streamer_channels_read on public.streamer_channels;
create policy streamer_channels_read on public.streamer_channels for select to anon, authenticated
using (private.is_visible_streamer(streamer_id) or streamer_id = (select auth.uid()) or (select private.is_admin()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.streamer_channels', deletes => false);

-- Keeps the Twitch channel of a streamer in step with the linked identity, which names it. A Google
-- identity says who somebody is and not which channel is theirs: that row is written by
-- channels/verify-channel. A name that no address could have gives no channel, and never stands in
-- the way of a sign-in.
create or replace function private.refresh_streamer_channel(streamer uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.streamer_channels as c (streamer_id, provider, channel_id, login, name, identity_id, verified_at)
  select s.id, 'twitch', i.provider_id, lower(i.identity_data ->> 'name'),
    left(coalesce(nullif(trim(i.identity_data ->> 'nickname'), ''), i.identity_data ->> 'name'), 100), i.id, i.created_at
  from public.streamers s join auth.identities i on i.user_id = s.id
  where s.id = streamer and i.provider = 'twitch' and i.provider_id ~ '^[0-9]{1,20}$'
    and i.identity_data ->> 'name' ~* '^[a-z0-9_]{1,40}$'
  order by i.created_at, i.id limit 1
  on conflict (streamer_id, provider) do update
    set channel_id = excluded.channel_id, login = excluded.login, name = excluded.name, identity_id = excluded.identity_id,
      verified_at = excluded.verified_at
    where (c.channel_id, c.login, c.name, c.identity_id)
      is distinct from (excluded.channel_id, excluded.login, excluded.name, excluded.identity_id)
$$;
revoke execute on function private.refresh_streamer_channel(uuid) from public;

create or replace function private.keep_streamer_channels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'streamers' then
    perform private.refresh_streamer_channel(new.id);
  elsif tg_when = 'BEFORE' then
    -- Here and not left to the foreign key, whose deletions of what hangs on the channel would come
    -- after another channel has its place.
    delete from public.streamer_channels where identity_id = old.id;
    return old;
  elsif tg_op = 'DELETE' then
    -- Another identity of the person's may name a channel too.
    perform private.refresh_streamer_channel(old.user_id);
  else
    perform private.refresh_streamer_channel(new.user_id);
  end if;
  return null;
end
$$;
revoke execute on function private.keep_streamer_channels() from public;

create or replace trigger keep_streamer_channels after insert or update of identity_data, user_id on auth.identities
for each row when (new.provider = 'twitch') execute function private.keep_streamer_channels();
comment on trigger keep_streamer_channels on auth.identities is 'The proven channel follows the linked account.';
create or replace trigger keep_streamer_channels_before before delete on auth.identities
for each row when (old.provider in ('twitch', 'google')) execute function private.keep_streamer_channels();
comment on trigger keep_streamer_channels_before on auth.identities is 'The proven channel follows the linked account.';
create or replace trigger keep_streamer_channels_delete after delete on auth.identities
for each row when (old.provider = 'twitch') execute function private.keep_streamer_channels();
comment on trigger keep_streamer_channels_delete on auth.identities is 'The proven channel follows the linked account.';

-- The lives that a Twitch channel announces are a calendar of its streamer's, while they want it.
create or replace function private.keep_channel_calendar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.calendars where streamer_id = new.streamer_id and channel_provider = new.provider
    and not (new.follows_schedule and url like '%broadcaster_id=' || new.channel_id);
  if new.provider = 'twitch' and new.follows_schedule then
    insert into public.calendars (streamer_id, label, url, channel_provider)
    values (new.streamer_id, 'Planning Twitch',
      'https://api.twitch.tv/helix/schedule/icalendar?broadcaster_id=' || new.channel_id, new.provider)
    on conflict (streamer_id, url) do update set channel_provider = excluded.channel_provider;
  end if;
  return null;
end
$$;
revoke execute on function private.keep_channel_calendar() from public;

create or replace trigger keep_channel_calendar after insert or update of channel_id, follows_schedule on public.streamer_channels
for each row execute function private.keep_channel_calendar();
comment on trigger keep_channel_calendar on public.streamer_channels is 'The lives that a channel announces are a calendar while its streamer follows them.';

-- Of the identities that were linked before there were channels.
select private.refresh_streamer_channel(user_id) from auth.identities where provider = 'twitch';

comment on function private.refresh_streamer_channel(uuid) is 'Writes the Twitch channel of a streamer as the linked identity names it.';
comment on function private.keep_streamer_channels() is 'Keeps the Twitch channel in step with the linked identities.';
comment on function private.keep_channel_calendar() is 'Keeps the calendar of a channel''s announced lives while its streamer follows it.';

create or replace trigger keep_streamer_search
after insert or update of name, login or delete on public.streamer_channels
for each row execute function private.keep_streamer_search();
comment on trigger keep_streamer_search on public.streamer_channels is 'The search follows the page, its offers and its channels.';
