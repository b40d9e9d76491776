-- Whether the caller was let into the room of a topic (`room:<session id>`) and has not left it; the policies of private channels call
-- this. People in the lobby are not in the room yet. A participant who only went silent keeps both place and channel; when nobody may
-- come back, the server ends both. For any other topic the answer is no.
create or replace function private.may_use_room(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.admissions a
    where 'room:' || a.session_id = topic and a.person_id = auth.uid() and a.ended_at is null and not a.waiting)
$$;
revoke execute on function private.may_use_room(text) from public;
grant execute on function private.may_use_room(text) to authenticated;

comment on function private.may_use_room(text) is 'Whether the caller is in the room of a realtime topic room:<session id>.';
