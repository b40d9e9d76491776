-- A streamer's channels elsewhere, as the provider itself named them: of a linked identity, never of what a person wrote. Unlinking takes
-- the channel away, with its calendar.
create table public.streamer_channels (
  streamer_id uuid not null references public.streamers on delete cascade,
  provider text not null,
  channel_id text not null,
  login text,
  name text not null,
  identity_id uuid not null references auth.identities on delete cascade,
  verified_at timestamptz not null,
  follows_schedule boolean not null default true,
  live_since timestamptz,
  live_told_at timestamptz,
  primary key (streamer_id, provider),
  constraint streamer_channels_channel_key unique (provider, channel_id),
  constraint streamer_channels_provider_check check (provider in ('twitch', 'youtube')),
  -- Both become part of addresses.
  constraint streamer_channels_channel_id_check
    check (case provider when 'twitch' then channel_id ~ '^[0-9]{1,20}$' else channel_id ~ '^[A-Za-z0-9_-]{10,40}$' end),
  constraint streamer_channels_login_check
    check (case provider when 'twitch' then login is not null and login ~ '^[a-z0-9_]{1,40}$' else login is null end),
  constraint streamer_channels_name_check check (char_length(trim(name)) between 1 and 100)
);
create index streamer_channels_identity_id_idx on public.streamer_channels (identity_id);

alter table public.calendars add column channel_provider text;
alter table public.calendars add constraint calendars_channel_key unique (streamer_id, channel_provider);
alter table public.calendars add constraint calendars_channel_fkey
  foreign key (streamer_id, channel_provider) references public.streamer_channels on delete cascade;

comment on table public.streamer_channels is
  'A channel elsewhere that is proven to be the streamer''s, by an identity that they linked (Twitch) or by what YouTube told with their token.';
comment on column public.streamer_channels.streamer_id is 'Whose it is.';
comment on column public.streamer_channels.provider is 'twitch or youtube; one channel of each.';
comment on column public.streamer_channels.channel_id is 'The provider''s own id of the channel.';
comment on column public.streamer_channels.login is 'The last part of its address at Twitch; null at YouTube, whose addresses have the id.';
comment on column public.streamer_channels.name is 'What the provider calls it, as pages show it.';
comment on column public.streamer_channels.identity_id is 'The linked identity that proves it; the channel goes with it.';
comment on column public.streamer_channels.verified_at is 'When it was proven.';
comment on column public.streamer_channels.follows_schedule is 'Whether the lives that the channel announces close hours; nothing for YouTube, which publishes no calendar.';
comment on column public.streamer_channels.live_since is 'When the live that is on began; null: none is.';
comment on column public.streamer_channels.live_told_at is 'The moment of what live_since says, in the provider''s time: older news is left aside.';
comment on column public.calendars.channel_provider is 'Whose channel''s schedule it is, which is public and linked with the channel; null: added by its address.';
