-- Whether the public sees a streamer: published, not withheld by the platform, not away. The policies of the tables behind a streamer's
-- page call this.
create or replace function private.is_visible_streamer(streamer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.streamers s where s.id = streamer and s.published_at is not null and s.withheld_at is null
      and (s.away_until is null or s.away_until <= now())
  )
$$;
revoke execute on function private.is_visible_streamer(uuid) from public;
grant execute on function private.is_visible_streamer(uuid) to anon, authenticated, service_role;

comment on function private.is_visible_streamer(uuid) is 'Whether the public sees a streamer: published, not withheld, not away.';
