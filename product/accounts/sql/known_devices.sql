comment on table private.known_devices is 'The browsers in which somebody has signed in: a sign-in from another one is told by mail.';
comment on column private.known_devices.person_id is 'Whose.';
comment on column private.known_devices.device is 'SHA-256 of the cookie that the browser keeps, or of the family of its user agent where it keeps none.';
comment on column private.known_devices.first_seen_at is 'Its first sign-in.';
comment on column private.known_devices.last_seen_at is 'Its last sign-in. Forgotten 400 days later, when a browser has forgotten the cookie too.';

-- The server's own: a person sees their sessions and recent events through commands, and the secret
-- of a mail reaches its reader alone.
revoke all on private.known_devices from public, anon, authenticated, service_role;

comment on table private.sign_in_alerts is 'A sign-in from an unknown browser that a mail told of, with which its person may end exactly that session.';
comment on column private.sign_in_alerts.session_id is 'The session, which may have ended: no foreign key.';
comment on column private.sign_in_alerts.person_id is 'Who was told.';
comment on column private.sign_in_alerts.device is 'The browser, forgotten when its person says that it was not them.';
comment on column private.sign_in_alerts.token_hash is 'SHA-256 of the secret in the link of the mail.';
comment on column private.sign_in_alerts.user_agent is 'What the browser says that it is.';
comment on column private.sign_in_alerts.ip is 'The network address of the sign-in.';
comment on column private.sign_in_alerts.created_at is 'When the session began.';
comment on column private.sign_in_alerts.ended_at is 'When its person said that it was not them, and the session ended.';

revoke all on private.sign_in_alerts from public, anon, authenticated, service_role;

-- Tells a person by mail of a sign-in from a browser that they never used, in the transaction in
-- which its session begins. Which browser it is says the digest of a cookie that the auth service
-- gives each, or, where none comes back (programs, a hosted auth service), the family of its user
-- agent. The first browser of an account is not told, since it is the one that signed up.
-- `on conflict` lets one of several sign-ins that meet tell. Ten mails an hour at most, so that
-- somebody who knows the password cannot fill the mailbox.
create or replace function private.note_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  browser bytea := coalesce(
    (to_jsonb(new) ->> 'device')::bytea,
    sha256(convert_to('family:' || regexp_replace(coalesce(new.user_agent, ''), '[0-9][0-9._]*', '', 'g'), 'UTF8')));
  is_new boolean;
  secret text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.known_devices as d (person_id, device, first_seen_at, last_seen_at)
  values (new.user_id, browser, new.created_at, new.created_at)
  on conflict (person_id, device) do update set last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at)
  returning xmax = 0 into is_new;
  if not is_new or not exists (
    select from private.known_devices where person_id = new.user_id and device <> browser) then
    return null;
  end if;
  with alert as (
    insert into private.sign_in_alerts (session_id, person_id, device, token_hash, user_agent, ip, created_at)
    select new.id, new.user_id, browser, sha256(convert_to(secret, 'UTF8')), new.user_agent, new.ip, new.created_at
    where (
      select count(*) from private.sign_in_alerts
      where person_id = new.user_id and created_at > new.created_at - interval '1 hour') < 10
    returning person_id
  )
  insert into mail.messages (kind, event, to_address, first_name, related)
  select 'account.new_device',
    jsonb_build_object(
      'token', secret, 'at', floor(extract(epoch from new.created_at) * 1000)::bigint, 'userAgent', new.user_agent, 'ip', host(new.ip)),
    u.email, p.first_name, jsonb_build_object('user_id', u.id)
  from alert join auth.users u on u.id = alert.person_id left join public.profiles p on p.id = u.id
  -- Where a mail may go (messages_to_address_check): a person without an address signs in all the
  -- same.
  where u.email ~ '^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$' and length(u.email) <= 320;
  return null;
end
$$;
revoke execute on function private.note_sign_in() from public;

create or replace trigger note_sign_in after insert on auth.sessions
for each row execute function private.note_sign_in();
comment on trigger note_sign_in on auth.sessions is 'A sign-in from an unknown browser is told by mail.';

comment on function private.note_sign_in() is 'Remembers the browser of a sign-in, and tells the person by mail of one that they never used.';
