comment on table public.room_acts is 'Each act of a host in a room, as evidence.';
comment on column public.room_acts.id is 'Rises with each act.';
comment on column public.room_acts.session_id is 'The room.';
comment on column public.room_acts.at is 'When.';
comment on column public.room_acts.actor_id is 'Who; null once that account is deleted.';
comment on column public.room_acts.actor_side is 'streamer or admin.';
comment on column public.room_acts.act is 'mute, stop_share, remove, admit, refuse, lobby_on, lobby_off, end or reopen.';
comment on column public.room_acts.target_id is 'To whom; null: to the room, or that account is deleted.';

-- The acts in a room by its host: for admins, and for the person who did one or had it done to
-- them. Written by conference/moderate-room and conference/enter-room alone.
alter table public.room_acts enable row level security;
revoke all on public.room_acts from public, anon, authenticated, service_role;
grant select (id, session_id, at, actor_side, act, target_id) on public.room_acts to authenticated;
grant select, insert on public.room_acts to service_role;

drop policy if exists room_acts_read_own on public.room_acts;
create policy room_acts_read_own on public.room_acts for select to authenticated
using (actor_id = (select auth.uid()) or target_id = (select auth.uid()) or (select private.is_of_team('{support,moderation,finance}')));
