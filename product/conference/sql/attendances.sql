comment on table public.attendances is
  'Who was in the room of a session and when, as the server recorded it: what a settlement rests on.';
comment on column public.attendances.id is 'Rises with each attendance.';
comment on column public.attendances.session_id is 'The session.';
comment on column public.attendances.person_id is 'Who; null once that account is deleted.';
comment on column public.attendances.side is 'viewer, streamer or admin.';
comment on column public.attendances.joined_at is 'First sign of life.';
comment on column public.attendances.last_seen_at is 'Last sign of life.';
comment on column public.attendances.left_at is 'When it ended; null while it goes on, or after a silence.';
comment on column public.attendances.evidence is 'Heartbeats, those with a connection, those with media, and the engine that carried them.';
comment on column public.attendances.place is 'room or lobby. Waiting in the lobby counts as being present, but no session is delivered meanwhile.';

-- The evidence of a session. A streamer's attendance is read by the people of the session, a
-- viewer's by the streamer and that viewer, all by admins. Written by the server.
alter table public.attendances enable row level security;
revoke all on public.attendances from public, anon, authenticated, service_role;
grant select (id, session_id, person_id, side, place, joined_at, last_seen_at, left_at) on public.attendances to authenticated;
grant select, insert, update on public.attendances to service_role;

drop policy if exists attendances_read_own on public.attendances;
create policy attendances_read_own on public.attendances for select to authenticated
using ((select private.is_of_team('{support,moderation,finance}')) or person_id = (select auth.uid())
  or private.is_of_session(session_id) and (side = 'streamer' or exists (select from public.bookings b
    where b.session_id = attendances.session_id and b.streamer_id = (select auth.uid()))));
