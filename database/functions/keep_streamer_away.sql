-- A suspended streamer, or one whose account is about to be deleted, is away: shown on no page, and not bookable. This is a column of the
-- row, because a policy that looked into auth.users for each of thousands of rows would be slow.
create or replace function private.refresh_streamer_away(streamer uuid) returns void
language sql security definer set search_path = '' as $$
  update public.streamers s set away_until = case
      when u.deleted_at is not null or exists (select from public.deletion_requests d where d.person_id = s.id) then 'infinity'
      else u.banned_until end
  from auth.users u where s.id = streamer and u.id = s.id
$$;
revoke execute on function private.refresh_streamer_away(uuid) from public;

create or replace function private.keep_streamer_away() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'users' then
    perform private.refresh_streamer_away(new.id);
  elsif tg_op = 'DELETE' then
    perform private.refresh_streamer_away(old.person_id);
  else
    perform private.refresh_streamer_away(new.person_id);
  end if;
  return null;
end
$$;
revoke execute on function private.keep_streamer_away() from public;

create or replace trigger keep_streamer_away after update of banned_until, deleted_at on auth.users
for each row execute function private.keep_streamer_away();
create or replace trigger keep_streamer_away after insert or delete on public.deletion_requests
for each row execute function private.keep_streamer_away();

comment on function private.keep_streamer_away() is 'Keeps streamers.away_until in step with suspensions and deletions.';
comment on function private.refresh_streamer_away(uuid) is 'Computes a streamer''s away_until again.';
