comment on table private.admissions is
  'A participant: one connection of one person to a room. A newer one of the same person ends the older.';
comment on column private.admissions.id is 'The participant.';
comment on column private.admissions.session_id is 'The room.';
comment on column private.admissions.person_id is 'Who.';
comment on column private.admissions.side is 'viewer, streamer or admin.';
comment on column private.admissions.number is 'Of two participants the one with the higher number makes the first offer.';
comment on column private.admissions.attendance_id is 'The attendance that it goes on with.';
comment on column private.admissions.admitted_at is 'When the person came in.';
comment on column private.admissions.last_seen_at is 'Their last heartbeat.';
comment on column private.admissions.ended_at is 'When they were out; null while they are in.';
comment on column private.admissions.end_cause is 'left, replaced, silent, closed, removed, barred, refused or ended.';
comment on column private.admissions.published_at is 'Since when their media can be subscribed to, in the room''s present epoch; null: not yet.';
comment on column private.admissions.wants_camera is 'Has a camera to show, should the room have a place for it.';
comment on column private.admissions.waiting is 'Waits in the lobby.';
comment on column private.admissions.muted_at is 'When the streamer last ordered the microphone off.';
comment on column private.admissions.share_stopped_at is 'When the streamer last ordered the shared screen to end.';

revoke all on private.admissions from public, anon, authenticated, service_role;

-- A person who left a room or was removed from it no longer uses its private channel. Realtime
-- calls private.may_use_room again, which still says yes to anybody who was admitted again in the
-- same transaction.
create or replace function private.tell_admission_ended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.access_ended(new.person_id, 'room:' || new.session_id);
  return null;
end
$$;
revoke execute on function private.tell_admission_ended() from public;

create or replace trigger tell_admission_ended after update of ended_at on private.admissions
for each row when (old.ended_at is null and new.ended_at is not null)
execute function private.tell_admission_ended();
comment on trigger tell_admission_ended on private.admissions is 'A participant who is out no longer uses the room''s channel.';

comment on function private.tell_admission_ended() is 'Tells realtime that a participant''s private channel may have ended.';
