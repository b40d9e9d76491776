-- The private channel of a room, over which its participants set up their media: for those whom conference/enter-room let in.
drop policy if exists rooms_listen on realtime.messages;
create policy rooms_listen on realtime.messages for select to authenticated
using (extension in ('broadcast', 'presence') and private.may_use_room((select realtime.topic())));
drop policy if exists rooms_send on realtime.messages;
create policy rooms_send on realtime.messages for insert to authenticated
with check (extension in ('broadcast', 'presence') and private.may_use_room((select realtime.topic())));
