-- Tells the server processes whose access ended, so that they close those sockets at once: a
-- session that was signed out, a person who was banned or deleted. The notification is part of the
-- transaction, so it is sent if and only if that commits.
create or replace function realtime.notify_ended_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime_ended', 'session ' || old.id);
  return null;
end
$$;
revoke execute on function realtime.notify_ended_session() from public;
create or replace trigger realtime_ended after delete on auth.sessions
  for each row execute function realtime.notify_ended_session();

create or replace function realtime.notify_ended_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime_ended', 'person ' || old.id);
  return null;
end
$$;
revoke execute on function realtime.notify_ended_person() from public;
create or replace trigger realtime_ended after update of banned_until, deleted_at on auth.users
  for each row when (new.deleted_at is not null or new.banned_until > now())
  execute function realtime.notify_ended_person();
create or replace trigger realtime_deleted after delete on auth.users
  for each row execute function realtime.notify_ended_person();

comment on function realtime.notify_ended_person() is 'Tells the server''s processes that an account was banned or deleted.';
comment on function realtime.notify_ended_session() is 'Tells the server''s processes that a session ended.';
comment on trigger realtime_ended on auth.sessions is 'Sockets of a session that ended are closed.';
comment on trigger realtime_ended on auth.users is 'Sockets of a banned or deleted account are closed.';
comment on trigger realtime_deleted on auth.users is 'Sockets of a banned or deleted account are closed.';
