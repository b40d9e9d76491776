-- The room of a session: who was let in, what was written, and why an admin came.

-- A room that was opened once. `epoch` rises when its media are built anew.
create table private.rooms (
  session_id uuid primary key,
  engine text not null,
  epoch integer not null default 1,
  opened_at timestamptz not null,
  constraint rooms_engine_check check (engine in ('p2p'))
);

-- A participant: one connection of one person. A newer one of the same person ends the older.
create table private.admissions (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references private.rooms,
  person_id uuid not null references public.profiles on delete cascade,
  side text not null,
  -- Of two participants the one that came later makes the first offer.
  number bigint generated always as identity,
  attendance_id bigint not null references public.attendances,
  admitted_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  end_cause text,
  constraint admissions_side_check check (side in ('viewer', 'streamer', 'admin')),
  constraint admissions_end_check check ((ended_at is null) = (end_cause is null)
    and end_cause in ('left', 'replaced', 'silent', 'closed'))
);
create unique index admissions_live_key on private.admissions (session_id, person_id) where ended_at is null;
create index admissions_session_id_idx on private.admissions (session_id);
create index admissions_person_id_idx on private.admissions (person_id);
create index admissions_attendance_id_idx on private.admissions (attendance_id);

-- The chat, kept with the booking.
create table public.session_messages (
  id bigint generated always as identity primary key,
  session_id uuid not null,
  -- Null once the account is gone.
  author_id uuid references public.profiles on delete set null,
  side text not null,
  body text not null,
  sent_at timestamptz not null,
  constraint session_messages_side_check check (side in ('viewer', 'streamer', 'admin')),
  constraint session_messages_body_check check (char_length(body) between 1 and 2000)
);
create index session_messages_session_id_idx on public.session_messages (session_id, id);
create index session_messages_author_id_idx on public.session_messages (author_id);

-- Each time an admin entered a room, with the reason given, for its people to see.
create table public.admin_entries (
  id bigint generated always as identity primary key,
  session_id uuid not null,
  admin_id uuid references public.profiles on delete set null,
  reason text not null,
  entered_at timestamptz not null,
  constraint admin_entries_reason_check check (char_length(reason) between 5 and 500)
);
create index admin_entries_session_id_idx on public.admin_entries (session_id, entered_at);
create index admin_entries_admin_id_idx on public.admin_entries (admin_id);
