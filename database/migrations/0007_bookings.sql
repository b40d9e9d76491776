-- Bookings: domain/booking as rows. A status is changed by domain/booking/transition alone; the database repeats what
-- concurrency could break.

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  -- The session, and the room: bookings of one group session share it. For a single seat it is the booking's own.
  session_id uuid not null,
  seat smallint not null default 1,
  -- Null once the person's account is deleted: the record stays, about nobody.
  streamer_id uuid references public.streamers on delete set null,
  viewer_id uuid references public.profiles on delete set null,
  offer_id uuid references public.offers on delete set null,
  -- Frozen when the slot is taken.
  title text not null,
  category text not null,
  seats smallint not null,
  confirmation text not null,
  price_cents integer not null,
  fee_basis_points integer not null,
  settings_version integer not null references public.platform_settings,
  policy jsonb not null,
  questions jsonb not null default '[]',
  -- {"<question id>": "answer"}
  answers jsonb not null default '{}',
  viewer_zone text not null,
  streamer_zone text not null,
  buffer_before_minutes smallint not null,
  buffer_after_minutes smallint not null,
  duration_minutes smallint not null,
  -- Moved by a new agreement alone.
  start_at timestamptz not null,
  -- Kept by a trigger: when it ends, and what it takes of the streamer's time, buffers included.
  end_at timestamptz not null,
  blocks_from timestamptz not null,
  blocks_until timestamptz not null,
  agreed_start_at timestamptz not null,
  reschedules smallint not null default 0,
  revision integer not null default 0,
  status text not null,
  held_at timestamptz not null,
  paying boolean not null default false,
  extended boolean not null default false,
  confirmed_at timestamptz,
  answer_by timestamptz,
  proposed_start_at timestamptz,
  proposal_answer_by timestamptz,
  proposal_note text,
  ended_at timestamptz,
  -- Of expired and declined.
  cause text,
  -- Cents, of cancelled and settled ones.
  refund_cents integer,
  delivered_minutes smallint,
  -- In the words of whoever declined or cancelled.
  reason text,
  -- What time does next, and when (nextDeadline); null when nothing.
  due_event text,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bookings_status_check check (status in (
    'held', 'requested', 'confirmed', 'in_progress', 'completed', 'expired', 'declined', 'cancelled_by_viewer',
    'cancelled_by_streamer', 'cancelled_by_admin', 'viewer_no_show', 'streamer_no_show')),
  constraint bookings_confirmation_check check (confirmation in ('instant', 'on_request')),
  constraint bookings_seat_check check (seat between 1 and seats and seats between 1 and 12),
  constraint bookings_price_check check (price_cents = 0 or price_cents between 500 and 500000),
  constraint bookings_refund_check check (refund_cents between 0 and price_cents),
  constraint bookings_ended_check check ((ended_at is null) = (status in ('held', 'requested', 'confirmed', 'in_progress'))),
  constraint bookings_request_check check (status <> 'requested' or answer_by is not null),
  constraint bookings_proposal_check check ((proposed_start_at is null) = (proposal_answer_by is null)),
  constraint bookings_due_check check ((due_event is null) = (due_at is null)),
  constraint bookings_answers_check check (pg_column_size(answers) <= 32000),
  -- Two live sessions of one streamer never overlap, both sides' buffers included; the seats of one session may.
  constraint bookings_streamer_free exclude using gist (
    streamer_id with =,
    session_id with <>,
    tstzrange(blocks_from, blocks_until) with &&
  ) where (status in ('held', 'requested', 'confirmed', 'in_progress')),
  -- Nor do two of one viewer.
  constraint bookings_viewer_free exclude using gist (
    viewer_id with =,
    tstzrange(start_at, end_at) with &&
  ) where (status in ('held', 'requested', 'confirmed', 'in_progress'))
);
-- A seat is sold once.
create unique index bookings_seat_key on public.bookings (session_id, seat)
  where status in ('held', 'requested', 'confirmed', 'in_progress');
create index bookings_streamer_id_idx on public.bookings (streamer_id, start_at desc);
create index bookings_viewer_id_idx on public.bookings (viewer_id, start_at desc);
create index bookings_offer_id_idx on public.bookings (offer_id);
create index bookings_settings_version_idx on public.bookings (settings_version);
create index bookings_session_id_idx on public.bookings (session_id);
create index bookings_due_at_idx on public.bookings (due_at) where due_at is not null;
create index bookings_created_at_idx on public.bookings (created_at desc, id);

-- Each transition, once, with who made it. Append-only.
create table public.booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings,
  revision integer not null,
  at timestamptz not null,
  actor text not null,
  actor_id uuid,
  type text not null,
  from_status text,
  to_status text not null,
  detail jsonb not null default '{}',
  constraint booking_events_revision_key unique (booking_id, revision),
  constraint booking_events_actor_check check (actor in ('viewer', 'streamer', 'admin', 'system'))
);

-- Who was in the room of a session, and when, as the server recorded it.
create table public.attendances (
  id bigint generated always as identity primary key,
  session_id uuid not null,
  person_id uuid references public.profiles on delete set null,
  side text not null,
  joined_at timestamptz not null,
  last_seen_at timestamptz not null,
  left_at timestamptz,
  -- What the media engine saw meanwhile.
  evidence jsonb not null default '{}',
  constraint attendances_side_check check (side in ('viewer', 'streamer', 'admin')),
  constraint attendances_order_check check (last_seen_at >= joined_at and (left_at is null or left_at >= joined_at))
);
create index attendances_session_id_idx on public.attendances (session_id, joined_at);
create index attendances_person_id_idx on public.attendances (person_id);

-- Somebody waits for a free start of an offer.
create table public.waiting_list_entries (
  id uuid primary key default gen_random_uuid(),
  viewer_id uuid not null references public.profiles on delete cascade,
  streamer_id uuid not null references public.streamers on delete cascade,
  offer_id uuid not null references public.offers on delete cascade,
  created_at timestamptz not null default now(),
  notified_at timestamptz,
  constraint waiting_list_entries_key unique (viewer_id, offer_id)
);
create index waiting_list_entries_streamer_id_idx on public.waiting_list_entries (streamer_id, created_at);
create index waiting_list_entries_offer_id_idx on public.waiting_list_entries (offer_id, created_at);

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings,
  streamer_id uuid references public.streamers on delete set null,
  viewer_id uuid references public.profiles on delete set null,
  rating smallint not null,
  body text not null default '',
  created_at timestamptz not null default now(),
  answer text,
  answered_at timestamptz,
  hidden_at timestamptz,
  constraint reviews_booking_id_key unique (booking_id),
  constraint reviews_rating_check check (rating between 1 and 5),
  constraint reviews_body_check check (char_length(body) <= 2000),
  constraint reviews_answer_check check (char_length(answer) <= 2000 and (answer is null) = (answered_at is null))
);
create index reviews_streamer_id_idx on public.reviews (streamer_id, created_at desc);
create index reviews_viewer_id_idx on public.reviews (viewer_id);

create table public.notifications (
  id bigint generated always as identity primary key,
  person_id uuid not null references public.profiles on delete cascade,
  kind text not null,
  booking_id uuid references public.bookings on delete cascade,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_person_id_idx on public.notifications (person_id, created_at desc);
create index notifications_booking_id_idx on public.notifications (booking_id);

-- How a person wants to be told, and in which zone they read the time. No row: the defaults.
create table public.person_settings (
  person_id uuid primary key references public.profiles on delete cascade,
  -- Null: the device's.
  zone text,
  reminder_mails boolean not null default true,
  waiting_list_mails boolean not null default true,
  updated_at timestamptz not null default now(),
  constraint person_settings_zone_check check (char_length(zone) between 1 and 64)
);

-- The private ICS feed of a person: the hash of its secret address.
create table private.calendar_feeds (
  person_id uuid primary key references public.profiles on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  constraint calendar_feeds_token_hash_key unique (token_hash)
);

-- A reminder that was sent for a start: a moved booking is reminded anew.
create table private.sent_reminders (
  booking_id uuid not null references public.bookings on delete cascade,
  start_at timestamptz not null,
  minutes_before integer not null,
  sent_at timestamptz not null default now(),
  primary key (booking_id, start_at, minutes_before)
);

-- What a command answered to a client's key: the same key again gets the same answer and does nothing.
create table private.command_keys (
  person_id uuid not null references public.profiles on delete cascade,
  key uuid not null,
  command text not null,
  request_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
create index command_keys_created_at_idx on private.command_keys (created_at);
