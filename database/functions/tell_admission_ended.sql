-- A person who left a room or was removed from it no longer uses its private channel. Realtime calls private.may_use_room again, which
-- still says yes to anybody who was admitted again in the same transaction.
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

comment on function private.tell_admission_ended() is 'Tells realtime that a participant''s private channel may have ended.';
