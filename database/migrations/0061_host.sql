-- What the host of a room does in it, who waits before it, and what the team decides afterwards.

alter table private.rooms
  -- Whoever comes for the first time waits until the streamer lets them in.
  add column lobby_on boolean not null default false,
  -- Ended for everybody, and by which side: that side opens it again by coming back.
  add column ended_at timestamptz,
  add column ended_by text,
  add constraint rooms_ended_check check ((ended_at is null) = (ended_by is null) and ended_by in ('streamer', 'admin'));

alter table private.admissions
  -- Waits in the lobby.
  add column waiting boolean not null default false,
  -- The last orders of the streamer.
  add column muted_at timestamptz,
  add column share_stopped_at timestamptz,
  drop constraint admissions_end_check,
  add constraint admissions_end_check check ((ended_at is null) = (end_cause is null)
    and end_cause in ('left', 'replaced', 'silent', 'closed', 'removed', 'barred', 'refused', 'ended'));

-- Waiting before the room is being there, and yet nothing is given meanwhile: an attendance of its own.
alter table public.attendances
  add column place text not null default 'room',
  add constraint attendances_place_check check (place in ('room', 'lobby'));

-- Each act of a host, as it happened: evidence.
create table public.room_acts (
  id bigint generated always as identity primary key,
  session_id uuid not null,
  at timestamptz not null,
  -- Null once the account is gone.
  actor_id uuid references public.profiles on delete set null,
  actor_side text not null,
  act text not null,
  target_id uuid references public.profiles on delete set null,
  constraint room_acts_side_check check (actor_side in ('streamer', 'admin')),
  constraint room_acts_act_check check (act in (
    'mute', 'stop_share', 'remove', 'admit', 'refuse', 'lobby_on', 'lobby_off', 'end', 'reopen'))
);
create index room_acts_session_id_idx on public.room_acts (session_id, at);
create index room_acts_actor_id_idx on public.room_acts (actor_id);
create index room_acts_target_id_idx on public.room_acts (target_id);

-- Each time the team decided otherwise than attendance had: what the viewer gets back in all, and why.
create table public.settlement_overrules (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings,
  at timestamptz not null,
  admin_id uuid references public.profiles on delete set null,
  refund_cents integer not null,
  -- Given back or on its way before, and ordered by this decision.
  refunded_before_cents integer not null,
  reason text not null,
  constraint settlement_overrules_refund_check check (refunded_before_cents >= 0 and refund_cents > refunded_before_cents),
  constraint settlement_overrules_reason_check check (char_length(reason) between 3 and 500)
);
create index settlement_overrules_booking_id_idx on public.settlement_overrules (booking_id, id);
create index settlement_overrules_admin_id_idx on public.settlement_overrules (admin_id);
